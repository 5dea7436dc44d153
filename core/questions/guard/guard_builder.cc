#include "core/questions/guard/guard_builder.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/guard/program.h"
#include "core/symbolic/float_format.h"
#include "core/symbolic/float_operation.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using symbolic::Expr;
using symbolic::ExprNode;
using symbolic::FloatOperation;
using symbolic::NodeId;
using symbolic::NodeKind;
using v1::GuardInstruction;

constexpr uint64_t kCountPerBuilt = 16;

std::optional<GuardInstruction::Op> OpOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kFloorDiv:
      return GuardInstruction::OP_FLOOR_DIVIDE;
    case NodeKind::kCeilDiv:
      return GuardInstruction::OP_CEIL_DIVIDE;
    case NodeKind::kTruncDiv:
      return GuardInstruction::OP_TRUNCATE_DIVIDE;
    case NodeKind::kMod:
      return GuardInstruction::OP_MODULO;
    case NodeKind::kMin:
      return GuardInstruction::OP_MIN;
    case NodeKind::kMax:
      return GuardInstruction::OP_MAX;
    case NodeKind::kBroadcast:
      return GuardInstruction::OP_BROADCAST;
    case NodeKind::kPower:
      return GuardInstruction::OP_POWER;
    case NodeKind::kDefinedSum:
      return GuardInstruction::OP_ADD;
    case NodeKind::kDefinedProduct:
      return GuardInstruction::OP_MULTIPLY;
    default:
      return std::nullopt;
  }
}

GuardInstruction::Op OpOf(FloatOperation operation) {
  switch (operation) {
    case FloatOperation::kFromInt:
      return GuardInstruction::OP_FLOAT_FROM_INTEGER;
    case FloatOperation::kConvert:
      return GuardInstruction::OP_FLOAT_CONVERT;
    case FloatOperation::kAdd:
      return GuardInstruction::OP_FLOAT_ADD;
    case FloatOperation::kSubtract:
      return GuardInstruction::OP_FLOAT_SUBTRACT;
    case FloatOperation::kMultiply:
      return GuardInstruction::OP_FLOAT_MULTIPLY;
    case FloatOperation::kDivide:
      return GuardInstruction::OP_FLOAT_DIVIDE;
    case FloatOperation::kMin:
      return GuardInstruction::OP_FLOAT_MIN;
    case FloatOperation::kMax:
      return GuardInstruction::OP_FLOAT_MAX;
    case FloatOperation::kFloor:
      return GuardInstruction::OP_FLOAT_FLOOR;
    case FloatOperation::kCeil:
      return GuardInstruction::OP_FLOAT_CEIL;
    case FloatOperation::kRound:
      return GuardInstruction::OP_FLOAT_ROUND;
    case FloatOperation::kSqrt:
      break;
  }
  return GuardInstruction::OP_FLOAT_SQRT;
}

GuardInstruction::Format FormatOf(symbolic::FloatFormat format) {
  return static_cast<GuardInstruction::Format>(format);
}

}  // namespace

GuardBuilder::Result GuardBuilder::Add(const Key& key, bool is_float) {
  const auto [found, is_new] = known_.try_emplace(key, static_cast<Result>(is_float_.size()));
  if (!is_new) return found->second;
  if (is_float_.size() >= guard::kMaxInstructions) {
    is_too_large_ = true;
    known_.erase(found);
    return 0;
  }
  work_.Count(kCountPerBuilt);
  is_float_.push_back(is_float);
  const bool is_constant = key.op == GuardInstruction::OP_CONSTANT;
  constants_.push_back(is_constant ? std::optional<int64_t>(key.constant) : std::nullopt);
  GuardInstruction* const instruction = program_.add_instructions();
  instruction->set_op(key.op);
  for (const Result operand : key.operands) instruction->add_operands(operand);
  instruction->set_format(key.format);
  if (key.op == GuardInstruction::OP_FLOAT_CONSTANT) {
    instruction->set_number(symbolic::FloatOfKey(key.constant));
  } else {
    instruction->set_constant(key.constant);
  }
  return found->second;
}

GuardBuilder::Result GuardBuilder::Constant(int64_t value) {
  return Add({GuardInstruction::OP_CONSTANT, {}, value}, false);
}

