// SPDX-License-Identifier: BSD-3-Clause
// The products that every dual algorithm is made of. With C = unit (K + ridge I) and K = F'F, an *element* stands for
// V = F B' (m x r), the image of a dual factor B (n x r, Z = B B'):
//
//     lift:   B -> V = F B'          image:  V -> H = V'F  (r x n)          inner:  <V, W>
//
// When only K is known, the element is the pair (X, XK) with V = F X' in mind: then H = XK is part of it, the inner
// product is <X, WK>, and F never appears. Blocks have their r numbers contiguous: B, H and X are r x n, V is r x m.
#pragma once

#include "support/types.hpp"

namespace sbreg {

template <class Real>
class Products {
 public:
  virtual ~Products() = default;
  /// Numbers in an element of rank r.
  [[nodiscard]] virtual Index element_size(Index r) const noexcept = 0;
  virtual void lift(Index r, const Real* B, Real* element) const = 0;
  /// H, either written to `buffer` (r x n) or found inside the element.
  virtual const Real* image(Index r, const Real* element, Real* buffer) const = 0;
  [[nodiscard]] virtual double inner(Index r, const Real* v, const Real* w) const = 0;
  /// Whether image() needs its buffer.
  [[nodiscard]] virtual bool image_is_computed() const noexcept = 0;
};

}  // namespace sbreg
