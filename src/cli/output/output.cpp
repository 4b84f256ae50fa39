// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/commands/interrupt.hpp"

namespace cli {

Output::Output(const std::string& path)
    : name_(path.empty() || path == "-" ? "standard output" : path),
      descriptor_(path.empty() || path == "-" ? STDOUT_FILENO
                                              : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) fail();
}

Output::~Output() {
  if (descriptor_ > STDERR_FILENO) close(descriptor_);
}

void Output::fail() const { throw Failure(Exit::output, "cannot write to " + name_ + ": " + std::strerror(errno)); }

void Output::write(const std::string& text) {
  const bool already = interrupted();  // then this is what an interrupted run has
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) fail();
    if (!already && interrupted()) throw Failure(Exit::interrupted, "interrupted while writing to " + name_);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

void Output::finish(const std::string& text) {
  write(text);
  if (descriptor_ <= STDERR_FILENO) return;
  const int closing = descriptor_;
  descriptor_ = -1;
  if (close(closing) != 0) fail();
}

}  // namespace cli
