// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// CMocka for C++: its header relies on these includes and has no linkage of its own, and its macros `fail` and `skip`
// would break names of the standard library and ours. Use fail_msg(format, ...).
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

extern "C" {
#include <cmocka.h>
}

#undef fail
#undef skip
#undef fail_msg
#define fail_msg(...) (print_error(__VA_ARGS__), _fail(__FILE__, __LINE__))
