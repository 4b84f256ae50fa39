// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/picture.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <vector>

namespace cli {
namespace {

constexpr const char* converter = "rsvg-convert";

/// Runs the converter with these files as standard input and output, and silent; its exit status, or -1 where it cannot
/// be started.
int convert(std::vector<std::string> words, int in, int out) {
  words.insert(words.begin(), converter);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int refused = posix_spawnp(&child, converter, &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (refused != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A file without a name that holds the text, at its beginning.
std::unique_ptr<std::FILE, int (*)(std::FILE*)> nameless(const std::string& text) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0)
    throw Failure(Exit::output, "cannot write a temporary file for the picture");
  std::rewind(file.get());
  return file;
}

bool can_convert() {
  const auto nothing = nameless("");
  return convert({"--version"}, fileno(nothing.get()), fileno(nothing.get())) == 0;
}

}  // namespace

Picture::Picture(const std::string& option, const std::string& path) : path_(path) {
  if (path.empty()) return;
  const std::string ending = std::filesystem::path(path).extension();
  png_ = ending == ".png";
  if (!png_ && !ending.empty() && ending != ".svg")
    throw Failure(Exit::usage, "--" + option + " draws .svg and .png, not '" + path + "'");
  if (png_ && !can_convert())
    throw Failure(Exit::output, "cannot write to " + path + ": PNG needs the program " + converter +
                                    " (Debian: librsvg2-bin); .svg needs nothing");
  output_.emplace(path);
}

void Picture::finish(const Chart& chart) {
  if (!output_) return;
  if (!png_) return output_->finish(svg(chart));
  const auto text = nameless(svg(chart));
  const int status = convert({"--format=png", "--zoom=2"}, fileno(text.get()), output_->descriptor());
  if (status != 0)
    throw Failure(Exit::output,
                  "cannot write to " + path_ + ": " + converter + " ended with status " + std::to_string(status));
  output_->finish("");
}

}  // namespace cli
