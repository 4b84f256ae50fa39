// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The words of the command line, by getopt_long over the table of options.
#include <getopt.h>

#include <algorithm>
#include <map>

#include "cli/line/command.hpp"

namespace cli {
namespace {

std::string hyphenated(std::string name) {  // --max_iterations is --max-iterations
  const auto end = std::find(name.begin(), name.end(), '=');
  std::replace(name.begin(), end, '_', '-');
  return name;
}

/// What other programs call our options.
const std::map<std::string, std::string>& foreign_names() {
  static const std::map<std::string, std::string> names{{"--tol", "--stationarity-tolerance"},
                                                        {"--tolerance", "--stationarity-tolerance"},
                                                        {"--eps", "--stationarity-tolerance"},
                                                        {"--max-iter", "--max-iterations"},
                                                        {"--maxiter", "--max-iterations"},
                                                        {"--max-iters", "--max-iterations"},
                                                        {"--random-state", "--seed"},
                                                        {"--x0", "--start"},
                                                        {"--init", "--start"},
                                                        {"--fit-intercept", "--intercept"},
                                                        {"--bias", "--intercept"},
                                                        {"--normalize", "--standardize"},
                                                        {"--scale", "--standardize"},
                                                        {"--alpha", "--ridge"},
                                                        {"--lambda", "--ridge"},
                                                        {"--l2", "--ridge"},
                                                        {"--target", "--response"},
                                                        {"--label", "--response"},
                                                        {"--y", "--response"},
                                                        {"--family", "--loss"},
                                                        {"--algorithm", "--method"},
                                                        {"--solver", "--method"},
                                                        {"--n-jobs", "--threads"},
                                                        {"--jobs", "--threads"},
                                                        {"--cv", "--folds"},
                                                        {"--timeout", "--time-limit"},
                                                        {"--max-time", "--time-limit"},
                                                        {"--out", "--output"},
                                                        {"--n-nonzero", "--sparsity"},
                                                        {"--nonzeros", "--sparsity"},
                                                        {"--keep", "--kept"},
                                                        {"--sample-weight", "--weights"}};
  return names;
}

[[noreturn]] void refuse(const Command& command, const std::string& what) {
  throw Failure(Exit::usage,
                what + (what.back() == '?' ? " See" : "; see") + " sparsebregman " + command.name + " --help");
}

std::size_t distance(const std::string& a, const std::string& b) {  // edits between two words
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

void check_operands(const Command& command, const Arguments& arguments) {
  const auto needed = static_cast<std::size_t>(
      std::ranges::count_if(command.operands, [](const std::string& operand) { return operand[0] != '['; }));
  if (arguments.operands.size() < needed)
    refuse(command, "what to read as " + command.operands[arguments.operands.size()] + " is missing");
  if (arguments.operands.size() > command.operands.size())
    refuse(command, "unexpected '" + arguments.operands[command.operands.size()] + "'");
}

}  // namespace

std::string hint(const std::string& word, const std::vector<std::string>& known) {
  constexpr std::size_t few = 12;
  const auto edits = [&](const std::string& name) { return distance(word, name); };
  const std::string& nearest = *std::ranges::min_element(known, {}, edits);
  if (edits(nearest) <= std::max<std::size_t>(2, word.size() / 3) && edits(nearest) < word.size())
    return "; did you mean " + nearest + "?";
  if (known.size() > few) return "";
  std::string all;
  for (const std::string& name : known)
    all += (all.empty() ? "; there is: " : ", ") + (name.find(',') == std::string::npos ? name : '"' + name + '"');
  return all;
}

Arguments parse(const Command& command, const std::vector<std::string>& words) {
  std::vector<option> table;
  std::vector<std::string> names;
  std::string letters = "+:";  // permuting is done below; a missing value is reported as ':'
  for (const Option& o : command.options) {
    table.push_back({o.name.c_str(), o.value.empty() ? no_argument : required_argument, nullptr, 0});
    names.push_back("--" + o.name);
    if (o.letter != 0) letters += std::string(1, o.letter) + (o.value.empty() ? "" : ":");
  }
  table.push_back({nullptr, 0, nullptr, 0});

  std::vector<std::string> storage{"sparsebregman"};
  bool options_over = false;
  for (const std::string& word : words) {
    options_over = options_over || word == "--";
    storage.push_back(!options_over && word.starts_with("--") ? hyphenated(word) : word);
  }
  std::vector<char*> argv;
  argv.reserve(storage.size() + 1);
  for (std::string& word : storage) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int argc = static_cast<int>(storage.size());

  Arguments arguments;
  arguments.command = &command;
  opterr = 0;
  optind = 1;
  while (optind < argc) {
    int where = -1;
    const int before = optind;
    const int found = getopt_long(argc, argv.data(), letters.c_str(), table.data(), &where);
    if (found == -1) {
      if (optind >= argc) break;
      if (storage[static_cast<std::size_t>(optind) - 1] == "--" && optind > before) {
        arguments.operands.insert(arguments.operands.end(), storage.begin() + optind, storage.end());
        break;
      }
      arguments.operands.emplace_back(argv[static_cast<std::size_t>(optind++)]);
      continue;
    }
    const std::string word = storage[static_cast<std::size_t>(before)];
    if (found == ':') refuse(command, word + " needs a value");
    if (found == '?') {
      const std::string name = word.substr(0, word.find('='));
      const auto foreign = foreign_names().find(name);
      const bool known = foreign != foreign_names().end() && std::ranges::count(names, foreign->second) > 0;
      refuse(command, "there is no option " + name +
                          (known ? "; it is called " + foreign->second : " here" + hint(name, names)));
    }
    const Option& chosen = found == 0 ? command.options[static_cast<std::size_t>(where)]
                                      : *std::ranges::find(command.options, static_cast<char>(found), &Option::letter);
    arguments.values[chosen.name] = optarg == nullptr ? "" : optarg;
  }
  if (!arguments.has("help")) check_operands(command, arguments);
  return arguments;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
  const auto found = values.find(name);
  return found == values.end() ? otherwise : found->second;
}

Index Arguments::integer(const std::string& name, Index otherwise, Index minimum, Index maximum) const {
  if (!has(name)) return otherwise;
  Index value = 0;
  if (!parse_integer(text(name), value) || value < minimum || value > maximum)
    throw Failure(Exit::usage, "--" + name + " wants an integer from " + std::to_string(minimum) + " to " +
                                   std::to_string(maximum) + ", not '" + text(name) + "'");
  return value;
}

double Arguments::real(const std::string& name, double otherwise) const {
  if (!has(name)) return otherwise;
  double value = 0;
  if (parse_real(text(name), value) != Parsed::good)
    throw Failure(Exit::usage, "--" + name + " wants a number, not '" + text(name) + "'");
  return value;
}

std::string Arguments::choice(const std::string& name, const std::string& otherwise) const {
  const auto& allowed = std::ranges::find(command->options, name, &Option::name)->choices;
  std::string value = text(name, otherwise);
  if (std::ranges::find(allowed, value) == allowed.end())
    throw Failure(Exit::usage, "--" + name + " does not know '" + value + "'" + hint(value, allowed));
  return value;
}

}  // namespace cli
