// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What every algorithm did on every instance, written as it happens: a run that was interrupted goes on where it ended.
// One line per instance: sparsity number, then recovered:iterations:cpu:wall per algorithm.
#pragma once

#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "experiment.hpp"

namespace paper {

class Log {
 public:
  using Key = std::pair<Index, Index>;  // sparsity, number

  /// `title` names the experiment and its parameters; a file with another title is begun anew.
  Log(const std::string& path, const std::string& title, std::size_t algorithms) {
    std::ifstream old(path);
    std::string line;
    if (std::getline(old, line) && line == title)
      while (std::getline(old, line)) parse(line, algorithms);
    old.close();
    file_ = std::fopen(path.c_str(), "w");
    if (file_ == nullptr) {
      std::perror(path.c_str());
      std::exit(1);
    }
    std::fprintf(file_, "%s\n", title.c_str());
    for (const auto& [key, outcomes] : known_) write(key, outcomes);
  }
  ~Log() { std::fclose(file_); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  [[nodiscard]] bool has(const Key& key) const { return known_.contains(key); }
  void add(const Key& key, std::vector<Outcome> outcomes) {
    const std::lock_guard lock(mutex_);
    write(key, outcomes);
    known_[key] = std::move(outcomes);
  }
  [[nodiscard]] const std::map<Key, std::vector<Outcome>>& all() const { return known_; }

 private:
  void parse(const std::string& line, std::size_t algorithms) {
    std::istringstream in(line);
    Key key;
    std::vector<Outcome> outcomes;
    in >> key.first >> key.second;
    Outcome o;
    char colon = 0;
    while (in >> o.recovered >> colon >> o.iterations >> colon >> o.cpu >> colon >> o.wall) outcomes.push_back(o);
    if (outcomes.size() == algorithms) known_[key] = outcomes;
  }
  void write(const Key& key, const std::vector<Outcome>& outcomes) {
    std::fprintf(file_, "%lld %lld", static_cast<long long>(key.first), static_cast<long long>(key.second));
    for (const Outcome& o : outcomes)
      std::fprintf(file_, " %d:%lld:%.4g:%.4g", o.recovered ? 1 : 0, static_cast<long long>(o.iterations), o.cpu,
                   o.wall);
    std::fprintf(file_, "\n");
    std::fflush(file_);
  }

  std::map<Key, std::vector<Outcome>> known_;
  std::FILE* file_ = nullptr;
  std::mutex mutex_;
};

}  // namespace paper
