// SPDX-License-Identifier: BSD-3-Clause
// Branch and bound over supports of a quadratic form, best first. A node says which variables are in (1), which are out
// (2) and how many places are free; its bound is the best of its ancestors' and its own (ascent.hpp). With w_j =
// u_j^2/(2 delta_j), and the k-th and next largest w, a variable is out for certain where bound + w_(k) - w_j exceeds
// what matters, and in for certain where bound + w_j - w_(k+1) does. A node branches on the free variable of the
// largest delta_j x_j^2. The last two places are filled by trying all pairs.
//
//     lower_bound = the least of the bounds of open nodes and of those that were closed
//
// Where much is out or in, a node gets a smaller frame of its own with a better diagonal. Nodes are taken in batches
// whose size depends on the tree alone, so that threads change no result.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "bound/ascent.hpp"

namespace sbreg::bound {

class Tree {
 public:
  /// `upper`: f at a feasible point y, of which `start` has the entries in the units of the form. Nodes whose bound is
  /// at least upper - tolerance |upper| are closed. `least`: f is not below it.
  Tree(QuadraticForm form, double upper, const std::vector<double>& start, double tolerance, double least);

  /// A better point is known.
  void lower_upper(double upper) noexcept { upper_ = std::min(upper_, upper); }
  /// Goes on until so many multiply-adds were done in all, or nothing is open, or a better support is found.
  void grow(double until, Index threads, Index memory, const std::function<bool()>& keep_going);
  [[nodiscard]] bool done() const noexcept { return open_.empty() && stack_.empty(); }
  [[nodiscard]] double lower_bound() const noexcept { return lower_; }
  [[nodiscard]] double work() const noexcept { return work_; }
  [[nodiscard]] Index nodes() const noexcept { return nodes_; }
  /// A support better than any before was found, until it is taken: as the problem's variables, ascending, with values.
  [[nodiscard]] bool has_found() const noexcept { return found_; }
  void take(std::vector<Index>& support, std::vector<double>& values);
  [[nodiscard]] const QuadraticForm& form() const noexcept { return form_; }

 private:
  struct Node {
    double bound = -infinity;
    double theta = 1;
    Index places = 0;
    Index depth = 0;
    Index number = 0;
    std::shared_ptr<const Frame> frame;
    std::vector<unsigned char> status;
    std::vector<std::pair<Index, double>> dual;  // of the frame's variables

    [[nodiscard]] Index bytes() const noexcept {
      return static_cast<Index>(sizeof(Node) + status.capacity() + dual.capacity() * sizeof(dual[0])) + 64;
    }
  };
  struct Outcome {
    double closed = infinity;  // the least bound of what was closed
    std::vector<Node> children;
    std::vector<Index> support;  // of the form
    double value = infinity;     // of it
    double work = 0;
  };
  struct Workspace {
    explicit Workspace(Index n) : ascent(n), dual(to_size(whole_lines(n))) {}
    Ascent ascent;
    Frame frame;
    std::vector<unsigned char> status;
    std::vector<double> dual;
    std::vector<double> matrix, slope;
    std::vector<Index> order;
  };

  void process(const Node& node, Workspace& w, Outcome& out) const;
  void process_all(const std::vector<Node>& nodes, std::vector<Outcome>& outcomes, Index threads);
  void try_pairs(const Frame& frame, Outcome& out) const;
  void try_support(std::vector<Index> support, Workspace& w, Outcome& out) const;
  [[nodiscard]] double fit(const std::vector<Index>& support, Workspace& w) const;
  [[nodiscard]] double cut() const noexcept { return upper_ - tolerance_ * std::abs(upper_); }
  void push(Node node, bool deep);
  Node pop();
  void merge(Outcome& out, bool deep);
  void raise() noexcept;

  QuadraticForm form_;
  double upper_;
  double tolerance_;
  double least_;
  double lower_;
  double closed_ = infinity;
  double work_ = 0;
  Index nodes_ = 0, numbers_ = 0, bytes_ = 0;
  std::vector<Node> open_;   // a heap, the least bound first
  std::vector<Node> stack_;  // what is done depth first
  std::vector<std::unique_ptr<Workspace>> workspaces_;
  bool found_ = false;
  std::vector<Index> support_;
};

}  // namespace sbreg::bound
