// SPDX-License-Identifier: BSD-3-Clause
// Rows of options mean nothing any more.
#undef INT
#undef REAL
#undef TEXT
