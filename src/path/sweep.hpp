// SPDX-License-Identifier: BSD-3-Clause
// The fits of one set of observations for every sparsity of a range. A forward sweep starts each fit at the solution
// before it, a backward one at the solution after it less its least important entries, and a second forward one goes
// over those whose predecessor has become better since; the best of all stays. Under structure an entry is a group, and
// kept coordinates never leave. So
//
//     f(x_s) <= f(x_{s-1})      because the start of a fit is feasible and no fit returns a worse point
//
// With `independent` there is no warm start, and each fit is what a lone solver gives.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "path/options.hpp"
#include "solver/solver.hpp"

namespace sbreg {

struct Fit {
  std::vector<Index> support;
  std::vector<double> values;  // on the support
  double intercept = 0;        // on the scale of the data
  double f = infinity;
  int state = 0;
  Index iterations = 0;      // of all runs at this sparsity
  bool improved = false;     // since the fit after it began here
  bool proved = false;       // that no point of this sparsity is better
  double bound = -infinity;  // below which no point of this sparsity is
  double gap = infinity;     // as Run::gap
  bool separated = false;    // that f has no minimiser on this support
};

class Sweep {
 public:
  /// Makes a setup, whose problem may be a copy of many rows.
  using Source = std::function<std::shared_ptr<const Setup>()>;

  /// Every fit is made with the setup at another sparsity. The sweep asks for the setup at its first fit and drops it,
  /// and all else that is large, after the last one.
  Sweep(Source setup, Index first, Index last, const PathOptions& options);

  [[nodiscard]] Index fits() const noexcept { return independent_ ? count() : 3 * count() - 2; }
  /// These three may be asked by any thread while another advances.
  [[nodiscard]] Index done() const;
  [[nodiscard]] bool finished() const { return done() == fits(); }
  /// The fit at s, if there is one yet.
  [[nodiscard]] std::optional<Fit> find(Index s) const;
  /// Makes the next fit. When `keep_going` answers false the fit is given up, and the next call makes it again.
  void advance(const std::function<bool()>& keep_going);
  /// Problem::scale of the setup's problem, once it has been there.
  [[nodiscard]] ConstVec scale() const noexcept { return scale_; }
  /// The fit at s, which must be there; only while nothing advances.
  [[nodiscard]] const Fit& at(Index s) const noexcept { return fits_[to_size(s - first_)]; }

 private:
  [[nodiscard]] Index count() const noexcept { return last_ - first_ + 1; }
  void open();
  void close() noexcept;
  void forward(Index s, const std::function<bool()>& keep_going);
  void backward(Index s, const std::function<bool()>& keep_going);
  void forward_again(Index s, const std::function<bool()>& keep_going);
  void refit(Index s, const std::function<bool()>& keep_going);
  bool run(Solver& solver, const std::function<bool()>& keep_going);
  void keep(const Solver* solver, Index s);
  /// A solver for s. `started`: at start_; `brief`: with the window and the effort of a warm start.
  [[nodiscard]] std::unique_ptr<Solver> make(Index s, bool started, bool brief) const;
  void spread(const Fit& fit);
  [[nodiscard]] bool same_support(const Fit& fit) const noexcept;
  void drop(const Fit& larger, Index s);

  Source source_;
  std::shared_ptr<const Setup> setup_;  // from the first fit to the last one
  Index first_, last_;
  bool independent_;
  Index warm_window_;
  double warm_effort_;
  Index prove_;
  Matrices dictionary_;  // computed by the first fit with a variable
  std::vector<Fit> fits_;
  Index done_ = 0;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();  // of fits_ and done_, for those who ask
  std::vector<double> weight_;                                          // of an entry's square: what it is worth to f
  std::vector<double> start_;                                           // a dense point
  std::vector<double> scale_;
};

}  // namespace sbreg
