// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/dictionary.hpp"

#include <algorithm>
#include <cmath>

#include "dsm/space.hpp"
#include "linalg/blas.hpp"
#include "linalg/lanczos.hpp"
#include "solver/loop/line_search.hpp"
#include "support/error.hpp"
#include "support/rng.hpp"

namespace sbreg {
namespace {

constexpr double line_search_gap = 0.05;  // weights this near the optimum serve a line search as well as better ones

double mean_of(ConstVec v) noexcept {
  double total = 0;
  for (double x : v) total += x;
  return total / static_cast<double>(v.size());
}

/// The order of the models that a dictionary's name stands for (paper, table descent_dictionary).
std::vector<DsmModel> models_of(std::string_view name) {
  using enum DsmModel;
  if (name == "linear") return {linear};
  if (name == "quadratic") return {quadratic};
  if (name == "D1") return {quadratic, linear, lipschitz};
  if (name == "D2") return {linear, quadratic, lipschitz};
  if (name == "D3") return {linear, lipschitz, quadratic};
  if (name == "D4") return {quadratic, lipschitz, linear};
  return {lipschitz};
}

/// The diagonal of C, near enough for a scale; nothing where numbers that overflow, vanish beside others or are
/// negative say that C has no scaling models.
std::vector<double> cheap_diagonal(const Curvature& C) {
  std::vector<double> diagonal(to_size(C.n));
  double weight = C.scale;
  if (C.factor != nullptr) {
    C.factor->column_norms(diagonal);
    if (!C.row_weights.empty()) weight *= mean_of(C.row_weights);
  } else {
    for (Index j = 0; j < C.n; ++j) diagonal[to_size(j)] = C.symmetric[j * C.n + j];
  }
  for (double& d : diagonal) d = weight * d + C.ridge;
  const double largest = *std::ranges::max_element(diagonal);
  const bool sound = std::isfinite(largest) && largest > 1e-240 &&
                     std::ranges::all_of(diagonal, [&](double d) { return d == 0 || d > 1e-200 * largest; });
  return sound ? diagonal : std::vector<double>();
}

/// y <- C x.
void multiply(const Curvature& C, ConstVec x, Vec image, Vec y) {
  if (C.factor != nullptr) {
    C.factor->multiply_block(1, x.data(), image.data());
    for (std::size_t i = 0; i < C.row_weights.size(); ++i) image[i] *= C.row_weights[i];
    C.factor->multiply_transpose(image, y);
  } else {
    blas::gemv(blas::Op::none, C.n, C.n, 1, C.symmetric, C.n, x.data(), 0, y.data());
  }
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = C.scale * y[i] + C.ridge * x[i];
}

/// The power of two below the largest entry, 1 where all are 0. Fails where one is no number.
double checked_unit(ConstVec product) {
  double largest = 0;
  for (double v : product) {
    SBREG_REQUIRE(std::isfinite(v), SBREG_E_NUMERIC,
                  "a product with the data of the problem is %g, so that no step length can be estimated", v);
    largest = std::max(largest, std::abs(v));
  }
  return largest > 0 ? std::exp2(std::ilogb(largest)) : 1;
}

/// A number t, some percent too small, with t Diag(shape) >= C: the largest Ritz value of C in units of `shape` after a
/// few Lanczos steps. They start near the gradient, where the large eigenvalues weigh more already, so that two steps,
/// four products with A, are worth four power iterations; a random part is there for what the gradient does not see.
double estimate_multiple(const Curvature& C, ConstVec shape, ConstVec gradient) {
  Rng rng(1);
  std::vector<double> start(to_size(C.n)), scaled(start.size()), inverse_root(start.size());
  for (std::size_t i = 0; i < start.size(); ++i) inverse_root[i] = shape[i] > 0 ? 1 / std::sqrt(shape[i]) : 0;
  std::vector<double> image(C.factor != nullptr ? to_size(C.factor->rows()) : 0);
  for (double& v : start) v = 0.1 * rng.normal();
  double squares = 0;
  double largest = 0;  // so that squares neither overflow nor vanish
  for (double g : gradient) largest = std::max(largest, std::abs(g));
  for (double g : gradient) squares += largest > 0 ? (g / largest) * (g / largest) : 0;
  const double root_mean = std::sqrt(squares / static_cast<double>(C.n));
  for (std::size_t i = 0; i < start.size(); ++i)
    if (largest > 0) start[i] += gradient[i] / largest / root_mean;
  const double root_shape = std::sqrt(mean_of(shape));
  for (std::size_t i = 0; i < start.size(); ++i) start[i] *= inverse_root[i] * root_shape;
  BlockLanczos lanczos(start);
  double unit = 0;  // of C, a power of two
  for (int k = 0; k < (C.n > large_dimension ? 2 : 4); ++k)
    lanczos.step([&](const double* x, double* y) {
      const Vec product(y, start.size());
      for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] = inverse_root[i] * x[i];
      multiply(C, scaled, image, product);
      for (std::size_t i = 0; i < scaled.size(); ++i) product[i] *= inverse_root[i];
      const double now = checked_unit(product);
      if (unit == 0) unit = now;
      for (double& v : product) v /= unit;
    });
  return unit * lanczos.largest();
}

/// shape <- the multiple of it above the Hessian at 0, above the bound where that vanishes, and the guess where neither
/// is known.
void scale_to_start(Vec shape, const std::optional<Curvature>& start, const std::optional<Curvature>& C, double guess,
                    ConstVec gradient) {
  double multiple = start ? estimate_multiple(*start, shape, gradient) : 0;
  if (!(multiple > 0) && C)
    multiple = estimate_multiple(*C, shape, gradient);  // may be 0: then no coordinate can move
  else if (!(multiple > 0 && std::isfinite(multiple)))
    multiple = guess;
  for (double& w : shape) w *= multiple;
}

void require_suitable(const Method& method, std::string_view name) {
  SBREG_REQUIRE(method.dictionary != Accepts::one_multiple_of_identity || name == "lipschitz", SBREG_E_ARGUMENT,
                "method \"%s\" uses one multiple of the identity, not dictionary = \"%s\"; \"ciwht\", "
                "\"ciwht-lsr\" and \"newton\" take any",
                method.name, std::string(name).c_str());
  SBREG_REQUIRE(
      method.dictionary != Accepts::one_matrix || models_of(name).size() == 1, SBREG_E_ARGUMENT,
      "method \"%s\" uses one scaling matrix, but dictionary = \"%s\" has several; \"ciwht\" cycles through them",
      method.name, std::string(name).c_str());
}

/// The name in the options, or what `auto` stands for.
std::string_view name_of(const Setup& setup) noexcept {
  return setup.options.dictionary == "auto" ? setup.method().computes : std::string_view(setup.options.dictionary);
}

}  // namespace

