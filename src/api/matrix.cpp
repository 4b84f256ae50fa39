// SPDX-License-Identifier: BSD-3-Clause
#include "api/access.hpp"
#include "api/dense_input.hpp"
#include "api/handles.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_matrix;

constexpr Key<Handle> table[] = {
    int_result<Handle>(
        "rows", [](const Handle& h) { return h.core->rows(); }, "m"),
    int_result<Handle>(
        "columns", [](const Handle& h) { return h.core->cols(); }, "n"),
    text_result<Handle>(
        "storage", [](const Handle& h) { return h.core->storage(); }, "how the numbers are kept"),
};

}  // namespace

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

template <>
void require_settable(const Handle&, const char*) {}

template <>
void option_changed(Handle&, const char*) {}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_matrix_create_dense(sbreg_matrix** out, int64_t m, int64_t n, const double* A, int64_t ld,
                                       int32_t order, int32_t ownership, void* user, sbreg_free_fn user_free) {
  return api::create(out, [&] {
    SBREG_REQUIRE(ownership == SBREG_COPY || ownership == SBREG_BORROW, SBREG_E_ARGUMENT,
                  "ownership must be SBREG_COPY (0) or SBREG_BORROW (1), got %d", ownership);
    const DenseView view = api::checked_dense(m, n, A, ld, order);
    auto handle = std::make_unique<sbreg_matrix>();
    std::shared_ptr<DenseMatrix> core =
        ownership == SBREG_COPY ? DenseMatrix::copy(m, n, view) : std::make_unique<DenseMatrix>(m, n, view);
    handle->core = core;
    UserData memory(user, user_free);  // nothing can fail any more; a copy releases the caller's memory right here
    if (ownership == SBREG_BORROW) core->keep(std::move(memory));
    return handle.release();
  });
}

SBREG_DEFINE_COMMON(matrix)
}
