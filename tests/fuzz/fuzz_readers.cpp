// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Every reader of files: CSV, Matrix Market, .npy, each plain or by gzip, as a table and as a vector. Whatever the
// bytes are, the reader either throws a Failure with one line, or returns a table that the library takes as it is.
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "cli/readers/table.hpp"
#include "fuzz.hpp"
#include "sparsebregman.h"

namespace {

/// The bytes as a file that has a name.
class File {
 public:
  File(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("fuzz", 0)) {
    CLAIM(descriptor_ >= 0 && write(descriptor_, data, size) == static_cast<ssize_t>(size), "no memory file");
  }
  ~File() { close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void check_table(const cli::Table& table) {
  CLAIM(table.rows >= 1 && table.columns >= 1, "%lld x %lld", static_cast<long long>(table.rows),
        static_cast<long long>(table.columns));
  CLAIM(table.names.empty() || table.names.size() == cli::at(table.columns), "%zu names", table.names.size());
  for (const double value : table.values) CLAIM(std::isfinite(value), "a value is %g", value);
  sbreg_matrix* matrix = nullptr;
  sbreg_status status = SBREG_OK;
  if (table.sparse) {
    CLAIM(table.col_start.size() == cli::at(table.columns) + 1, "%zu column starts", table.col_start.size());
    CLAIM(table.values.size() == table.row_index.size(), "%zu values", table.values.size());
    CLAIM(cli::at(table.col_start.back()) == table.values.size(), "%zu values", table.values.size());
    status = sbreg_matrix_create_csc(&matrix, table.rows, table.columns, table.col_start.data(), table.row_index.data(),
                                     8, 0, table.values.data(), SBREG_BORROW, nullptr, nullptr);
  } else {
    CLAIM(table.values.size() == cli::at(table.rows) * cli::at(table.columns), "%zu values", table.values.size());
    status = sbreg_matrix_create_dense(
        &matrix, table.rows, table.columns, table.values.data(), table.by_rows ? table.columns : table.rows,
        table.by_rows ? SBREG_ROW_MAJOR : SBREG_COL_MAJOR, SBREG_BORROW, nullptr, nullptr);
  }
  CLAIM(status == SBREG_OK, "the library refuses what was read: %s", sbreg_last_error());
  sbreg_matrix_destroy(matrix);
}

template <class Read>
void attempt(Read read) {
  try {
    read();
  } catch (const cli::Failure& failure) {
    const std::string text = failure.what();
    CLAIM(failure.code() == cli::Exit::input || failure.code() == cli::Exit::failed, "exit code %d: %s",
          static_cast<int>(failure.code()), text.c_str());
    CLAIM(!text.empty() && text.find('\n') == std::string::npos, "not one line: %s", text.c_str());
  }
}

}  // namespace

/// The first byte chooses whether a CSV file has a header; the others are the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const cli::Limits limits{.memory = 5e7, .expansion = 100};
  const cli::Reading reading{static_cast<cli::Header>(data[0] % 3), limits};
  const File file(data + 1, size - 1);
  attempt([&] { check_table(cli::read_table(file.path(), reading)); });
  attempt([&] {
    const std::vector<double> vector = cli::read_vector(file.path(), data[0] / 3 % 4, "b", reading);
    for (const double value : vector) CLAIM(std::isfinite(value), "a value is %g", value);
    CLAIM(!vector.empty() && (data[0] / 3 % 4 == 0 || vector.size() == data[0] / 3U % 4), "%zu numbers", vector.size());
  });
  return 0;
}
