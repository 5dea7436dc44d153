#include "core/rules/cost/cost_context.h"

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/conditional.h"

namespace shapewright::rules {
namespace {

using shape::Shape;
using shape::Type;
using symbolic::Expr;

}  // namespace

void CostContext::Enter(const graph::Node& node, const graph::OperatorName& op, int version,
                        absl::Span<const graph::Attribute> call_attributes,
                        const RequestRule* rule) {
  node_ = &node;
  op_ = &op;
  version_ = version;
  request_rule_ = rule;
  call_attributes_ = call_attributes;
  operations_.fill(Expr(0));
  is_upper_ = false;
  has_overflow_ = false;
  refusal_ = {};
}

const graph::Attribute* CostContext::FindAttribute(absl::string_view name) const {
  exprs_.CountWork(node_->attributes.size());
  for (const graph::Attribute& attribute : node_->attributes) {
    if (attribute.name != name) continue;
    if (attribute.reference.empty()) return &attribute;
    exprs_.CountWork(call_attributes_.size());
    for (const graph::Attribute& given : call_attributes_) {
      if (given.name == attribute.reference) return &given;
    }
    return nullptr;
  }
  return nullptr;
}

int64_t CostContext::Int(absl::string_view name, int64_t default_value) const {
  const graph::Attribute* const attribute = FindAttribute(name);
  const bool is_int = attribute != nullptr && attribute->kind == graph::AttributeKind::kInt;
  return is_int ? attribute->int_value : default_value;
}

double CostContext::Float(absl::string_view name, double default_value) const {
  const graph::Attribute* const attribute = FindAttribute(name);
  const bool is_float = attribute != nullptr && attribute->kind == graph::AttributeKind::kFloat;
  return is_float ? attribute->float_value : default_value;
}

absl::string_view CostContext::String(absl::string_view name,
                                      absl::string_view default_value) const {
  const graph::Attribute* const attribute = FindAttribute(name);
  const bool is_string = attribute != nullptr && attribute->kind == graph::AttributeKind::kString;
  return is_string ? attribute->string_value : default_value;
}

std::optional<absl::Span<const int64_t>> CostContext::Ints(absl::string_view name) const {
  const graph::Attribute* const attribute = FindAttribute(name);
  if (attribute == nullptr || attribute->kind != graph::AttributeKind::kInts) return std::nullopt;
  return attribute->int_list();
}

bool CostContext::HasInput(size_t index) const {
  return index < node_->inputs.size() && node_->inputs[index] != graph::kNoValue;
}

bool CostContext::HasOutput(size_t index) const {
  return index < node_->outputs.size() && node_->outputs[index] != graph::kNoValue;
}

const Type& CostContext::InputType(size_t index) {
  return types_.at(HasInput(index) ? TypeOf(node_->inputs[index]) : shape::kUnknownType);
}

const Type& CostContext::OutputType(size_t index) {
  return types_.at(HasOutput(index) ? TypeOf(node_->outputs[index]) : shape::kUnknownType);
}

Expr CostContext::DimOf(const Shape& shape, int axis) {
  if (!shape.has_rank) return Expr();
  const int normal = axis < 0 ? axis + shape.rank() : axis;
  if (normal < 0 || normal >= shape.rank()) return Expr();
  return shape.dims[static_cast<size_t>(normal)];
}

Expr CostContext::SizeOf(const Type& type) {
  if (type.alternatives.empty()) {
    return type.has_rank() ? ProductOf(type.shape, 0) : Expr();
  }
  Expr size = SizeOf(types_.at(type.alternatives.back().type));
  for (size_t i = type.alternatives.size() - 1; i-- > 0;) {
    const shape::TypeAlternative& each = type.alternatives[i];
    size = If(each.condition, SizeOf(types_.at(each.type)), size);
  }
  return size;
}

Expr CostContext::ProductOf(const Shape& shape, int begin, int end) {
  if (!shape.has_rank) return Expr();
  const int rank = shape.rank();
  const int first = begin < 0 ? begin + rank : begin;
  const int last = end <= 0 ? end + rank : end;
  if (first < 0 || last < first || last > rank) return Expr();
  return Quietly([&] {
    return symbolic::Product(
        exprs_, shape.dims.subspan(static_cast<size_t>(first), static_cast<size_t>(last - first)));
  });
}

absl::Span<const Expr> CostContext::InputInts(size_t index) {
  return HasInput(index) ? IntsOf(node_->inputs[index]) : absl::Span<const Expr>();
}

Expr CostContext::InputInt(size_t index) {
  const absl::Span<const Expr> ints = InputInts(index);
  return ints.size() == 1 ? ints.front() : Expr();
}

Expr CostContext::Add(Expr a, Expr b) {
  return Quietly([&] { return symbolic::Add(exprs_, a, b); });
}

Expr CostContext::Multiply(Expr a, Expr b) {
  return Quietly([&] { return symbolic::Multiply(exprs_, a, b); });
}

Expr CostContext::Divide(Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return Expr();
  return Quietly([&] { return symbolic::FloorDiv(exprs_, a, b); });
}

Expr CostContext::Min(Expr a, Expr b) {
  return Quietly([&] { return symbolic::Min(exprs_, a, b); });
}

Expr CostContext::If(Expr condition, Expr a, Expr b) {
  return Quietly([&] { return symbolic::If(exprs_, condition, a, b); });
}

void CostContext::Count(Operation operation, Expr count) {
  // Attributes that make no sense, such as a window of -5, would count less than nothing.
  const symbolic::Interval bounds = exprs_.Bounds(count);
  if (bounds.min < 0 && bounds.max <= 0) return Refuse();
  Expr& sum = operations_[static_cast<size_t>(operation)];
  sum = Add(sum, count);
}

}  // namespace shapewright::rules
