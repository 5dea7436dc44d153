#include "core/questions/cost/frame_cost_context.h"

#include "core/symbolic/algebra/algebra.h"

namespace shapewright::questions {
namespace {

using graph::ValueId;
using inference::CallFrame;
using symbolic::Expr;

constexpr int kBitsPerByte = 8;
constexpr int64_t kMaxElements = 64;

}  // namespace

void FrameCostContext::EnterNode(const CostFrame& frame, uint32_t node) {
  frame_ = &frame;
  const graph::Model& model = engine_.workspace().model();
  const graph::Node& entered = model.graphs[frame.graph].nodes[node];
  const rules::ModelOperators& operators = engine_.workspace().operators();
  Enter(entered, model.operators[entered.op], operators.Resolved(entered.op).since_version,
        frame.attributes, operators.RequestRuleOf(entered.op));
}

shape::TypeId FrameCostContext::TypeOf(ValueId value) {
  const graph::Model& model = engine_.workspace().model();
  const graph::GraphId owner = model.values[value].graph;
  for (const CostFrame* frame = frame_; frame != nullptr; frame = frame->outer) {
    if (frame->graph != owner) continue;
    if (frame->call_frame == CallFrame::kMain) return engine_.TypeOf(value);
    return engine_.call_frames()[frame->call_frame].types[value - model.graphs[owner].first_value];
  }
  return shape::kUnknownType;
}

absl::Span<const Expr> FrameCostContext::IntsOf(ValueId value) {
  const absl::Span<const Expr> known = engine_.ElementsOf(value);
  if (!known.empty()) return known;
  const graph::Tensor* const tensor = engine_.ConstantOf(value);
  if (tensor == nullptr) return {};
  const auto [found, is_new] = constants_.try_emplace(value);
  if (is_new) {
    if (const auto integers = graph::DecodeIntegers(*tensor, kMaxElements)) {
      found->second.assign(integers->begin(), integers->end());
    }
  }
  return found->second;
}

Expr FrameCostContext::BytesOf(const shape::Type& type) {
  switch (type.kind) {
    case shape::TypeKind::kTensor: {
      const int bits = shape::ElementBits(type.element);
      if (bits == 0) return Expr();
      const Expr elements = SizeOf(type);
      if (bits % kBitsPerByte == 0) return Multiply(bits / kBitsPerByte, elements);
      const Expr all = Multiply(bits, elements);
      return all.is_unknown() ? all : symbolic::CeilDiv(exprs(), all, kBitsPerByte);
    }
    case shape::TypeKind::kSequence: {
      if (type.positions.empty()) return Multiply(type.length, BytesOf(types().at(type.inner)));
      Expr sum = 0;
      for (const shape::TypeId each : type.positions) sum = Add(sum, BytesOf(types().at(each)));
      return sum;
    }
    default:
      return Expr();
  }
}

Expr FrameCostContext::BytesRead() {
  Expr sum = 0;
  HashSet<ValueId> seen;
  for (size_t i = 0; i < input_count(); ++i) {
    if (HasInput(i) && seen.insert(node().inputs[i]).second) sum = Add(sum, BytesOf(InputType(i)));
  }
  return sum;
}

Expr FrameCostContext::BytesWritten() {
  Expr sum = 0;
  for (size_t i = 0; i < node().outputs.size(); ++i) {
    if (HasOutput(i)) sum = Add(sum, BytesOf(OutputType(i)));
  }
  return sum;
}

std::vector<shape::TypeId> FrameCostContext::InputTypesFrom(size_t first) {
  std::vector<shape::TypeId> types;
  for (size_t i = first; i < input_count(); ++i) {
    types.push_back(HasInput(i) ? TypeOf(node().inputs[i]) : shape::kUnknownType);
  }
  return types;
}

absl::string_view FrameCostContext::ComputedType() {
  for (size_t i = 0; i < input_count(); ++i) {
    const shape::ElementType element = InputType(i).element;
    if (element == shape::ElementType::kUndefined || element == shape::ElementType::kBool) continue;
    return shape::ElementTypeName(element);
  }
  const shape::ElementType element = OutputType(0).element;
  return element == shape::ElementType::kUndefined ? "" : shape::ElementTypeName(element);
}

}  // namespace shapewright::questions
