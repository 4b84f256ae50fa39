// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/commands/blas.hpp"

#include <dlfcn.h>
#include <link.h>

namespace cli {
namespace {

/// A function of the loaded libraries, or nullptr.
template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

int collect(dl_phdr_info* info, std::size_t /*size*/, void* user) {
  const std::string path = info->dlpi_name;
  const std::string file = path.substr(path.rfind('/') + 1);
  for (const char* part : {"blas", "lapack", "mkl", "blis", "atlas", "armpl"})
    if (file.find(part) != std::string::npos) {
      auto& out = *static_cast<std::string*>(user);
      out += (out.empty() ? "" : " ") + path;
      break;
    }
  return 0;
}

}  // namespace

std::string blas_libraries() {
  std::string out;
  dl_iterate_phdr(collect, &out);
  return out;
}

std::string blas_configuration() {
  char* (*const text)() = find<char*()>("openblas_get_config");
  return text == nullptr ? "" : text();
}

int blas_threads() {
  int (*const threads)() = find<int()>("openblas_get_num_threads");
  return threads == nullptr ? 0 : threads();
}

void use_one_blas_thread() {
  void (*const set)(int) = find<void(int)>("openblas_set_num_threads");
  if (set != nullptr) set(1);
}

}  // namespace cli
