#include "core/symbolic/evaluate.h"

#include <algorithm>

#include "core/symbolic/reachable.h"

namespace shapewright::symbolic {
namespace {

using Status = Evaluation::Status;

// INT128_MIN is left out, so that every value can be negated and divided.
constexpr Int128 kWideMin = static_cast<Int128>(1) << 127;

bool AddWide(Int128 a, Int128 b, Int128& sum) {
  return !__builtin_add_overflow(a, b, &sum) && sum != kWideMin;
}

// Takes the sign of b; a - b * floordiv(a, b) could leave the range on the way.
Int128 ModWide(Int128 a, Int128 b) {
  const Int128 rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

bool MultiplyWide(Int128 a, Int128 b, Int128& product) {
  return !__builtin_mul_overflow(a, b, &product) && product != kWideMin;
}

}  // namespace

Evaluator::Evaluator(const ExprArena& arena, absl::Span<const Expr> roots)
    : arena_(arena),
      roots_(roots.begin(), roots.end()),
      nodes_(ReachableNodes(arena, roots)),
      slots_(nodes_.empty() ? 1 : nodes_.back() + size_t{1}),
      values_(nodes_.size() + 1),
      results_(roots_.size()) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    slots_[nodes_[i]] = static_cast<uint32_t>(i + 1);
  }
  values_[0].value = 1;
}

absl::Span<const Evaluation> Evaluator::Run(Bindings bindings) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    values_[i + 1] = Compute(arena_.node(nodes_[i]), bindings);
  }
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Value wide = ValueOf(roots_[i]);
    results_[i] = {wide.status, 0};
    if (wide.status != Status::kOk) continue;
    const auto narrow = Narrow(wide.value);
    results_[i] = narrow ? Evaluation{Status::kOk, *narrow} : Evaluation{Status::kOverflow, 0};
  }
  return results_;
}

Evaluator::Value Evaluator::ValueOf(Expr e) const {
  if (e.is_unknown()) return {Status::kUnknown};
  if (e.is_constant()) return {Status::kOk, e.constant()};
  return values_[slots_[e.node()]];
}

Evaluator::Value Evaluator::Compute(const ExprNode& node, Bindings bindings) const {
  if (!node.operands.empty()) return ComputeOperation(node);
  if (node.kind == NodeKind::kSum) return ComputeSum(node);
  if (node.kind == NodeKind::kProduct) return ComputeProduct(node);
  if (node.symbol >= bindings.size() || !bindings[node.symbol]) {
    return {Status::kUnbound};
  }
  return {Status::kOk, *bindings[node.symbol]};
}

Evaluator::Value Evaluator::ComputeSum(const ExprNode& node) const {
  Value sum;
  for (const Term& term : node.terms) {
    const Value& monomial = values_[slots_[term.monomial]];
    if (monomial.status != Status::kOk) return monomial;
    Int128 scaled = 0;
    if (!MultiplyWide(monomial.value, term.coefficient, scaled) ||
        !AddWide(sum.value, scaled, sum.value)) {
      sum.status = Status::kOverflow;
    }
  }
  return sum;
}

Evaluator::Value Evaluator::ComputeProduct(const ExprNode& node) const {
  Value product{Status::kOk, 1};
  bool has_zero = false;
  for (const NodeId factor : node.factors) {
    const Value& value = values_[slots_[factor]];
    if (value.status != Status::kOk) return value;
    has_zero |= value.value == 0;
    if (!MultiplyWide(product.value, value.value, product.value)) {
      product.status = Status::kOverflow;
    }
  }
  return has_zero ? Value{} : product;
}

Evaluator::Value Evaluator::ComputeOperation(const ExprNode& node) const {
  Value result = ValueOf(node.operands[0]);
  for (const Expr operand : node.operands.subspan(1)) {
    const Value next = ValueOf(operand);
    if (result.status != Status::kOk) return result;
    if (next.status != Status::kOk) return next;
    result = Apply(node.kind, result.value, next.value);
  }
  return result;
}

Evaluator::Value Evaluator::Apply(NodeKind kind, Int128 a, Int128 b) {
  const bool is_division = kind == NodeKind::kFloorDiv || kind == NodeKind::kCeilDiv ||
                           kind == NodeKind::kTruncDiv || kind == NodeKind::kMod;
  if (is_division && b == 0) return {Status::kDivisionByZero};
  Int128 wide = 0;
  switch (kind) {
    case NodeKind::kFloorDiv:
      return {Status::kOk, FloorDivide(a, b)};
    case NodeKind::kCeilDiv:
      return {Status::kOk, CeilDivide(a, b)};
    case NodeKind::kTruncDiv:
      return {Status::kOk, a / b};
    case NodeKind::kMod:
      return {Status::kOk, ModWide(a, b)};
    case NodeKind::kMin:
      return {Status::kOk, std::min(a, b)};
    case NodeKind::kMax:
      return {Status::kOk, std::max(a, b)};
    case NodeKind::kBroadcast:
      return {Status::kOk, a == 1 ? b : a};
    case NodeKind::kDefinedSum:
      if (AddWide(a, b, wide)) return {Status::kOk, wide};
      return {Status::kOverflow};
    case NodeKind::kDefinedProduct:
      if (MultiplyWide(a, b, wide)) return {Status::kOk, wide};
      return {Status::kOverflow};
    default:
      return {Status::kUnknown};
  }
}

std::vector<Evaluation> Evaluate(const ExprArena& arena, absl::Span<const Expr> roots,
                                 Bindings bindings) {
  Evaluator evaluator(arena, roots);
  const absl::Span<const Evaluation> results = evaluator.Run(bindings);
  return {results.begin(), results.end()};
}

Evaluation Evaluate(const ExprArena& arena, Expr root, Bindings bindings) {
  return Evaluate(arena, absl::MakeConstSpan(&root, 1), bindings)[0];
}

}  // namespace shapewright::symbolic
