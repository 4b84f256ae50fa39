// SPDX-License-Identifier: BSD-3-Clause
// The small hot loops, compiled for several instruction sets; the best one for this processor is chosen once, at run
// time. They stay off the BLAS because at these sizes its hand-off to threads costs more than the work (a 64 x 256
// product takes about two microseconds), and because the BLAS has no fused or counting kernels.
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// What Threshold::least_fall needs of the candidates of a step.
struct Falls {
  double slope = 0;  ///< g'x
  double fresh = 0;  ///< sum of inverse_d g^2 where x is 0
  double old = 0;    ///< sum of min(x g, 2 x g)
  double size = 0;   ///< sum of (root_d x)^2
};

struct Kernels {
  const char* name;
  /// x'y
  double (*dot)(Index n, const double* x, const double* y);
  /// out <- x - y;  returns its squared length
  double (*subtract)(Index n, const double* x, const double* y, double* out);
  /// g <- A'r,  A m x n by columns
  void (*transpose_times)(Index m, Index n, const double* A, Index ld, const double* r, double* g);
  /// y <- start + sum_k u[k] A[:, S[k]],  A m x * by columns; S may be nullptr for the first k columns, start for 0
  void (*add_columns)(Index m, const double* A, Index ld, Index k, const Index* S, const double* u, const double* start,
                      double* y);
  /// z <- x - step * inverse_d .* g,  score <- root_d .* |z|;  returns the largest score (NaN if any is NaN)
  double (*propose)(Index n, const double* x, const double* g, const double* inverse_d, const double* root_d,
                    double step, double* z, double* score);
  /// score <- |v .* w|;  returns the largest score (NaN if any is NaN)
  double (*weigh)(Index n, const double* v, const double* w, double* score);
  /// The sums above.
  Falls (*falls)(Index n, const double* x, const double* g, const double* inverse_d, const double* root_d);
  /// *threshold <- a positive number that at least `least` and at most `most` of v reach, and returns how many do; v >=
  /// 0 and `largest` > 0 is the largest of v but for infinities, of which there are fewer than `least`. When fewer than
  /// `least` are positive, the threshold is the smallest positive number. When equal numbers leave no choice, the
  /// threshold is that number and the answer is -1 - (how many are above it). Bisection on the bits of a double, whose
  /// order as integers is their order as numbers: each trial is one counting pass, at most 64 of them, in practice
  /// about ten; fewer when *threshold comes with a guess that is a little too large. 0 is no guess.
  Index (*cut)(Index n, const double* v, double largest, Index least, Index most, double* threshold);
  /// out <- the i with v[i] >= t, ascending; returns how many
  Index (*collect_at_least)(Index n, const double* v, double t, Index* out);
  /// Lower triangle of H (k x k by columns, ld a multiple of 8 and at least k rounded up to one; what is above the
  /// diagonal is overwritten) <- its Cholesky factor. A pivot not above `dependent` times its diagonal entry marks a
  /// column that depends on those before it: its column becomes that of the identity, and so its unknown becomes 0
  /// when the right-hand side is 0 there. Returns the number of such columns, marked in `skipped`.
  Index (*cholesky)(Index k, double* H, Index ld, double dependent, unsigned char* skipped);
};

/// The table for this processor.
const Kernels& kernels() noexcept;

}  // namespace sbreg
