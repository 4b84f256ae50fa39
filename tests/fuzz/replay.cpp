// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// replay FOLDER|FILE...                      runs a fuzz target on stored inputs, with any compiler and no fuzzer
// replay --random COUNT SEED [FOLDER|FILE...]  then on COUNT random inputs, some of them made from the stored ones
//
// An input on which the target fails is written to the file "finding".
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "fuzz.hpp"

namespace {

using Input = std::vector<std::uint8_t>;
Input current;

void keep(int signal) {
  const int file = open("finding", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0 && write(file, current.data(), current.size()) >= 0) close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(const Input& input) {
  current = input;
  LLVMFuzzerTestOneInput(current.data(), current.size());
}

std::vector<std::filesystem::path> files_of(int count, char** names) {
  std::vector<std::filesystem::path> files;
  for (int k = 0; k < count; ++k) {
    if (!std::filesystem::is_directory(names[k])) {
      files.emplace_back(names[k]);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(names[k])) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// Random bytes, or a stored input with a few bytes changed, dropped or repeated.
Input random_input(std::mt19937_64& draw, const std::vector<Input>& stored) {
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(draw() % count); };
  Input input;
  if (!stored.empty() && below(2) == 0) {
    input = stored[below(stored.size())];
    for (std::size_t k = 1 + below(8); k > 0 && !input.empty(); --k) {
      const auto place = input.begin() + static_cast<std::ptrdiff_t>(below(input.size()));
      if (below(3) == 0)
        input.erase(place);
      else if (below(2) == 0)
        input.insert(place, static_cast<std::uint8_t>(below(256)));
      else
        *place = static_cast<std::uint8_t>(below(256));
    }
  } else {
    input.resize(1 + below(400));
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(below(256));
  }
  return input;
}

}  // namespace

int main(int count, char** words) {
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, keep);
  const bool random = count >= 4 && std::strcmp(words[1], "--random") == 0;
  const auto files = files_of(count - (random ? 4 : 1), words + (random ? 4 : 1));
  std::vector<Input> stored;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    stored.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    std::fprintf(stderr, "%s\n", file.c_str());  // the last one printed is the one that failed
    run(stored.back());
  }
  const long more = random ? std::atol(words[2]) : 0;
  std::mt19937_64 draw(random ? std::strtoull(words[3], nullptr, 10) : 0);
  for (long k = 0; k < more; ++k) run(random_input(draw, stored));
  std::printf("%zu stored and %ld random inputs\n", stored.size(), more);
  return stored.empty() && more == 0 ? 1 : 0;
}
