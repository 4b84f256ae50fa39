// SPDX-License-Identifier: BSD-3-Clause
#include "support/suggest.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sbreg {

int edit_distance(std::string_view a, std::string_view b) noexcept {
  constexpr std::size_t most = 63;
  a = a.substr(0, most);
  b = b.substr(0, most);
  std::array<int, most + 1> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

void Suggestion::consider(const char* candidate) noexcept {
  if (count_ < few) all_[count_] = candidate;
  ++count_;
  const bool begun = wanted_.size() >= 3 && std::string_view(candidate).starts_with(wanted_);  // as max_iter
  const int distance = begun ? 0 : edit_distance(wanted_, candidate);
  if (distance < distance_) {
    distance_ = distance;
    best_ = candidate;
  }
}

const char* Suggestion::hint() noexcept {
  const int length = static_cast<int>(wanted_.size());
  if (distance_ <= std::max(2, length / 3) && distance_ < length) {
    std::snprintf(hint_, sizeof hint_, "; did you mean \"%s\"?", best_);
  } else if (count_ <= few) {
    std::size_t used = 0;
    for (std::size_t k = 0; k < count_ && used < sizeof hint_; ++k)
      used += static_cast<std::size_t>(
          std::snprintf(hint_ + used, sizeof hint_ - used, "%s%s", k == 0 ? "; there is: " : ", ", all_[k]));
    if (used >= sizeof hint_) hint_[0] = '\0';  // better none than some
  }
  return hint_;
}

}  // namespace sbreg
