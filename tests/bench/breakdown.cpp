// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Where an iteration of Newton + D1 goes, and how far it is from the products with A that no implementation avoids.
//
// Instances: A 64 x 256 with standard normal entries, columns scaled to length 1; x* standard normal on s places drawn
// uniformly; b = A x*, no noise. The loop is timed as it is; its parts are timed by themselves on points that it
// visited, few enough to stay in the cache, and counted as often as it used them. Processor time, one thread. The
// unavoidable products of an iteration are one gradient, A_T u for every trial that is evaluated, and for a
// Newton step A_T'r and of A_T'A_T the columns that the last one lacked, all in double precision. They are timed as a
// run that makes only them, by the library's kernels, on the points of the loop in its order, in turns with the loop.
// The loop is timed with gradients in single precision, as it is by default, and without.
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>

#include "dsm/dsm.hpp"
#include "linalg/simd/kernels.hpp"
#include "problem/dense.hpp"
#include "problem/gram.hpp"
#include "problem/linear_model.hpp"
#include "solver/solver.hpp"
#include "solver/step/newton.hpp"
#include "solver/step/threshold.hpp"
#include "support/rng.hpp"

namespace {

using namespace sbreg;

constexpr Index m = 64, n = 256, limit = 3000;
constexpr int passes = 20;
constexpr std::size_t sample = 32;  // points from the middle of a run

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::shared_ptr<LinearModel> draw(Rng& rng, Index rows, Index columns, Index s) {
  std::vector<double> A(to_size(rows * columns)), b(to_size(rows));
  for (double& a : A) a = rng.normal();
  for (Index j = 0; j < columns; ++j) {
    const double length = std::sqrt(kernels().dot(rows, A.data() + j * rows, A.data() + j * rows));
    for (Index i = 0; i < rows; ++i) A[to_size(j * rows + i)] /= length;
  }
  std::vector<bool> taken(to_size(columns));
  for (Index left = s; left > 0;) {
    const auto j = static_cast<Index>(rng.below(to_size(columns)));
    if (taken[to_size(j)]) continue;
    taken[to_size(j)] = true;
    --left;
    const double value = rng.normal();
    for (Index i = 0; i < rows; ++i) b[to_size(i)] += value * A[to_size(j * rows + i)];
  }
  return std::make_shared<LinearModel>(DenseMatrix::copy(rows, columns, {A.data(), rows, false}),
                                       find_loss("least_squares"), b);
}

struct Times {
  double loop = 0, gradient = 0, selection = 0, objective = 0, newton = 0, products = 0;
  double iterations = 0, trials = 0, newton_tries = 0;
};

/// Seconds per call of `part` over all points, the best of all passes.
double per_call(std::size_t points, const std::function<void(std::size_t)>& part) {
  double best = infinity;
  for (int pass = 0; pass < passes; ++pass) {
    const double start = seconds();
    for (std::size_t k = 0; k < points; ++k) part(k);
    best = std::min(best, seconds() - start);
  }
  return best / static_cast<double>(points);
}

std::unique_ptr<Solver> prepared(const std::shared_ptr<LinearModel>& problem, Index s,
                                 const std::vector<std::vector<double>>& dictionary, bool single) {
  auto owner = std::make_unique<Solver>(problem, s);
  Solver& solver = *owner;
  solver.options.method = "newton";
  apply_method(solver.options);
  solver.options.max_iterations = limit;
  solver.options.single_precision = single ? 1 : 0;
  for (const auto& w : dictionary) solver.add_scaling(w);
  solver.prepare([] { return true; });
  return owner;
}

/// A point where an iteration ends, with how often it evaluated f and whether it took a Newton step.
struct Visit {
  std::vector<Index> support;
  std::vector<double> values;
  Index evaluations = 0;
  bool newton = false;
  std::vector<Index> order;  // of the support: what the last Newton step had, and then what it lacked
  Index stayed = 0;
};

/// Makes the products of all visits, and nothing else.
class Replay {
 public:
  Replay(const LinearModel& problem, Index s)
      : A_(problem.matrix()),
        evaluator_(problem.evaluator(s)),
        zero_(*evaluator_, n, s),
        s_(s),
        constant_(to_size(n)),
        scratch_(to_size(m)),
        g_(to_size(n)),
        r_(to_size(m)),
        on_(to_size(s)),
        block_(to_size(s * s)) {}

  void operator()(const std::vector<Visit>& visits) {
    Gram* const gram = A_.gram();
    for (std::size_t k = 0; k + 1 < visits.size(); ++k) {
      const Visit& from = visits[k];
      const Visit& to = visits[k + 1];
      gram->combine(from.support, from.values, constant_, scratch_, g_);
      for (Index e = 0; e < to.evaluations; ++e) A_.multiply_columns(to.support, to.values, r_);
      if (!to.newton) continue;
      A_.multiply_transpose_columns(to.support, r_, Vec(on_).first(to.support.size()));
      if (to.stayed < to_index(to.order.size()))
        evaluator_->second_order()->hessian(zero_.x, zero_.state, to.order, to.stayed, block_.data(), s_);
    }
  }