GuardBuilder::Result GuardBuilder::Slot(uint32_t input, int64_t axis, int64_t element) {
  const auto place = static_cast<Result>(program_.slots_size());
  const auto [found, is_new] = slots_.try_emplace(std::tuple(input, axis, element), place);
  if (is_new) {
    v1::GuardSlot* const slot = program_.add_slots();
    slot->set_input(input);
    if (axis >= 0) slot->set_axis(static_cast<uint32_t>(axis));
    if (element >= 0) slot->set_element(static_cast<uint32_t>(element));
  }
  return Add({GuardInstruction::OP_SLOT, {}, found->second}, false);
}

GuardBuilder::Result GuardBuilder::AddIntegers(Op op, absl::InlinedVector<Result, 3> operands) {
  for (const Result operand : operands) {
    if (operand < is_float_.size() && is_float_[operand]) return Unbound();
  }
  const std::optional<int64_t> constant = Fold(op, operands);
  return constant ? Constant(*constant) : Add({op, std::move(operands)}, false);
}

std::optional<int64_t> GuardBuilder::Fold(Op op,
                                          const absl::InlinedVector<Result, 3>& operands) const {
  if (operands.size() != 2 || is_too_large_) return std::nullopt;
  const std::optional<int64_t> a = constants_[operands[0]];
  const std::optional<int64_t> b = constants_[operands[1]];
  if (!a || !b) return std::nullopt;
  switch (op) {
    case GuardInstruction::OP_ADD:
      return symbolic::CheckedAdd(*a, *b);
    case GuardInstruction::OP_SUBTRACT:
      return symbolic::CheckedSub(*a, *b);
    case GuardInstruction::OP_MULTIPLY:
      return symbolic::CheckedMul(*a, *b);
    case GuardInstruction::OP_CEIL_DIVIDE:
      return *b == 0 ? std::nullopt : symbolic::CheckedCeilDiv(*a, *b);
    case GuardInstruction::OP_MAX:
      return std::max(*a, *b);
    default:
      return std::nullopt;
  }
}

GuardBuilder::Result GuardBuilder::Select(Result condition, Result then, Result otherwise) {
  return AddIntegers(GuardInstruction::OP_SELECT, {condition, then, otherwise});
}

GuardBuilder::Result GuardBuilder::AtLeast(int64_t least, Result value) {
  return Apply(GuardInstruction::OP_LESS_OR_EQUAL, Constant(least), value);
}

absl::Status GuardBuilder::status() const {
  if (work_.is_stopped()) return work_.status();
  if (!is_too_large_) return absl::OkStatus();
  absl::Status status = absl::FailedPreconditionError(
      absl::StrCat("the guard needs more than ", guard::kMaxInstructions, " instructions"));
  status.SetPayload(graph::kReasonPayload, absl::Cord("GUARD_TOO_LARGE"));
  return status;
}

