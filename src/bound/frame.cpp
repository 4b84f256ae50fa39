// SPDX-License-Identifier: BSD-3-Clause
#include "bound/frame.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/blas.hpp"
#include "linalg/lanczos.hpp"
#include "linalg/simd/kernels.hpp"

namespace sbreg::bound {
namespace {

constexpr Index lanczos_steps = 16;
constexpr Index own_factor = 128;   // up to this order no call of the BLAS, whose threads want a large stack
constexpr double dependent = 1e-9;  // of a diagonal entry

/// L <- the Cholesky factor of the matrix in it; false when it is not positive definite.
bool factor(Index n, LineVector& L, Index ld) {
  if (n > own_factor) return blas::potrf(n, L.data(), ld);
  std::vector<unsigned char> skipped(to_size(ld));
  return kernels().cholesky(n, 0, L.data(), L.data(), ld, 0, skipped.data()) == 0;
}

}  // namespace

std::shared_ptr<Frame> Frame::whole(const QuadraticForm& form) {
  auto frame = std::make_shared<Frame>();
  frame->size = form.size;
  frame->ld = form.ld;
  frame->places = std::min(form.s, form.size);
  frame->variable.resize(to_size(form.size));
  for (Index j = 0; j < form.size; ++j) frame->variable[to_size(j)] = j;
  frame->G = form.G;
  frame->c = form.c;
  frame->value = form.at_zero;
  // What is A'A but for rounding has no negative eigenvalue but for that.
  if (form.semidefinite) frame->a.assign(to_size(form.size), -form.wobble);
  return frame;
}

bool Frame::reduce(const QuadraticForm& form, const std::vector<unsigned char>& status, Index free_places,
                   Frame& out) const {
  std::vector<Index> F, R;
  for (Index j = 0; j < size; ++j) {
    if (status[to_size(j)] == 1) F.push_back(j);
    if (status[to_size(j)] == 0) R.push_back(j);
  }
  const Index d = to_index(F.size());
  const Index r = to_index(R.size());
  out.size = r;
  out.ld = whole_lines(r);
  out.places = std::min(free_places, r);
  out.in = in;
  for (Index j : F) out.in.push_back(variable[to_size(j)]);
  out.variable.resize(to_size(r));
  out.G.resize(to_size(out.ld * r));
  out.c.resize(to_size(out.ld));
  for (Index j = 0; j < r; ++j) {
    const double* const source = G.data() + R[to_size(j)] * ld;
    double* const target = out.G.data() + j * out.ld;
    for (Index i = 0; i < r; ++i) target[i] = source[R[to_size(i)]];
    for (Index i = r; i < out.ld; ++i) target[i] = 0;
    out.c[to_size(j)] = c[to_size(R[to_size(j)])];
    out.variable[to_size(j)] = variable[to_size(R[to_size(j)])];
  }
  out.value = value;
  // One variable after the other: rows of the factor for those that are in, then for the rest.
  std::vector<double> L(to_size((d + 1) * (d + out.ld)), 0.0);  // row k: entries for F, then for R
  const Index row = d + out.ld;
  std::vector<double> y(to_size(d));
  double size_of_value = std::abs(value);
  for (Index k = 0; k < d; ++k) {
    const double* const source = G.data() + F[to_size(k)] * ld;
    double* const l = L.data() + k * row;
    for (Index i = k; i < d; ++i) l[i] = source[F[to_size(i)]];
    for (Index i = 0; i < r; ++i) l[d + i] = source[R[to_size(i)]];
    double slope = c[to_size(F[to_size(k)])];
    const double whole = l[k];
    for (Index p = 0; p < k; ++p) {
      const double* const before = L.data() + p * row;
      const double factor = before[k];
      for (Index i = k; i < row; ++i) l[i] -= factor * before[i];
      slope -= factor * y[to_size(p)];
    }
    if (!(l[k] > dependent * std::abs(whole)) || !(whole > 0)) return false;
    const double inverse = 1 / std::sqrt(l[k]);
    for (Index i = k; i < row; ++i) l[i] *= inverse;
    y[to_size(k)] = slope * inverse;
    out.value -= 0.5 * y[to_size(k)] * y[to_size(k)];
    size_of_value += y[to_size(k)] * y[to_size(k)];
  }
  out.value -= 4 * static_cast<double>(d + 2) * unit_roundoff * size_of_value;
  for (Index k = 0; k < d; ++k) {
    const double* const l = L.data() + k * row + d;
    for (Index i = 0; i < r; ++i) out.c[to_size(i)] -= l[i] * y[to_size(k)];
  }
  if (d > 0)
    for (Index j = 0; j < r; ++j) {
      double* const target = out.G.data() + j * out.ld;
      for (Index k = 0; k < d; ++k) {
        const double* const l = L.data() + k * row + d;
        const double factor = l[j];
        for (Index i = 0; i < r; ++i) target[i] -= factor * l[i];
      }
    }
  out.a.clear();
  out.b.clear();
  out.has_a = out.has_b = false;
  if (!a.empty()) {
    // The Schur complement of P + Diag(a) is not below that of P plus Diag(a), and that of P is semidefinite.
    const double wobble = d > 0 ? 2 * form.elimination * static_cast<double>(size) : 0;
    out.a.resize(to_size(r));
    out.has_a = r > 0;
    for (Index j = 0; j < r; ++j) {
      out.a[to_size(j)] = a[to_size(R[to_size(j)])] - wobble;
      out.has_a = out.has_a && out.a[to_size(j)] > 0;
    }
  }
  return true;
}

/// Whether G - part Diag(G) is positive semidefinite: floating-point Cholesky of a matrix that is smaller by its
/// backward error ends (Rump 2006).
bool Frame::prove(double part, LineVector& scratch) const {
  double trace = 0;
  for (Index j = 0; j < size; ++j) trace += std::abs(G[to_size(j * ld + j)]) * (1 + std::abs(part));
  const double margin = 1.1 * static_cast<double>(size + 4) * unit_roundoff * trace;
  std::ranges::copy(G, scratch.begin());
  for (Index j = 0; j < size; ++j) {
    double& diagonal = scratch[to_size(j * ld + j)];
    diagonal -= part * diagonal + margin;
  }
  return factor(size, scratch, ld);
}

double Frame::measure_a(const QuadraticForm& form) {
  const auto n = static_cast<double>(size);
  const double factoring = n * n * n / (size > own_factor ? 6 * block_speed : 6);
  double work = factoring;
  LineVector L(G);
  if (size == 0) return 0;
  if (!factor(size, L, ld)) {
    if (form.semidefinite && !a.empty()) return work;
    LineVector scratch(G);
    constexpr double nearly = -1e-11;
    if (!prove(nearly, scratch)) return 2 * factoring;  // not convex, as far as can be seen
    a.resize(to_size(size));
    for (Index j = 0; j < size; ++j) a[to_size(j)] = nearly * G[to_size(j * ld + j)];
    has_a = false;
    return 2 * factoring;
  }
  // 1 / lambda_max(D^(1/2) G^-1 D^(1/2)) is the smallest eigenvalue of G scaled to a diagonal of ones.
  std::vector<double> start(to_size(size)), root(to_size(size)), v(to_size(size));
  for (Index j = 0; j < size; ++j) {
    root[to_size(j)] = std::sqrt(G[to_size(j * ld + j)]);
    start[to_size(j)] = 1 + 0.5 * std::sin(static_cast<double>(3 * j + 1));
  }
  BlockLanczos lanczos(start);
  const Index steps = std::min(lanczos_steps, size);
  const std::vector<unsigned char> none(to_size(ld), 0);
  LineVector w(to_size(ld), 0.0);
  for (Index k = 0; k < steps; ++k)
    lanczos.step([&](const double* x, double* y) {
      for (Index j = 0; j < size; ++j) w[to_size(j)] = x[j] * root[to_size(j)];
      if (size > own_factor) {
        blas::trsv(blas::Op::none, size, L.data(), ld, w.data());
        blas::trsv(blas::Op::transpose, size, L.data(), ld, w.data());
      } else {
        kernels().cholesky_solve(size, L.data(), ld, none.data(), w.data());
      }
      for (Index j = 0; j < size; ++j) y[j] = w[to_size(j)] * root[to_size(j)];
    });
  work += static_cast<double>(steps) * n * n;
  const double largest = lanczos.largest();
  if (!(largest > 0) || !std::isfinite(largest)) return work;
  const bool known = !a.empty();
  for (const double factor : {0.9995, 0.99, 0.95, 0.8, 0.4}) {
    const double part = factor / largest * (1 - 8 * unit_roundoff);
    double before = 0, after = 0;
    for (Index j = 0; j < size && known; ++j) {
      before += a[to_size(j)] / G[to_size(j * ld + j)];
      after += part;
    }
    if (known && before >= after) break;
    work += factoring;
    if (!prove(part, L)) continue;
    a.resize(to_size(size));
    for (Index j = 0; j < size; ++j) a[to_size(j)] = part * G[to_size(j * ld + j)];
    has_a = true;
    break;
  }
  return work;
}

void Frame::measure_b() {
  b.resize(to_size(size));
  std::vector<double> root(to_size(size)), part(to_size(ld), 0.0);
  has_b = size > 0;
  for (Index j = 0; j < size; ++j) {
    const double d = G[to_size(j * ld + j)];
    root[to_size(j)] = d > 0 ? 1 / std::sqrt(d) : 0;
    has_b = has_b && d > 0;
  }
  if (!has_b) return;
  const Index most = places - 1;  // entries that are summed
  double guess = 0;
  for (Index j = 0; j < size; ++j) {
    const double* const g = G.data() + j * ld;
    for (Index i = 0; i < size; ++i) part[to_size(i)] = std::abs(g[i]) * root[to_size(i)];
    part[to_size(j)] = 0;
    // For any t >= 0 the sum of the q largest is at most q t + sum of max(v - t, 0): a convex function of t, whose
    // least value it is.
    double sum = 0;
    if (most > 0 && most < size - 1) {
      double t = guess, least = infinity, low = 0, high = infinity;
      for (int k = 0; k < 6; ++k) {
        double above = 0, count = 0;
        for (Index i = 0; i < size; ++i) {
          const double over = part[to_size(i)] - t;
          above += over > 0 ? over : 0;
          count += over > 0 ? 1 : 0;
        }
        least = std::min(least, static_cast<double>(most) * t + above);
        if (count == static_cast<double>(most)) break;
        // towards the kink: the mean of what is above would be t if all of it were equal
        if (count > static_cast<double>(most)) {
          low = t;
          const double step = above / count;
          t = high < infinity ? std::min(t + step, 0.5 * (t + high)) : t + step;
        } else {
          high = t;
          t = 0.5 * (low + t);
        }
      }
      sum = least;
      guess = t;
    } else if (most > 0) {
      for (Index i = 0; i < size; ++i) sum += part[to_size(i)];
    }
    const double d = g[j];
    b[to_size(j)] =
        d - sum * std::sqrt(d) * (1 + 4 * static_cast<double>(size + 8) * unit_roundoff) - 16 * unit_roundoff * d;
    has_b = has_b && b[to_size(j)] > 0;
  }
}

}  // namespace sbreg::bound