 private:
  const Matrix& A_;
  std::unique_ptr<Evaluator> evaluator_;
  Point zero_;  // where the Hessian is, is all the same
  Index s_;
  LineVector constant_, scratch_, g_, r_, on_, block_;
};

void measure(Rng& rng, Index s, bool single, Times& t) {
  const auto problem = draw(rng, m, n, s);
  std::vector<std::vector<double>> dictionary;
  for (DsmModel model : {DsmModel::quadratic, DsmModel::linear, DsmModel::lipschitz}) {
    const auto dsm = make_dsm(*problem->curvature(), model);
    while (dsm->step() == SBREG_RUNNING) {
    }
    dictionary.emplace_back(dsm->weights().begin(), dsm->weights().end());
  }
  // The points visited, and which of them had tried a Newton step: f is evaluated once more then than there were
  // trials.
  const auto owner = prepared(problem, s, dictionary, single);
  Solver& solver = *owner;
  std::vector<std::vector<double>> points;
  std::vector<Visit> visits(1);  // 0, where it begins
  std::vector<Index> factored;   // the support of the last Newton step
  double newton_tries = 0;
  std::vector<unsigned char> newton_at;
  while (solver.state() == SBREG_RUNNING) {
    const Counters before = solver.run().counters;
    solver.step();
    const SparseVector& x = solver.run().current.x;
    points.emplace_back(x.values().begin(), x.values().end());
    newton_at.push_back(solver.run().counters.newton_steps > before.newton_steps ? 1 : 0);
    newton_tries += newton_at.back();
    Visit& visit = visits.emplace_back();
    visit.support.assign(x.support().begin(), x.support().end());
    visit.values.assign(x.packed().begin(), x.packed().end());
    visit.evaluations = solver.run().counters.evaluations - before.evaluations;
    visit.newton = newton_at.back() != 0;
    if (!visit.newton) continue;
    std::ranges::set_intersection(visit.support, factored, std::back_inserter(visit.order));
    visit.stayed = to_index(visit.order.size());
    std::ranges::set_difference(visit.support, factored, std::back_inserter(visit.order));
    factored = visit.support;
  }
  const auto iterations = static_cast<double>(points.size());
  const std::size_t count = std::min(points.size(), sample);
  const std::size_t middle = (points.size() - count) / 2;
  const auto evaluator = problem->evaluator(s);
  const auto at = [&](std::size_t k, double factor) {
    std::vector<double> x = points[k];
    for (double& v : x) v *= factor;
    Point point(*evaluator, n, s);
    point.x.assign_dense(x);
    point.evaluate(*evaluator);
    return point;
  };
  std::vector<Point> all;
  for (std::size_t k = middle; k < middle + count; ++k) all.push_back(at(k, 1));
  std::vector<double> g(to_size(n));
  Threshold threshold(n, s);
  const Scaling scaling(dictionary[0]);
  SparseVector next(n, s);
  const Structure plain(n, s);
  Newton newton(*evaluator, plain);
  const double gradient = per_call(count, [&](std::size_t k) {
    if (single)
      evaluator->rough_gradients()->rough_gradient(all[k].x, infinity, g);
    else
      evaluator->gradient(all[k].x, all[k].state, g);
  });
  // At Newton points it is computed again on the support, in double precision.
  std::vector<double> on(to_size(s));
  const double again = per_call(count, [&](std::size_t k) {
    const SparseVector& x = all[k].x;
    evaluator->gradient_on(x, all[k].state, x.support(), Vec(on).first(to_size(x.count())));
  });
  // A search finds its candidates once and then chooses among them, with steps that halve from 41.6: in the trials that
  // are evaluated, and in the one before, whose fall says that f rises there and in all longer ones.
  std::vector<std::vector<double>> gradients;
  for (const Point& point : all) {
    evaluator->gradient(point.x, point.state, g);
    gradients.push_back(g);
  }
  const double trials = static_cast<double>(solver.run().counters.evaluations) - newton_tries;
  const auto searched = static_cast<int>(std::lround(trials / iterations));
  const int first =
      static_cast<int>(std::lround(static_cast<double>(solver.run().counters.trials) / iterations)) - searched;
  double falls = 0, least = 0;
  threshold.remember(1, first + searched);
  const double selection = per_call(count, [&](std::size_t k) {
    threshold.aim(all[k].x, gradients[k], 1, scaling, 0);
    for (int j = first; j < first + searched; ++j) {
      threshold.choose(j, 41.6 / (1 << j));
      if (j == first) {
        falls += threshold.fall();
        if (j > 0) least += threshold.least_fall(j - 1, 41.6 / (1 << (j - 1)));
      }
      threshold.take(next);
    }
  });
  const double objective = per_call(count, [&](std::size_t k) { all[k].evaluate(*evaluator); });
  // A Newton try has its own objective; on points where the step was taken the gradient has vanished, so shift them.
  std::vector<Point> shifted;
  for (std::size_t k = 0; k < points.size() && shifted.size() < sample; ++k)
    if (newton_at[k] != 0) shifted.push_back(at(k, 1.01));
  const double step =
      shifted.empty() ? 0 : per_call(shifted.size(), [&](std::size_t k) { newton(*evaluator, shifted[k], next); });
  if (!std::isfinite(falls) || std::isnan(least)) std::abort();  // they are used
  t.gradient += gradient * iterations + (single ? again * newton_tries : 0);
  t.selection += selection * iterations;
  t.objective += objective * (trials + newton_tries);
  t.newton += step * newton_tries;
  Replay replay(*problem, s);
  double loop = infinity, products = infinity;
  for (int turn = 0; turn < 4; ++turn) {  // as many passes of both
    for (int pass = 0; pass < passes; ++pass) {
      const auto owner_of_timed = prepared(problem, s, dictionary, single);
      Solver& timed = *owner_of_timed;
      const double start = seconds();
      while (timed.state() == SBREG_RUNNING) timed.step();
      loop = std::min(loop, seconds() - start);
    }
    products = std::min(products, per_call(1, [&](std::size_t) { replay(visits); }));
  }
  t.loop += loop;
  t.products += products;
  t.iterations += iterations;
  t.trials += trials;
  t.newton_tries += newton_tries;
}

/// Prints a table; returns whether the loop is within three times the products.
bool report(bool single) {
  std::printf("An iteration of Newton + D1, 64 x 256, microseconds, gradients in %s precision%s\n",
              single ? "single" : "double", single ? "; target: at most 3 times the products" : "");
  std::printf(
      "  s     loop   gradient  selection  objective   Newton    rest   products   ratio   trials  Newton steps\n");
  bool within = true;
  for (Index s : {20, 26, 30}) {
    Rng rng(to_size(s));
    Times t;
    for (int k = 0; k < 8; ++k) measure(rng, s, single, t);
    const double unit = 1e6 / t.iterations;
    std::printf("%3lld %8.2f %10.2f %10.2f %10.2f %8.2f %7.2f %10.2f %7.2f %8.2f %9.2f\n", static_cast<long long>(s),
                t.loop * unit, t.gradient * unit, t.selection * unit, t.objective * unit, t.newton * unit,
                (t.loop - t.gradient - t.selection - t.objective - t.newton) * unit, t.products * unit,
                t.loop / t.products, t.trials / t.iterations, t.newton_tries / t.iterations);
    within = within && t.loop <= 3 * t.products;
  }
  return within;
}

/// The loop at other sizes, with t I near the largest eigenvalue of A'A for its matrix.
void compare_precisions() {
  std::printf("An iteration of Newton + t I, microseconds, gradients in double and in single precision\n");
  std::printf("   m      n     s    double    single   ratio\n");
  for (const auto& [rows, columns, s] :
       {std::array<Index, 3>{64, 256, 30}, std::array<Index, 3>{128, 512, 40}, std::array<Index, 3>{100, 1000, 25},
        std::array<Index, 3>{100, 2000, 25}, std::array<Index, 3>{500, 2000, 180}}) {
    Rng rng(to_size(s));
    double seconds_of[2] = {}, iterations[2] = {};
    for (int k = 0; k < 4; ++k) {
      const auto problem = draw(rng, rows, columns, s);
      const double edge = 1 + std::sqrt(static_cast<double>(columns) / static_cast<double>(rows));
      const std::vector<std::vector<double>> dictionary{std::vector<double>(to_size(columns), edge * edge)};
      double best[2] = {infinity, infinity};
      for (int pass = 0; pass < 5; ++pass)
        for (int single = 0; single < 2; ++single) {
          const auto owner = prepared(problem, s, dictionary, single != 0);
          Solver& solver = *owner;
          const double start = seconds();
          while (solver.state() == SBREG_RUNNING) solver.step();
          best[single] = std::min(best[single], seconds() - start);
          if (pass == 0) iterations[single] += static_cast<double>(solver.run().counters.iterations);
        }
      for (int single = 0; single < 2; ++single) seconds_of[single] += best[single];
    }
    const double in_double = 1e6 * seconds_of[0] / iterations[0], in_single = 1e6 * seconds_of[1] / iterations[1];
    std::printf("%4lld %6lld %5lld %9.2f %9.2f %7.2f\n", static_cast<long long>(rows), static_cast<long long>(columns),
                static_cast<long long>(s), in_double, in_single, in_single / in_double);
  }
}

}  // namespace

int main() {
  const bool within = report(true);
  std::printf("\n");
  report(false);
  std::printf("\n");
  compare_precisions();
  return within ? 0 : 1;
}
