// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Numbers in rows: CSV, TSV, with semicolons, or with blanks between them. The first separator of the file is that of
// the file. Blank lines and lines that begin with # are passed, CR LF and a byte order mark accepted. A first row in
// which nothing is a number holds the names of the columns. A first column without a name holds those of the rows, as R
// and pandas write them, and is passed. The fields of the first row are kept until it is clear what they are; the
// numbers of all other rows go straight into the table. Names that are not UTF-8 are taken for Latin-1.
#include <algorithm>

#include "cli/output/columns.hpp"
#include "cli/readers/table.hpp"

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

  /// Hands the fields of the next row that is one to `take`; false at the end.
  template <class Take>
  bool row(Take take) {
    while (true) {
      skip_blanks();
      if (source_.pass_line_end()) continue;
      if (source_.peek() != '#') break;
      source_.skip_line();
    }
    if (source_.peek() == Source::end) return false;
    if (separator_ == 0) separator_ = first_separator(source_.ahead());
    do {
      take(field());
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

/// Takes the fields of one row after the other. `labels` fields at the beginning of a row are none of the table's.
class Rows {
 public:
  Rows(const Source& source, Table& table, std::size_t labels) : source_(source), table_(table), labels_(labels) {}

  void take(const Field& field) {
    if (count_++ == 0) start_ = field.place;
    if (count_ > labels_ && count_ <= width()) append(source_, table_.values, source_.number(field.text, field.place));
  }
  void finish() {
    if (count_ != width())
      source_.fail_at(start_,
                      "the row has " + std::to_string(count_) + " fields, the first has " + std::to_string(width()));
    count_ = 0;
    ++table_.rows;
  }

 private:
  [[nodiscard]] std::size_t width() const { return at(table_.columns) + labels_; }

  const Source& source_;
  Table& table_;
  std::size_t labels_, count_ = 0;
  Source::Place start_{};
};

/// The fields of the first row; the file's limits are asked each time that their number has doubled.
std::vector<Field> first_row(const Source& source, Reader& reader) {
  std::vector<Field> fields;
  const auto take = [&](Field field) {
    if (fields.size() == fields.capacity()) source.announce(0, static_cast<Index>(fields.size()) + 1);
    append(source, fields, std::move(field));
  };
  if (!reader.row(take)) source.fail_file("the file holds no numbers");
  source.announce(0, static_cast<Index>(fields.size()));
  return fields;
}

}  // namespace

Table read_csv(Source& source, Header header) {
  Reader reader(source);
  Table table;
  table.by_rows = true;
  std::vector<Field> fields = first_row(source, reader);
  const bool named = holds_names(source, fields, header);
  const std::size_t labels = named && fields.size() > 1 && fields[0].text.empty() ? 1 : 0;
  table.columns = static_cast<Index>(fields.size() - labels);
  if (named) {
    // Everything that shows names speaks UTF-8.
    const bool utf8 = std::ranges::all_of(fields, [](const Field& field) { return is_utf8(field.text); });
    for (std::size_t k = labels; k < fields.size(); ++k)
      append(source, table.names, utf8 ? std::move(fields[k].text) : from_latin1(fields[k].text));
  }
  Rows rows(source, table, labels);
  if (!named) {
    for (const Field& field : fields) rows.take(field);
    rows.finish();
  }
  fields = {};
  while (reader.row([&rows](const Field& field) { rows.take(field); })) rows.finish();
  if (table.rows == 0) source.fail_file("the file holds names but no numbers");
  return table;
}

}  // namespace cli
