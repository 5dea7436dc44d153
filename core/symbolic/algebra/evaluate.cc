#include "core/symbolic/algebra/evaluate.h"

#include <algorithm>

#include "core/symbolic/apply_operation.h"
#include "core/symbolic/float_node.h"
#include "core/symbolic/reachable.h"

namespace shapewright::symbolic {
namespace {

using Status = Evaluation::Status;

// INT128_MIN is left out, so that every value can be negated and divided.
constexpr Int128 kWideMin = static_cast<Int128>(1) << 127;

bool AddWide(Int128 a, Int128 b, Int128& sum) {
  return !__builtin_add_overflow(a, b, &sum) && sum != kWideMin;
}

bool MultiplyWide(Int128 a, Int128 b, Int128& product) {
  return !__builtin_mul_overflow(a, b, &product) && product != kWideMin;
}

template <typename Divide>
WideValue DivideWide(WideValue a, WideValue b, Divide divide) {
  if (b.value == 0) return {Status::kDivisionByZero};
  return {Status::kOk, divide(a.value, b.value)};
}

}  // namespace

// The functions that ApplyOperation() calls; both operands have a value. It finds them by the
// type of their arguments, which does not reach into an anonymous namespace.
// NOLINTBEGIN(misc-use-anonymous-namespace)
static WideValue FloorDiv(WideValue a, WideValue b) {
  return DivideWide(a, b, FloorDivide<Int128>);
}
static WideValue CeilDiv(WideValue a, WideValue b) { return DivideWide(a, b, CeilDivide<Int128>); }
static WideValue TruncDiv(WideValue a, WideValue b) {
  return DivideWide(a, b, [](Int128 x, Int128 y) { return x / y; });
}
// Takes the sign of b; a - b * floordiv(a, b) could leave the range on the way.
static WideValue Mod(WideValue a, WideValue b) {
  return DivideWide(a, b, [](Int128 x, Int128 y) {
    const Int128 rest = x % y;
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
  });
}
static WideValue Min(WideValue a, WideValue b) { return b.value < a.value ? b : a; }
static WideValue Max(WideValue a, WideValue b) { return a.value < b.value ? b : a; }
static WideValue Broadcast(WideValue a, WideValue b) { return a.value == 1 ? b : a; }
static WideValue Power(WideValue base, WideValue exponent) {
  if (exponent.value < 0) return {};
  const auto base_value = Narrow(base.value);
  const auto power =
      base_value && *base_value >= 2 ? CheckedPower(*base_value, exponent.value) : std::nullopt;
  return power ? WideValue{Status::kOk, *power} : WideValue{Status::kOverflow};
}
static WideValue Add(WideValue a, WideValue b) {
  WideValue sum;
  if (!AddWide(a.value, b.value, sum.value)) return {Status::kOverflow};
  return sum;
}
static WideValue Multiply(WideValue a, WideValue b) {
  WideValue product;
  if (!MultiplyWide(a.value, b.value, product.value)) return {Status::kOverflow};
  return product;
}
// NOLINTEND(misc-use-anonymous-namespace)

Evaluator::Evaluator(const ExprArena& arena, absl::Span<const Expr> roots)
    : arena_(arena),
      roots_(roots.begin(), roots.end()),
      nodes_(ReachableNodes(arena, roots)),
      values_(nodes_.size() + 1),
      results_(roots_.size()) {
  values_[0].value = 1;
  for (const NodeId id : nodes_) {
    first_operands_.push_back(operands_.size());
    ForEachOperandNode(arena.node(id),
                       [this](NodeId operand) { operands_.push_back(SlotOf(operand)); });
  }
  for (const Expr root : roots_) {
    root_slots_.push_back(root.is_symbolic() ? SlotOf(root.node()) : 0);
  }
}

uint32_t Evaluator::SlotOf(NodeId id) const {
  if (id == 0) return 0;
  const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), id);
  return static_cast<uint32_t>(found - nodes_.begin() + 1);
}

absl::Span<const Evaluation> Evaluator::Run(Bindings bindings) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Slots operands = operands_.data() + first_operands_[i];
    values_[i + 1] = Compute(arena_.node(nodes_[i]), operands, bindings);
  }
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Expr root = roots_[i];
    const WideValue wide = root.is_constant()  ? WideValue{Status::kOk, root.constant()}
                           : root.is_unknown() ? WideValue{Status::kUnknown}
                                               : values_[root_slots_[i]];
    results_[i] = {wide.status, 0};
    if (wide.status != Status::kOk) continue;
    const auto narrow = Narrow(wide.value);
    results_[i] = narrow ? Evaluation{Status::kOk, *narrow} : Evaluation{Status::kOverflow, 0};
  }
  return results_;
}

WideValue Evaluator::Compute(const ExprNode& node, Slots operands, Bindings bindings) const {
  if (node.kind == NodeKind::kFloat) return ComputeFloatNode(node, operands);
  if (node.kind == NodeKind::kTruncate) return ComputeTruncation(node, operands);
  if (!node.operands.empty()) return ComputeOperation(node, operands);
  if (node.kind == NodeKind::kSum) return ComputeSum(node, operands);
  if (node.kind == NodeKind::kProduct) return ComputeProduct(node, operands);
  if (node.symbol >= bindings.size() || !bindings[node.symbol]) return {Status::kUnbound};
  return {Status::kOk, *bindings[node.symbol]};
}

