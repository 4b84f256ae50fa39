// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Numbers in rows: CSV, TSV, with semicolons, or with blanks between them. The first separator of the file is that of
// the file. Blank lines and lines that begin with # are passed, CR LF and a byte order mark accepted. A first row in
// which nothing is a number holds the names of the columns. A first column without a name holds those of the rows, as R
// and pandas write them, and is passed.
#include "cli/table.hpp"

namespace cli {
namespace {

struct Field {
  std::string text;
  bool quoted = false;
  Source::Place place{};
};

class Reader {
 public:
  explicit Reader(Source& source) : source_(source) {
    if (source.begins_with("\xef\xbb\xbf"))
      for (int i = 0; i < 3; ++i) source.get_byte();
  }

  /// The next row that is one; false at the end.
  bool row(std::vector<Field>& fields) {
    fields.clear();
    while (true) {
      skip_blanks();
      if (source_.pass_line_end()) continue;
      if (source_.peek() != '#') break;
      source_.skip_line();
    }
    if (source_.peek() == Source::end) return false;
    if (separator_ == 0) separator_ = first_separator(source_.ahead());
    do {
      fields.push_back(field());
    } while (pass_separator());
    if (source_.peek() != Source::end && !source_.pass_line_end()) source_.fail("a separator is missing");
    return true;
  }

 private:
  void skip_blanks() { source_.skip_blanks(separator_ != '\t' && separator_ != 0); }

  static char first_separator(std::string_view text) {
    bool quoted = false;
    for (const char c : text) {
      if (c == '\n') break;
      if (c == '"') quoted = !quoted;
      if (!quoted && (c == ',' || c == ';' || c == '\t')) return c;
    }
    return ' ';
  }

  Field field() {
    skip_blanks();
    Field out{"", source_.peek() == '"', source_.place()};
    out.text =
        out.quoted ? quoted_text() : source_.get_until(separator_ == ' ' ? " \t" : std::string_view(&separator_, 1));
    while (!out.quoted && !out.text.empty() && out.text.back() == ' ') out.text.pop_back();
    skip_blanks();
    return out;
  }

  std::string quoted_text() {
    const Source::Place start = source_.place();
    std::string text;
    source_.get();
    while (true) {
      text += source_.get_until("\"");
      if (source_.peek() != '"') source_.fail_at(start, "the quotation mark is not closed on this line");
      source_.get();
      if (source_.peek() != '"') return text;
      text += static_cast<char>(source_.get());
    }
  }

  bool pass_separator() {
    const int c = source_.peek();
    if (c == Source::end || c == '\n' || c == '\r') return false;
    if (separator_ == ' ') return true;  // the blanks are passed already
    if (c != separator_) return false;
    source_.get();
    return true;
  }

  Source& source_;
  char separator_ = 0;
};

bool holds_names(const Source& source, const std::vector<Field>& fields, Header header) {
  if (header != Header::automatic) return header == Header::present;
  std::size_t numbers = 0;
  double ignored = 0;
  for (const Field& field : fields)
    if (!field.quoted && parse_real(field.text, ignored) != Parsed::not_a_number) ++numbers;
  if (numbers > 0 && numbers < fields.size())
    for (const Field& field : fields)
      if (field.quoted || parse_real(field.text, ignored) == Parsed::not_a_number)
        source.fail_at(field.place, "'" + field.text.substr(0, 40) +
                                        "' among numbers in the first row; --header yes takes the row as names");
  return numbers == 0;
}

/// `labels` fields at the beginning of the row are none of the table's.
void append_row(const Source& source, const std::vector<Field>& fields, std::size_t labels, Table& table) {
  if (table.columns == 0) table.columns = static_cast<Index>(fields.size());
  if (fields.size() != at(table.columns) + labels)
    source.fail_at(fields.front().place, "the row has " + std::to_string(fields.size()) + " fields, the first has " +
                                             std::to_string(at(table.columns) + labels));
  for (std::size_t k = labels; k < fields.size(); ++k)
    append(source, table.values, source.number(fields[k].text, fields[k].place));
  ++table.rows;
}

}  // namespace

Table read_csv(Source& source, Header header) {
  Reader reader(source);
  std::vector<Field> fields;
  Table table;
  table.by_rows = true;
  std::size_t labels = 0;
  if (!reader.row(fields)) source.fail_file("the file holds no numbers");
  if (holds_names(source, fields, header)) {
    labels = fields.size() > 1 && fields[0].text.empty() ? 1 : 0;
    for (std::size_t k = labels; k < fields.size(); ++k) table.names.push_back(std::move(fields[k].text));
    table.columns = static_cast<Index>(table.names.size());
  } else {
    append_row(source, fields, labels, table);
  }
  while (reader.row(fields)) append_row(source, fields, labels, table);
  if (table.rows == 0) source.fail_file("the file holds names but no numbers");
  return table;
}

}  // namespace cli