DictionaryComputation::DictionaryComputation(const Problem& problem, std::string_view name, bool certified,
                                             double guess)
    : problem_(problem),
      models_(models_of(name)),
      by_columns_(name == columns),
      certified_(certified),
      guess_(guess),
      bound_(problem.curvature()),
      start_(certified ? bound_ : problem.curvature_at_zero(row_weights_)) {
  SBREG_REQUIRE(
      bound_.has_value() || !certified, SBREG_E_UNSUPPORTED,
      "this %s problem has no bound on its Hessian, so no safe step exists: choose a method with a line "
      "search, which finds a scale by itself (\"auto\", \"newton\", \"iht-lsr\"), \"bpg\" with a kernel, or add "
      "weights of your own with sbreg_dsm_create_weights",
      problem.kind());
  if (!start_.has_value()) models_.resize(1);  // a multiple of the identity whatever the model
}

DictionaryComputation::~DictionaryComputation() = default;

/// 60 sqrt(n) times what a step of their dual ascent reads: A or A'A, and blocks of vectors that are not free where A
/// is sparse (tests/bench/bench_dictionary). The dual factors have about sqrt(n)/2 columns. A'A is made by matrix
/// products, which are fast.
double DictionaryComputation::cost_of_models() const noexcept {
  if (!start_ || !has_models_) return infinity;
  const auto n = static_cast<double>(start_->n);
  const Matrix* const A = start_->factor;
  const double rows = A != nullptr ? static_cast<double>(A->rows()) : 0;
  const bool forms = A == nullptr || takes_matrix_route(*start_);
  const double order = forms ? n : rows, read = forms ? n * n : A->entries();
  return 60 * std::sqrt(n) * (read + 16 * order + 4 * n) + (forms ? rows * n * n / 6 : 0);
}

