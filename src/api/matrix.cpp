// SPDX-License-Identifier: BSD-3-Clause
#include "api/access.hpp"
#include "api/dense_input.hpp"
#include "api/handles.hpp"
#include "problem/adjoint.hpp"
#include "problem/csc.hpp"
#include "problem/operator.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_matrix;

#define OPTIONS(h) (h).core->options
constexpr Key<Handle> table[] = {
#include "api/option_keys.inl"
// The rows.
#include "problem/matrix_options.inl"
// Their end.
#include "support/option_end.inl"
    int_result<Handle>(
        "rows", [](const Handle& h) { return h.core->rows(); }, "m"),
    int_result<Handle>(
        "columns", [](const Handle& h) { return h.core->cols(); }, "n"),
    text_result<Handle>(
        "storage", [](const Handle& h) { return h.core->storage(); },
        "how the numbers are kept: dense, csc or operator"),
};
#undef OPTIONS

void require_ownership(int32_t ownership) {
  SBREG_REQUIRE(ownership == SBREG_COPY || ownership == SBREG_BORROW, SBREG_E_ARGUMENT,
                "ownership must be SBREG_COPY (0) or SBREG_BORROW (1), got %d", ownership);
}

template <class Int>
sbreg_matrix* new_csc(Index m, Index n, const void* col_start, const void* row_index, int base, const double* values,
                      int32_t ownership, void* user, sbreg_free_fn user_free) {
  const CscView<Int> view{static_cast<const Int*>(col_start), static_cast<const Int*>(row_index), values,
                          static_cast<Int>(base)};
  require_csc(m, n, view);
  auto handle = std::make_unique<sbreg_matrix>();
  std::shared_ptr<CscMatrix<Int>> core =
      ownership == SBREG_COPY ? CscMatrix<Int>::copy(m, n, view) : std::make_unique<CscMatrix<Int>>(m, n, view);
  handle->core = core;
  UserData memory(user, user_free);  // nothing can fail any more; a copy releases the caller's memory right here
  if (ownership == SBREG_BORROW) core->keep(std::move(memory));
  return handle.release();
}

}  // namespace

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

template <>
void require_settable(const Handle& handle, const char* name) {
  SBREG_REQUIRE(handle.core.use_count() == 1, SBREG_E_STATE, "%s cannot change any more: a problem uses this matrix",
                name);
}

template <>
void option_changed(Handle&, const char*) {}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_matrix_create_dense(sbreg_matrix** out, int64_t m, int64_t n, const double* A, int64_t ld,
                                       int32_t order, int32_t ownership, void* user, sbreg_free_fn user_free) {
  return api::create(out, [&] {
    api::require_ownership(ownership);
    const DenseView view = api::checked_dense(m, n, A, ld, order);
    auto handle = std::make_unique<sbreg_matrix>();
    std::shared_ptr<DenseMatrix> core =
        ownership == SBREG_COPY ? DenseMatrix::copy(m, n, view) : DenseMatrix::borrow(m, n, view);
    handle->core = core;
    UserData memory(user, user_free);  // nothing can fail any more; a copy releases the caller's memory right here
    if (ownership == SBREG_BORROW) core->keep(std::move(memory));
    return handle.release();
  });
}

sbreg_status sbreg_matrix_create_csc(sbreg_matrix** out, int64_t m, int64_t n, const void* col_start,
                                     const void* row_index, int32_t index_bytes, int32_t index_base,
                                     const double* values, int32_t ownership, void* user, sbreg_free_fn user_free) {
  return api::create(out, [&] {
    blas::require_blas();
    require_positive(m, "m");
    require_positive(n, "n");
    checked_product(m, 2, "m");
    checked_product(n, 2, "n");
    require_pointer(col_start, "col_start");
    SBREG_REQUIRE(index_bytes == 4 || index_bytes == 8, SBREG_E_ARGUMENT, "index_bytes must be 4 or 8, got %d",
                  index_bytes);
    SBREG_REQUIRE(index_base == 0 || index_base == 1, SBREG_E_ARGUMENT, "index_base must be 0 or 1, got %d",
                  index_base);
    api::require_ownership(ownership);
    const auto make = index_bytes == 4 ? api::new_csc<std::int32_t> : api::new_csc<std::int64_t>;
    return make(m, n, col_start, row_index, index_base, values, ownership, user, user_free);
  });
}

sbreg_status sbreg_matrix_create_operator(sbreg_matrix** out, int64_t m, int64_t n, sbreg_apply_fn apply,
                                          sbreg_apply_fn apply_transpose, void* user, sbreg_free_fn user_free) {
  return api::create(out, [&] {
    blas::require_blas();
    require_positive(m, "m");
    require_positive(n, "n");
    SBREG_REQUIRE(apply != nullptr, SBREG_E_ARGUMENT, "apply must not be NULL");
    SBREG_REQUIRE(apply_transpose != nullptr, SBREG_E_ARGUMENT, "apply_transpose must not be NULL");
    checked_product(m, 16, "m");
    checked_product(n, 16, "n");
    auto handle = std::make_unique<sbreg_matrix>();
    auto core = std::make_shared<OperatorMatrix>(m, n, apply, apply_transpose);
    handle->core = core;
    core->keep(UserData(user, user_free));
    return handle.release();
  });
}

sbreg_status sbreg_matrix_check_adjoint(const sbreg_matrix* A, int64_t seed, double* discrepancy) {
  return api::guarded([&] {
    require_pointer(A, "A");
    require_pointer(discrepancy, "discrepancy");
    *discrepancy = adjoint_discrepancy(*A->core, static_cast<std::uint64_t>(seed));
  });
}

SBREG_DEFINE_COMMON(matrix)
}