WideValue Evaluator::ComputeSum(const ExprNode& node, Slots operands) const {
  WideValue sum;
  for (const Term& term : node.terms) {
    const WideValue& monomial = values_[*operands++];
    if (monomial.status != Status::kOk) return monomial;
    Int128 scaled = 0;
    if (!MultiplyWide(monomial.value, term.coefficient, scaled) ||
        !AddWide(sum.value, scaled, sum.value)) {
      sum.status = Status::kOverflow;
    }
  }
  return sum;
}

WideValue Evaluator::ComputeProduct(const ExprNode& node, Slots operands) const {
  WideValue product{Status::kOk, 1};
  bool has_zero = false;
  for (size_t i = 0; i < node.factors.size(); ++i) {
    const WideValue& factor = values_[operands[i]];
    if (factor.status == Status::kOverflow &&
        arena_.node(node.factors[i]).kind == NodeKind::kPower) {
      product.status = Status::kOverflow;  // unless another factor is 0
      continue;
    }
    if (factor.status != Status::kOk) return factor;
    has_zero |= factor.value == 0;
    if (!MultiplyWide(product.value, factor.value, product.value)) {
      product.status = Status::kOverflow;
    }
  }
  return has_zero ? WideValue{} : product;
}

// What the side that is not taken has, or lacks, does not matter.
WideValue Evaluator::ComputeIf(const ExprNode& node, Slots operands) const {
  WideValue values[3];
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const Expr operand = node.operands[i];
    values[i] =
        operand.is_symbolic() ? values_[*operands++] : WideValue{Status::kOk, operand.constant()};
  }
  if (values[0].status != Status::kOk) return values[0];
  return values[0].value != 0 ? values[1] : values[2];
}

WideValue Evaluator::ComputeOperation(const ExprNode& node, Slots operands) const {
  if (node.kind == NodeKind::kIf) return ComputeIf(node, operands);
  std::optional<WideValue> result;
  for (const Expr operand : node.operands) {
    const WideValue next =
        operand.is_symbolic() ? values_[*operands++] : WideValue{Status::kOk, operand.constant()};
    if (next.status != Status::kOk) return next;
    result = result ? ApplyOperation(node.kind, *result, next) : next;
    if (result->status != Status::kOk) return *result;
  }
  return *result;
}

WideValue Evaluator::ComputeFloatNode(const ExprNode& node, Slots operands) const {
  const FloatNode content = ReadFloat(node);
  double floats[2] = {};
  for (size_t i = 1; i < node.operands.size(); ++i) {
    const Expr operand = node.operands[i];
    const WideValue next =
        operand.is_symbolic() ? values_[*operands++] : WideValue{Status::kOk, operand.constant()};
    if (next.status != Status::kOk) return next;
    const auto narrow = Narrow(next.value);
    if (!narrow) return {Status::kOverflow};
    floats[i - 1] = content.operation == FloatOperation::kFromInt
                        ? FloatFromInt(*narrow, content.format)
                        : FloatOfKey(*narrow);
  }
  if (content.operation == FloatOperation::kDivide && floats[1] == 0) {
    return {Status::kDivisionByZero};
  }
  const auto value = ComputeFloat(content.operation, content.format, floats[0], floats[1]);
  return value ? WideValue{Status::kOk, FloatKey(*value)} : WideValue{Status::kOverflow};
}

WideValue Evaluator::ComputeTruncation(const ExprNode& node, Slots operands) const {
  const WideValue& key = values_[node.operands[0].is_symbolic() ? *operands : 0];
  if (key.status != Status::kOk) return key;
  const auto whole = TruncateToInt(FloatOfKey(static_cast<int64_t>(key.value)));
  return whole ? WideValue{Status::kOk, *whole} : WideValue{Status::kOverflow};
}

std::vector<Evaluation> Evaluate(const ExprArena& arena, absl::Span<const Expr> roots,
                                 Bindings bindings, Work* work) {
  Evaluator evaluator(arena, roots);
  // Setting up the evaluator counts too.
  const uint64_t operations = 4 * evaluator.steps();
  if (work != nullptr) {
    work->Count(operations);
  } else {
    arena.CountWork(operations);
  }
  const absl::Span<const Evaluation> results = evaluator.Run(bindings);
  return {results.begin(), results.end()};
}

Evaluation Evaluate(const ExprArena& arena, Expr root, Bindings bindings, Work* work) {
  if (root.is_constant()) return {Status::kOk, root.constant()};
  // Mostly called for a symbol, which needs no Evaluator.
  const ExprNode* const node = root.is_symbolic() ? &arena.node(root.node()) : nullptr;
  if (node != nullptr && node->kind == NodeKind::kSymbol) {
    const bool has_value = node->symbol < bindings.size() && bindings[node->symbol];
    return has_value ? Evaluation{Status::kOk, *bindings[node->symbol]}
                     : Evaluation{Status::kUnbound};
  }
  return Evaluate(arena, absl::MakeConstSpan(&root, 1), bindings, work)[0];
}

}  // namespace shapewright::symbolic
