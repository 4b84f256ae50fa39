// SPDX-License-Identifier: BSD-3-Clause
#include "api/access.hpp"
#include "api/handles.hpp"
#include "kernel/custom.hpp"
#include "linalg/blas.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_kernel;

#define OPTIONS(h) (h).core->options
constexpr Key<Handle> table[] = {
#include "api/option_keys.inl"
// The rows.
#include "kernel/options.inl"
// Their end.
#include "support/option_end.inl"
    int_result<Handle>(
        "columns", [](const Handle& h) { return h.core->size(); }, "n"),
    text_result<Handle>(
        "kernel", [](const Handle& h) { return h.core->name(); }, "quadratic, quartic, power or custom"),
};
#undef OPTIONS

void require_size(Index n) {
  blas::require_blas();
  require_positive(n, "n");
  checked_product(n, 4, "n");
}

}  // namespace

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

template <>
void require_settable(const Handle& handle, const char* name) {
  SBREG_REQUIRE(handle.core.use_count() == 1, SBREG_E_STATE, "%s cannot change any more: a solver uses this kernel",
                name);
}

template <>
void option_changed(Handle& handle, const char*) {
  handle.core->update();
}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_kernel_create(sbreg_kernel** out, int64_t n, const char* name) {
  return api::create(out, [&] {
    api::require_size(n);
    require_pointer(name, "name");
    auto handle = std::make_unique<sbreg_kernel>();
    handle->core = make_kernel(name, n);
    return handle.release();
  });
}

sbreg_status sbreg_kernel_create_custom(sbreg_kernel** out, int64_t n, sbreg_scalar_fn h, sbreg_scalar_fn derivative,
                                        sbreg_scalar_fn inverse_derivative, void* user, sbreg_free_fn user_free) {
  return api::create(out, [&] {
    api::require_size(n);
    SBREG_REQUIRE(h != nullptr, SBREG_E_ARGUMENT, "h must not be NULL");
    SBREG_REQUIRE(derivative != nullptr, SBREG_E_ARGUMENT, "derivative must not be NULL");
    SBREG_REQUIRE(inverse_derivative != nullptr, SBREG_E_ARGUMENT, "inverse_derivative must not be NULL");
    auto handle = std::make_unique<sbreg_kernel>();
    auto core = std::make_shared<CustomKernel>(n, h, derivative, inverse_derivative, user);
    handle->core = core;
    core->keep(UserData(user, user_free));  // nothing can fail any more
    return handle.release();
  });
}

sbreg_status sbreg_kernel_set_weights(sbreg_kernel* kernel, const double* w) {
  return api::guarded([&] {
    require_pointer(kernel, "kernel");
    require_pointer(w, "w");
    api::require_settable(*kernel, "w");
    kernel->core->set_weights({w, to_size(kernel->core->size())});
  });
}

SBREG_DEFINE_COMMON(kernel)
}
