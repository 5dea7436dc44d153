#ifndef SHAPEWRIGHT_CORE_RULES_NODE_CONTEXT_H_
#define SHAPEWRIGHT_CORE_RULES_NODE_CONTEXT_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/static_text.h"
#include "core/graph/model.h"
#include "core/rules/state/diagnostics.h"
#include "core/rules/state/elements.h"
#include "core/rules/state/place.h"
#include "core/rules/state/subgraph_runner.h"
#include "core/rules/state/workspace.h"
#include "core/shape/type.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::rules {

using shape::Dim;
using shape::ElementType;
using shape::Shape;
using shape::Type;
using symbolic::Check;
using symbolic::Expr;
using symbolic::Interval;

using DimVector = absl::InlinedVector<Dim, 6>;
using ExprVector = absl::InlinedVector<Expr, 8>;

// The current node of a rule, its inference, and diagnostics. Derived classes add attributes,
// operands and results; the last one is RuleContext.
class NodeContext {
 public:
  NodeContext(Workspace& workspace, SubgraphRunner& runner)
      : workspace_(workspace), runner_(runner) {}

  Workspace& workspace() { return workspace_; }
  SubgraphRunner& runner() { return runner_; }
  symbolic::ExprArena& exprs() { return workspace_.exprs(); }
  symbolic::FactStore& facts() { return workspace_.facts(); }
  shape::TypeTable& types() { return workspace_.types(); }
  const graph::Node& node() const { return *node_; }
  const graph::OperatorName& op() const { return workspace_.model().operators[node_->op]; }
  int version() const { return version_; }
  // For operators that the specification of another domain defines: makes version() return the
  // since_version there.
  void ServeAs(int version) { version_ = version; }
  symbolic::Site SiteOf(const Place& place) const;

  // Diagnostics. `code` is a literal.
  void Error(StaticText code, const Place& place, std::string message, std::string suggestion = "");
  void Warning(StaticText code, const Place& place, std::string message);
  void Report(Diagnostic diagnostic);
  // Whether some runtime goes on where the checks that follow fail: then they do not show that
  // nothing can run the node (S36).
  // Returns what was set before.
  bool SetTolerated(bool is_tolerated) { return std::exchange(is_tolerated_, is_tolerated); }

  // A dim or shape as text, for messages.
  std::string Text(Expr e);
  std::string Text(const Shape& shape);

  // Arithmetic in the inference's arena.
  Expr Add(Expr a, Expr b) { return symbolic::Add(exprs(), a, b); }
  Expr Subtract(Expr a, Expr b) { return symbolic::Subtract(exprs(), a, b); }
  Expr Multiply(Expr a, Expr b) { return symbolic::Multiply(exprs(), a, b); }
  Expr FloorDiv(Expr a, Expr b) { return symbolic::FloorDiv(exprs(), a, b); }
  Expr CeilDiv(Expr a, Expr b) { return symbolic::CeilDiv(exprs(), a, b); }
  Expr Min(Expr a, Expr b) { return symbolic::Min(exprs(), a, b); }
  Expr Max(Expr a, Expr b) { return symbolic::Max(exprs(), a, b); }
  Expr Product(absl::Span<const Expr> factors) { return symbolic::Product(exprs(), factors); }
  Interval Bounds(Expr e) { return exprs().Bounds(e); }
  // What `make` returns; unknown if anything overflows in it. For comparisons and choices, where an
  // overflow is not the model's own (S15).
  template <typename Make>
  Expr IfItFits(Make make) {
    const bool had_overflow = exprs().TakeOverflow();
    const Expr made = make();
    const bool fits = !exprs().TakeOverflow();
    if (had_overflow) exprs().ReportOverflow();
    return fits ? made : Expr();
  }

 protected:
  // Moves to another node.
  void Enter(graph::GraphId graph, uint32_t node_index, const graph::Node& node, int version);

  Workspace& workspace_;
  const graph::Node* node_ = nullptr;

 private:
  // Whether an operand certainly has no elements.
  bool HasEmptyOperand() const;

  SubgraphRunner& runner_;
  graph::GraphId graph_ = 0;
  uint32_t node_index_ = 0;
  int version_ = 0;
  bool is_tolerated_ = false;
};

// Some runtime goes on where the checks fail that are made while it lives, if `is_tolerated`.
class ToleratedChecks {
 public:
  explicit ToleratedChecks(NodeContext& ctx, bool is_tolerated = true)
      : ctx_(ctx), before_(ctx.SetTolerated(is_tolerated)) {}
  ToleratedChecks(const ToleratedChecks&) = delete;
  ToleratedChecks& operator=(const ToleratedChecks&) = delete;
  ~ToleratedChecks() { ctx_.SetTolerated(before_); }

 private:
  NodeContext& ctx_;
  const bool before_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_NODE_CONTEXT_H_