std::vector<NodeId> GuardBuilder::NewNodes(NodeId root) const {
  std::vector<NodeId> nodes = {root};
  HashSet<NodeId> seen = {root};
  uint64_t looked_at = 1;
  for (size_t next = 0; next < nodes.size() && work_.Count(looked_at); ++next) {
    looked_at = 1;
    ForEachOperandNode(arena_.node(nodes[next]), [&](NodeId operand) {
      ++looked_at;
      if (operand == 0 || nodes_.contains(operand)) return;
      if (seen.insert(operand).second) nodes.push_back(operand);
    });
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

GuardBuilder::Result GuardBuilder::Of(Expr e) {
  if (!e.is_symbolic()) return OfOperand(e);
  // Nothing is remembered of expressions any more: all below them would be looked at each time.
  if (is_stopped()) return 0;
  const auto known = nodes_.find(e.node());
  if (known != nodes_.end()) return known->second;
  for (const NodeId id : NewNodes(e.node())) {
    if (is_stopped()) return 0;
    const Result result = OfNode(arena_.node(id));
    nodes_.emplace(id, result);
  }
  return nodes_.at(e.node());
}

GuardBuilder::Result GuardBuilder::OfOperand(Expr e) {
  if (e.is_constant()) return Constant(e.constant());
  return e.is_unknown() ? Unbound() : nodes_.at(e.node());
}

GuardBuilder::Result GuardBuilder::OfNode(const ExprNode& node) {
  switch (node.kind) {
    case NodeKind::kUnit:
      return Constant(1);
    case NodeKind::kSymbol:
      return OfSymbol(node.symbol);
    case NodeKind::kSum:
      return OfSum(node);
    case NodeKind::kProduct:
      return OfProduct(node);
    case NodeKind::kFloat:
    case NodeKind::kTruncate:
      return OfFloat(node);
    default:
      return OfOperation(node);
  }
}

GuardBuilder::Result GuardBuilder::OfSymbol(symbolic::SymbolId id) {
  const auto found = definitions_.find(id);
  if (found == definitions_.end()) return Unbound();
  const Definition definition = found->second;
  if (definition.result) return *definition.result;
  // Solutions contain free symbols only.
  if (!definition.solution.is_unknown()) return Of(definition.solution);
  if (definition.element) return Element(definition.input, *definition.element);
  return Size(definition.input, definition.axis);
}

GuardBuilder::Result GuardBuilder::OfSum(const ExprNode& node) {
  std::optional<Result> sum;
  for (const symbolic::Term& term : node.terms) {
    const bool is_constant = term.monomial == 0;
    Result scaled =
        is_constant ? Constant(term.coefficient) : OfOperand(Expr::FromNode(term.monomial));
    if (!is_constant && term.coefficient == -1 && sum) {
      sum = Apply(GuardInstruction::OP_SUBTRACT, *sum, scaled);
      continue;
    }
    if (!is_constant && term.coefficient != 1) {
      scaled = Apply(GuardInstruction::OP_MULTIPLY, Constant(term.coefficient), scaled);
    }
    sum = sum ? Apply(GuardInstruction::OP_ADD, *sum, scaled) : scaled;
  }
  return sum ? *sum : Constant(0);
}

GuardBuilder::Result GuardBuilder::OfProduct(const ExprNode& node) {
  std::optional<Result> product;
  for (const NodeId factor : node.factors) {
    const Result next = OfOperand(Expr::FromNode(factor));
    product = product ? Apply(GuardInstruction::OP_MULTIPLY, *product, next) : next;
  }
  return product ? *product : Constant(1);
}

GuardBuilder::Result GuardBuilder::OfOperation(const ExprNode& node) {
  if (node.kind == NodeKind::kIf) {
    return Select(OfOperand(node.operands[0]), OfOperand(node.operands[1]),
                  OfOperand(node.operands[2]));
  }
  const auto op = OpOf(node.kind);
  if (!op) return Unbound();
  std::optional<Result> result;
  for (const Expr operand : node.operands) {
    const Result next = OfOperand(operand);
    result = result ? Apply(*op, *result, next) : next;
  }
  return result ? *result : Unbound();
}

std::optional<GuardBuilder::Result> GuardBuilder::FloatOperand(Expr e,
                                                               GuardInstruction::Format format) {
  if (e.is_constant()) {
    return Add({GuardInstruction::OP_FLOAT_CONSTANT, {}, e.constant(), format}, true);
  }
  if (!e.is_symbolic() || arena_.node(e.node()).kind != NodeKind::kFloat) return std::nullopt;
  const Result result = nodes_.at(e.node());
  return is_float_[result] ? std::optional<Result>(result) : std::nullopt;
}

GuardBuilder::Result GuardBuilder::OfFloat(const ExprNode& node) {
  if (node.kind == NodeKind::kTruncate) {
    const auto operand = FloatOperand(node.operands[0], GuardInstruction::FORMAT_DOUBLE);
    if (!operand) return Unbound();
    return Add({GuardInstruction::OP_INTEGER_FROM_FLOAT, {*operand}}, false);
  }
  const symbolic::FloatNode content = symbolic::ReadFloat(node);
  const GuardInstruction::Format format = FormatOf(content.format);
  if (content.operation == FloatOperation::kFromInt) {
    const Result integer = OfOperand(content.first);
    if (is_float_[integer]) return Unbound();
    return Add({GuardInstruction::OP_FLOAT_FROM_INTEGER, {integer}, 0, format}, true);
  }
  // A constant to convert is of another format, which a double holds.
  const bool converts = content.operation == FloatOperation::kConvert;
  const auto first =
      FloatOperand(content.first, converts ? GuardInstruction::FORMAT_DOUBLE : format);
  if (!first) return Unbound();
  Key key = {OpOf(content.operation), {*first}, 0, format};
  if (symbolic::HasTwoOperands(content.operation)) {
    const auto second = FloatOperand(content.second, format);
    if (!second) return Unbound();
    key.operands.push_back(*second);
  }
  return Add(key, true);
}

}  // namespace shapewright::questions
