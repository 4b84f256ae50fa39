// SPDX-License-Identifier: BSD-3-Clause
#include "bound/tree.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "linalg/cholesky.hpp"
#include "support/crew.hpp"

namespace sbreg::bound {
namespace {

constexpr Index batch = 16;  // nodes, where enough are open
constexpr int root_iterations = 60;
constexpr int node_iterations = 8;
constexpr double shrunk = 0.8;     // a frame is made anew where so much of it is left
constexpr double mixed = 0.9;      // theta below which every node gets a Schur complement
constexpr Index most_without = 1;  // a tree begins where at most one in so many variables has no bound
constexpr Index last_places = 2;   // that are filled by trying all
constexpr double better = 1e-9;    // of f: a support is worth telling of

/// Whether a is worked on after b.
constexpr auto later = [](const auto& a, const auto& b) {
  return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
};

}  // namespace

Tree::Tree(QuadraticForm form, double upper, const std::vector<double>& start, double tolerance, double least)
    : form_(std::move(form)), upper_(upper), tolerance_(tolerance), least_(least), lower_(least) {
  auto frame = Frame::whole(form_);
  work_ = frame->measure_a(form_);
  if (frame->a.empty()) return;  // not known to be convex: closed without a bound
  frame->measure_b();
  if (!frame->has_a && !frame->has_b && frame->places > last_places &&
      std::ranges::count_if(frame->b, [](double b) { return !(b > 0); }) > frame->size / most_without) {
    closed_ = least_;  // too many supports have no bound
    return;
  }
  Node root;
  root.places = frame->places;
  root.theta = frame->has_a ? 1 : 0.5;
  root.status.assign(to_size(frame->size), 0);
  for (Index j = 0; j < frame->size; ++j)
    if (start[to_size(j)] != 0) root.dual.emplace_back(j, start[to_size(j)] * root.theta);
  root.bound = least_;
  root.frame = std::move(frame);
  push(std::move(root), false);
}

void Tree::push(Node node, bool deep) {
  node.number = numbers_++;
  bytes_ += node.bytes();
  if (deep) {
    stack_.push_back(std::move(node));
  } else {
    open_.push_back(std::move(node));
    std::ranges::push_heap(open_, later);
  }
}

Tree::Node Tree::pop() {
  Node node;
  if (!stack_.empty()) {
    node = std::move(stack_.back());
    stack_.pop_back();
  } else {
    std::ranges::pop_heap(open_, later);
    node = std::move(open_.back());
    open_.pop_back();
  }
  bytes_ -= node.bytes();
  return node;
}

/// The least value of the form on a support; infinity, and zeros as its minimiser, where columns seem to depend on
/// each other.
double Tree::fit(const std::vector<Index>& support, Workspace& w) const {
  const Index q = to_index(support.size());
  w.slope.assign(to_size(q), 0.0);
  const Index ld = whole_lines(q);
  LineVector M(to_size(ld * std::max<Index>(q, 1)), 0.0), y(to_size(ld), 0.0);
  for (Index k = 0; k < q; ++k) {
    const double* const column = form_.G.data() + support[to_size(k)] * form_.ld;
    for (Index i = k; i < q; ++i) M[to_size(k * ld + i)] = column[support[to_size(i)]];
    y[to_size(k)] = form_.c[to_size(support[to_size(k)])];
  }
  std::vector<unsigned char> skipped(to_size(ld));
  if (q > 0 && !cholesky_factor(q, M.data(), M.data(), ld, skipped.data())) return infinity;
  if (q > 0) cholesky_solve(q, M.data(), ld, skipped.data(), y.data());
  double value = form_.at_zero;
  for (Index k = 0; k < q; ++k) {
    value -= 0.5 * y[to_size(k)] * form_.c[to_size(support[to_size(k)])];
    w.slope[to_size(k)] = y[to_size(k)];
  }
  return value;
}

void Tree::try_support(std::vector<Index> support, Workspace& w, Outcome& out) const {
  std::ranges::sort(support);
  const auto q = static_cast<double>(support.size());
  out.work += q * q * (q / 6 + 2);
  const double value = fit(support, w);
  if (!(value < out.value) || !(value < upper_ - better * std::abs(upper_))) return;
  out.value = value;
  out.support = std::move(support);
}

/// All ways to fill one or two places; the rest of the frame is in.
void Tree::try_pairs(const Frame& frame, Outcome& out) const {
  const Index n = frame.size;
  double best = 0;
  Index first = -1, second = -1;
  for (Index i = 0; i < n; ++i) {
    const double* const g = frame.G.data() + i * frame.ld;
    if (!(g[i] > 0)) {
      out.closed = -infinity;
      return;
    }
    const double alone = frame.c[to_size(i)] / g[i];
    const double gain = alone * frame.c[to_size(i)];
    if (frame.places < 2 || n == 1) {
      if (gain > best) best = gain, first = i;
      continue;
    }
    for (Index j = i + 1; j < n; ++j) {
      const double left = frame.G[to_size(j * frame.ld + j)] - g[j] * (g[j] / g[i]);
      const double slope = frame.c[to_size(j)] - g[j] * alone;
      const double both = gain + slope * slope / left;
      if (!(left > 0)) {
        out.closed = -infinity;
        return;
      }
      if (both > best) best = both, first = i, second = j;
    }
  }
  out.work += frame.places < 2 ? static_cast<double>(n) : 3 * static_cast<double>(n * n);
  const double value = frame.value - 0.5 * best;
  out.closed = std::min(out.closed, value - 16 * unit_roundoff * (std::abs(frame.value) + best));
  if (!(value < upper_ - better * std::abs(upper_)) || value >= out.value) return;
  out.value = value;
  out.support = frame.in;
  if (first >= 0) out.support.push_back(frame.variable[to_size(first)]);
  if (second >= 0) out.support.push_back(frame.variable[to_size(second)]);
}

void Tree::process(const Node& node, Workspace& w, Outcome& out) const {
  out = Outcome();
  const Frame* frame = node.frame.get();
  std::shared_ptr<const Frame> own = node.frame;
  w.status = node.status;
  Index free = 0, in = 0;
  for (unsigned char status : w.status) {
    free += status == 0 ? 1 : 0;
    in += status == 1 ? 1 : 0;
  }
  Index places = std::min(node.places, free);
  const bool last = places <= last_places || free <= places;
  const bool schur = last || node.theta < mixed || !frame->has_a || places <= 3;
  const bool fresh = !last && static_cast<double>(free + in) <= shrunk * static_cast<double>(frame->size);
  std::fill_n(w.dual.begin(), frame->size, 0.0);
  for (const auto& [j, value] : node.dual) w.dual[to_size(j)] = value;
  std::vector<Index> back;  // from the variables of a Schur complement to those of the node's frame
  double bound = node.bound;
  Index blocking = -1;
  if (fresh || schur) {
    if (free <= places) {
      for (unsigned char& status : w.status) status = status == 0 ? 1 : status;
      free = places = 0;
    }
    std::vector<double> dual;
    for (Index j = 0; j < frame->size; ++j)
      if (w.status[to_size(j)] == 0) {
        back.push_back(j);
        dual.push_back(w.dual[to_size(j)]);
      }
    Frame* target = &w.frame;
    std::shared_ptr<Frame> made;
    if (fresh) {
      made = std::make_shared<Frame>();
      target = made.get();
    }
    const auto d = static_cast<double>(in), r = static_cast<double>(free);
    out.work += (d + r) * d * d + r * r * (d + 1);
    if (!frame->reduce(form_, w.status, places, *target)) {  // nobody can tell what such columns explain
      out.closed = std::max(bound, least_);
      return;
    }
    if (last) {
      if (places == 0) {
        out.closed = target->value;
        try_support(target->in, w, out);
      } else {
        try_pairs(*target, out);
      }
      out.closed = std::max({out.closed, bound, least_});
      return;
    }
    if (fresh) out.work += target->measure_a(form_);
    target->measure_b();
    out.work += 8 * r * r;
    frame = target;
    if (fresh) {
      own = made;
      back.clear();
    }
    w.status.assign(to_size(frame->size), 0);
    std::copy(dual.begin(), dual.end(), w.dual.begin());
    if (!frame->has_a && !frame->has_b) {  // no bound of its own: the variable that stands in the way is decided
      double worst = infinity;
      for (Index j = 0; j < frame->size; ++j)
        if (const double g = frame->c[to_size(j)] * frame->c[to_size(j)] / frame->G[to_size(j * frame->ld + j)];
            !(frame->b[to_size(j)] > 0) && -g < worst)
          worst = -g, blocking = j;
      bound = std::max(bound, least_);
      frame = nullptr;
    }
  }
  double theta = node.theta;
  const double cut = this->cut();
  Index branch = -1;
  std::vector<unsigned char> after = w.status;  // of the variables of `frame`
  if (frame != nullptr) {
    if (!frame->has_b) theta = 1;
    if (!frame->has_a) theta = std::min(theta, 0.98);
    Ascent& ascent = w.ascent;
    ascent.start(*frame, w.status, places, theta, w.dual);
    ascent.climb(node.depth == 0 ? root_iterations : node_iterations, cut);
    out.work += ascent.work();
    theta = ascent.theta();
    bound = std::max(bound, ascent.bound());
    if (bound >= cut) {
      out.closed = bound;
      return;
    }
    std::copy_n(ascent.dual().begin(), frame->size, w.dual.begin());
    // What is in or out for certain, and a support to try.
    w.order.clear();
    for (Index j = 0; j < frame->size; ++j) {
      if (w.status[to_size(j)] != 0) continue;
      w.order.push_back(j);
      const double weight = ascent.weight(j);
      const double if_in = ascent.bound() + ascent.last_in() - weight - ascent.margin();
      const double if_out = ascent.bound() + weight - ascent.first_out() - ascent.margin();
      if (weight <= ascent.first_out() && if_in >= cut) {
        after[to_size(j)] = 2;
        out.closed = std::min(out.closed, if_in);
      } else if (weight >= ascent.last_in() && if_out >= cut) {
        after[to_size(j)] = 1;
        out.closed = std::min(out.closed, if_out);
      }
    }
    const auto heavier = [&](Index a, Index b) {
      return ascent.weight(a) != ascent.weight(b) ? ascent.weight(a) > ascent.weight(b) : a < b;
    };
    std::nth_element(w.order.begin(), w.order.begin() + static_cast<std::ptrdiff_t>(places - 1), w.order.end(),
                     heavier);
    std::vector<Index> support = frame->in;
    for (Index j = 0; j < frame->size; ++j)
      if (w.status[to_size(j)] == 1) support.push_back(frame->variable[to_size(j)]);
    for (Index k = 0; k < places; ++k) support.push_back(frame->variable[to_size(w.order[to_size(k)])]);
    try_support(std::move(support), w, out);
    double most = -1;
    for (Index j : w.order) {
      if (after[to_size(j)] != 0) continue;
      const double energy = ascent.energy(j);
      if (energy > most || (energy == most && j < branch)) most = energy, branch = j;
    }
    if (most == 0)  // nothing is in the relaxation's solution but what is in
      for (Index j : w.order)
        if (after[to_size(j)] == 0 && (ascent.weight(j) > ascent.weight(branch))) branch = j;
  } else {
    theta = node.theta;
    branch = blocking;
  }

  // Children: in terms of the node's frame, or of its new one.
  Node child;
  child.frame = own;
  child.theta = theta;
  child.bound = std::max(bound, least_);
  child.depth = node.depth + 1;
  child.places = places;
  const bool through = !back.empty();
  child.status = through ? node.status : after;
  if (child.status.size() != to_size(own->size)) child.status.assign(to_size(own->size), 0);
  for (Index j = 0; j < to_index(after.size()); ++j) {
    const Index there = through ? back[to_size(j)] : j;
    const bool was_free = w.status[to_size(j)] == 0;
    if (was_free && after[to_size(j)] == 1) --child.places;
    child.status[to_size(there)] = after[to_size(j)];
    if (w.dual[to_size(j)] != 0) child.dual.emplace_back(there, w.dual[to_size(j)]);
  }
  if (branch < 0) {
    out.children.push_back(std::move(child));  // everything is decided
    return;
  }
  if (through) {
    branch = back[to_size(branch)];
  }
  Index left = 0;
  for (unsigned char status : child.status) left += status != 2 ? 1 : 0;
  if (node.depth == 0 && static_cast<double>(left) <= shrunk * static_cast<double>(own->size) && left > child.places) {
    child.depth = 0;  // the root again, in a smaller frame
    out.children.push_back(std::move(child));
    return;
  }
  Node without = child;
  without.status[to_size(branch)] = 2;
  child.status[to_size(branch)] = 1;
  --child.places;
  out.children.push_back(std::move(without));
  out.children.push_back(std::move(child));
}

void Tree::merge(Outcome& out, bool deep) {
  closed_ = std::min(closed_, out.closed);
  work_ += out.work + 200;
  ++nodes_;
  if (out.value < upper_ - better * std::abs(upper_)) {
    upper_ = out.value;
    support_ = std::move(out.support);
    found_ = true;
  }
  for (Node& child : out.children) {
    if (child.places < 0) continue;
    push(std::move(child), deep);
  }
}

void Tree::raise() noexcept {
  double bound = closed_;
  if (!open_.empty()) bound = std::min(bound, open_.front().bound);
  for (const Node& node : stack_) bound = std::min(bound, node.bound);
  lower_ = std::max(lower_, bound);
}

void Tree::grow(double until, Index threads, Index memory, const std::function<bool()>& keep_going) {
  std::vector<Node> nodes;
  std::vector<Outcome> outcomes(to_size(batch));
  nodes.reserve(to_size(batch));
  threads = std::clamp<Index>(threads, 1, batch);
  while (to_index(workspaces_.size()) < threads) workspaces_.push_back(std::make_unique<Workspace>(form_.size));
  while (!done() && !found_ && work_ < until) {
    if (keep_going && !keep_going()) break;
    const bool deep = bytes_ > memory || !stack_.empty();
    const Index count = deep ? 1 : std::clamp<Index>(to_index(open_.size()) / 4, 1, batch);
    nodes.clear();
    while (to_index(nodes.size()) < count && !done()) {
      Node node = pop();
      if (node.bound >= cut())  // of what was known when it was made, too little
        closed_ = std::min(closed_, node.bound);
      else
        nodes.push_back(std::move(node));
    }
    try {
      process_all(nodes, outcomes, threads);
      std::size_t children = nodes.size();
      for (std::size_t k = 0; k < nodes.size(); ++k) children += outcomes[k].children.size();
      auto& target = deep ? stack_ : open_;
      if (target.capacity() < target.size() + children) target.reserve(2 * (target.size() + children));
    } catch (...) {  // they are open again; there is room for as many as were taken
      for (Node& node : nodes) push(std::move(node), deep && !stack_.empty());
      throw;
    }
    for (std::size_t k = 0; k < nodes.size(); ++k) merge(outcomes[k], deep);
    raise();
  }
  if (done()) raise();
}

/// outcomes <- what becomes of the nodes, on so many threads.
void Tree::process_all(const std::vector<Node>& nodes, std::vector<Outcome>& outcomes, Index threads) {
  const Index size = to_index(nodes.size());
  std::atomic<Index> next{0};
  std::atomic<bool> failed{false};
  const auto process_some = [&](Workspace& w) noexcept {
    for (Index k = next.fetch_add(1); k < size; k = next.fetch_add(1)) {
      try {
        process(nodes[to_size(k)], w, outcomes[to_size(k)]);
      } catch (const std::bad_alloc&) {  // nothing else is thrown there
        failed = true;
      }
    }
  };
  {
    Crew crew;
    for (Index t = 1; t < std::min(threads, size); ++t) {
      Workspace& w = *workspaces_[to_size(t)];
      if (!crew.add([&process_some, &w]() noexcept { process_some(w); })) break;
    }
    process_some(*workspaces_[0]);
  }
  if (failed) throw std::bad_alloc();
}

void Tree::take(std::vector<Index>& support, std::vector<double>& values) {
  found_ = false;
  std::ranges::sort(support_);
  support.clear();
  values.clear();
  (void)fit(support_, *workspaces_[0]);
  const std::vector<double> y = workspaces_[0]->slope;
  for (std::size_t k = 0; k < support_.size(); ++k) {
    support.push_back(form_.variable[to_size(support_[k])]);
    values.push_back(y[k] * form_.unit[to_size(support_[k])]);
  }
}

}  // namespace sbreg::bound
