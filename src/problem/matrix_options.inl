// SPDX-License-Identifier: BSD-3-Clause
// The options of a matrix, one row each; support/options.hpp says how they are read.
INT(callbacks_thread_safe, 0, 0, 1, "1 lets several threads call the functions of an operator at the same time")
