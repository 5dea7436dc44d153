#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_EVALUATE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_EVALUATE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {

// The value of an expression under values of its symbols, or why there is none.
struct Evaluation {
  enum class Status : uint8_t {
    kOk,
    kUnknown,         // the expression itself is unknown
    kUnbound,         // a symbol has no value
    kDivisionByZero,  // S11
    kOverflow,        // the value leaves 64 bits (S15)
  };

  Status status = Status::kOk;
  int64_t value = 0;  // kOk

  bool ok() const { return status == Status::kOk; }
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// The value of a node within an evaluation, in 128 bits.
struct WideValue {
  Evaluation::Status status = Evaluation::Status::kOk;
  Int128 value = 0;
};

// Values by SymbolId; symbols beyond the end have none. Defined symbols need
// none: they are evaluated through what they stand for (S20).
using Bindings = absl::Span<const std::optional<int64_t>>;

// Evaluates a set of expressions again and again. Each node is computed once
// per run, in ascending order, without recursion. Between the nodes 128 bits
// are used, so that a value does not depend on the form that the expression has
// taken; a root whose own value leaves 64 bits is kOverflow. An operand without
// a value leaves all above it without one, for the first operand's reason; of an if, only its
// condition and the side taken count.
//
// Keeps pointers into the arena: only nodes that existed at construction count,
// and the arena must outlive the evaluator. Not thread-safe.
class Evaluator {
 public:
  Evaluator(const ExprArena& arena, absl::Span<const Expr> roots);

  // One result per root, valid until the next run.
  absl::Span<const Evaluation> Run(Bindings bindings);

  // The number of nodes that a run computes and of results that it gives.
  size_t steps() const { return nodes_.size() + roots_.size(); }

 private:
  // The slots of those of a node's operands that are nodes, in order.
  using Slots = const uint32_t*;

  uint32_t SlotOf(NodeId id) const;
  WideValue Compute(const ExprNode& node, Slots operands, Bindings bindings) const;
  WideValue ComputeSum(const ExprNode& node, Slots operands) const;
  WideValue ComputeProduct(const ExprNode& node, Slots operands) const;
  WideValue ComputeIf(const ExprNode& node, Slots operands) const;
  WideValue ComputeOperation(const ExprNode& node, Slots operands) const;
  WideValue ComputeFloatNode(const ExprNode& node, Slots operands) const;
  WideValue ComputeTruncation(const ExprNode& node, Slots operands) const;

  const ExprArena& arena_;
  std::vector<Expr> roots_;
  std::vector<NodeId> nodes_;
  std::vector<WideValue> values_;       // by slot: the unit's, then one for each of nodes_
  std::vector<uint32_t> operands_;      // all Slots one after another
  std::vector<size_t> first_operands_;  // by place in nodes_: its part of operands_
  std::vector<uint32_t> root_slots_;
  std::vector<Evaluation> results_;
};

// A single run. Its operations are counted on `work`, or on the arena's if that is null.
std::vector<Evaluation> Evaluate(const ExprArena& arena, absl::Span<const Expr> roots,
                                 Bindings bindings, Work* work = nullptr);
Evaluation Evaluate(const ExprArena& arena, Expr root, Bindings bindings, Work* work = nullptr);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_EVALUATE_H_
