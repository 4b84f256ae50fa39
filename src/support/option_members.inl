// SPDX-License-Identifier: BSD-3-Clause
// From here to option_end.inl a row of options is a member of a struct.
#define INT(name, initial, lowest, highest, doc) ::sbreg::Index name = initial;
#define REAL(name, initial, lowest, highest, doc) double name = initial;
#define TEXT(name, initial, choices, doc) std::string name = initial;
