// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Text in columns: the first row is the heading, numbers are flush right.
#pragma once

#include <string>
#include <vector>

namespace cli {

using Row = std::vector<std::string>;
/// `left` says which columns are flush left.
std::string in_columns(const std::vector<Row>& rows, const std::vector<bool>& left = {});
/// Breaks text into lines of at most `width` characters, each after `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 80);
/// Characters, not bytes, of UTF-8.
std::size_t characters(const std::string& text);
/// Whether the bytes are UTF-8.
bool is_utf8(const std::string& text);
/// Latin-1, in which every byte is a character, as UTF-8.
std::string from_latin1(const std::string& text);

}  // namespace cli