bool DictionaryComputation::run(ConstVec gradient, const std::function<bool()>& keep_going) {
  while (dictionary_.size() < models_.size()) {
    const DsmModel model = models_[dictionary_.size()];
    if (!certified_ && (model == DsmModel::lipschitz || !start_.has_value())) {
      std::vector<double> w;
      if (by_columns_ && start_ && problem_.columns_stored()) {
        w = cheap_diagonal(*start_);
        has_models_ = !w.empty();
      }
      if (w.empty()) w.resize(to_size(problem_.dimension()), 1.0);
      scale_to_start(w, start_, bound_, guess_, gradient);
      dictionary_.push_back(std::make_shared<const Scaling>(w));
      continue;
    }
    if (dsm_ == nullptr) {
      dsm_ = make_dsm(*start_, model);
      if (!certified_) {
        dsm_->options.gap_tolerance = line_search_gap;
        dsm_->options.allowed_failure = 0.1;
        dsm_->options.proof_limit = 500;  // beyond, proofs of what need not be proved would cost more than all else
      }
    }
    dsm_->keep_going = keep_going;
    while (dsm_->step() == SBREG_RUNNING)
      if (!keep_going()) return false;
    dictionary_.push_back(std::make_shared<const Scaling>(dsm_->weights()));
    dsm_.reset();
  }
  return true;
}

void Dictionary::require_suitable(const Method& method) const {
  if (given_.empty()) return;
  const auto given = static_cast<long long>(size());
  SBREG_REQUIRE(method.dictionary != Accepts::one_multiple_of_identity || (given == 1 && given_.front()->uniform()),
                SBREG_E_ARGUMENT,
                "method \"%s\" uses one multiple of the identity, but %lld scaling matrices were given, or one with "
                "different weights; \"iwht\", \"ciwht\" and \"newton\" take those",
                method.name, given);
  SBREG_REQUIRE(method.dictionary != Accepts::one_matrix || given == 1, SBREG_E_ARGUMENT,
                "method \"%s\" uses one scaling matrix, but %lld were given; \"ciwht\" cycles through several",
                method.name, given);
}

std::optional<Dictionary::Made> Dictionary::make(Run& run, const std::function<bool()>& keep_going) {
  const Method& method = run.setup.method();
  const std::string_view name = name_of(run.setup);
  sbreg::require_suitable(method, name);
  run.ensure_gradient();
  postpones_ = run.options().dictionary == "auto" && run.options().line_search != "none" &&
               method.dictionary == Accepts::any_matrices && name != "lipschitz";
  return compute(postpones_ ? columns : name, run, keep_going);
}

std::optional<Dictionary::Made> Dictionary::extend(Run& run, const std::function<bool()>& keep_going) {
  return compute(name_of(run.setup), run, keep_going);
}

std::optional<Dictionary::Made> Dictionary::compute(std::string_view name, Run& run,
                                                    const std::function<bool()>& keep_going) {
  auto computation = std::move(computation_);
  if (computation == nullptr)
    computation = std::make_unique<DictionaryComputation>(run.problem(), name, run.options().line_search == "none",
                                                          run.guess_curvature());
  if (!computation->run(run.gradient, keep_going)) {
    computation_ = std::move(computation);
    return std::nullopt;
  }
  Made made{computation->take(), unlimited};
  const double cost = computation->cost_of_models();
  if (name == columns && cost < infinity)
    made.extends_at = static_cast<Index>(std::ceil(cost / run.evaluator->gradient_cost()));
  return made;
}

void Dictionary::adopt(Made made) noexcept {
  computed_ = std::move(made.matrices);
  extends_at_ = made.extends_at;
}

void Dictionary::rename(const Run& run) noexcept {
  computation_.reset();
  extends_at_ = run.options().dictionary == "lipschitz" ? unlimited : run.counters.iterations;
}

const Scaling& Dictionary::next(Run& run) noexcept {
  if (uses_ >= run.options().dsm_period) {
    run.matrix = (run.matrix + 1) % size();
    uses_ = 0;
  }
  return *matrices()[to_size(run.matrix)];
}

void Dictionary::begin_again(Run& run) noexcept {
  run.matrix = size() - 1;
  uses_ = run.options().dsm_period;
}

}  // namespace sbreg
