// SPDX-License-Identifier: BSD-3-Clause
// The small hot loops, compiled for several instruction sets; the best one for this processor is chosen once, at run
// time. They stay off the BLAS because at these sizes its hand-off to threads costs more than the work (a 64 x 256
// product takes about two microseconds), and because the BLAS has no fused or counting kernels.
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// Sums over z = x - step g.
struct Reached {
  Index count = 0;   ///< how many |z| reach the threshold
  double kept = 0;   ///< the sum of g z over them
  double risen = 0;  ///< the sum of g z over the others where it is positive
};

struct Kernels {
  const char* name;
  /// x'y
  double (*dot)(Index n, const double* x, const double* y);
  /// out <- x - y;  returns its squared length
  double (*subtract)(Index n, const double* x, const double* y, double* out);
  /// g[k] <- the product of column S[k] of A with r, for n columns, A m x * by columns; S may be nullptr for the first
  /// n
  void (*transpose_times)(Index m, Index n, const double* A, Index ld, const Index* S, const double* r, double* g);
  /// y <- start + sum_k u[k] A[:, S[k]],  A m x * by columns; S may be nullptr for the first k columns, start for 0
  void (*add_columns)(Index m, const double* A, Index ld, Index k, const Index* S, const double* u, const double* start,
                      double* y);
  /// y <- unit * (start + sum_k u[k] A[:, S[k]]), the sum in single precision; returns ||y / unit||^2
  double (*add_columns_single)(Index m, const float* A, Index ld, Index k, const Index* S, const float* u,
                               const float* start, double unit, double* y);
  /// z <- x - step * inverse_d .* g,  score <- root_d .* |z|;  returns the largest score (NaN if any is NaN)
  double (*propose)(Index n, const double* x, const double* g, const double* inverse_d, const double* root_d,
                    double step, double* z, double* score);
  /// The largest |v| (NaN if any is NaN)
  double (*largest)(Index n, const double* v);
  /// score <- |v .* w|;  returns the largest score (NaN if any is NaN)
  double (*weigh)(Index n, const double* v, const double* w, double* score);
  /// score <- |x - step g|;  returns the largest score (NaN if any is NaN)
  double (*shift)(Index n, const double* x, const double* g, double step, double* score);
  /// What of the z = x - step g reaches the threshold.
  Reached (*reach)(Index n, const double* x, const double* g, double step, double threshold);
  /// z[k] <- entry S[k] of x - step * inverse_d .* g, as in `propose`
  void (*propose_at)(Index k, const Index* S, const double* x, const double* g, const double* inverse_d, double step,
                     double* z);
  /// *threshold <- a positive number that at least `least` and at most `most` of v reach, and returns how many do; v >=
  /// 0 and `largest` > 0 is the largest of v but for infinities, of which there are fewer than `least`. When fewer than
  /// `least` are positive, the threshold is the smallest positive number. When equal numbers leave no choice, the
  /// threshold is that number and the answer is -1 - (how many are above it). Bisection on the bits of a double, whose
  /// order as integers is their order as numbers, after strides by how far the last count was off: each trial is one
  /// counting pass, never as many as a hundred, about four when *threshold comes with a guess. 0 is no guess.
  Index (*cut)(Index n, const double* v, double largest, Index least, Index most, double* threshold);
  /// out <- names[i] for the i with v[i] >= t, in their order, or i itself when names is nullptr; returns how many
  Index (*collect_at_least)(Index n, const double* v, double t, const Index* names, Index* out);
  /// L <- the Cholesky factor of H, of which the lower triangle counts (k x k by columns, ld a multiple of 8 and at
  /// least k rounded up to one; what L has above the diagonal is overwritten, and the rows from k on up to that
  /// multiple become 0). A pivot not above `dependent` times its diagonal entry marks a column that depends on those
  /// before it: its column becomes that of the identity, and so its unknown becomes 0 when the right-hand side is 0
  /// there. Returns the number of such columns, marked in `skipped`. L may be H when `known` is 0.
  /// Otherwise L and `skipped` come from a matrix with the same first `known` rows and columns: these stay as they are
  /// but for rounding, and only the other rows are new.
  Index (*cholesky)(Index k, Index known, const double* H, double* L, Index ld, double dependent,
                    unsigned char* skipped);
  /// y <- L'^-1 L^-1 y for a factor L as above, with room for k rounded up to a multiple of 8; 0 for the unknowns of
  /// skipped columns
  void (*cholesky_solve)(Index k, const double* L, Index ld, const unsigned char* skipped, double* y);
  /// The logistic loss: the sum of w_i (log(1 + exp t_i) - b_i t_i) for labels b_i in {0, 1}, and its derivatives by
  /// t_i; w may be nullptr for ones
  double (*softplus)(Index n, const double* t, const double* b, const double* w, double* derivative);
  /// Its second derivatives by t_i
  void (*softplus_second)(Index n, const double* t, const double* w, double* out);
};

/// Set when the library is loaded; until then, for constructors of others that come first, the generic table.
extern const Kernels* best_kernels;

/// The table for this processor.
inline const Kernels& kernels() noexcept { return *best_kernels; }

}  // namespace sbreg
