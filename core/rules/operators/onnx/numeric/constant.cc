// Constant, ConstantOfShape and Identity.
#include <algorithm>

#include "absl/strings/match.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

using graph::AttributeKind;

void SetTensor(RuleContext& ctx, const graph::Tensor& tensor) {
  const DimVector dims(tensor.dims.begin(), tensor.dims.end());
  ValueState state(ctx.types().Tensor(tensor.element, dims));
  // Not decoded until its elements are needed.
  if (!tensor.is_sparse) state.SetTensor(ctx.types(), &tensor);
  ctx.SetOutputState(0, state);
}

void SetInts(RuleContext& ctx, absl::Span<const int64_t> values) {
  if (values.size() > kMaxElements) return;
  const absl::InlinedVector<Expr, 16> elements(values.begin(), values.end());
  ctx.SetIntElements(0, elements);
}

void SetFloats(RuleContext& ctx, absl::Span<const double> values) {
  if (values.size() > kMaxElements) return;
  absl::InlinedVector<FloatElement, 8> elements;
  for (const double value : values) {
    elements.push_back(FloatElement::Constant(value));
  }
  ctx.SetFloatElements(0, elements);
}

Dim Length(const graph::Attribute& attribute) { return static_cast<int64_t>(attribute.count); }

// Sets the output by value, value_int, ...: whichever the attribute's kind says. True if it
// did.
bool SetByAttribute(RuleContext& ctx, const graph::Attribute& attribute) {
  constexpr absl::Span<const Dim> kScalar;
  switch (attribute.kind) {
    case AttributeKind::kTensor:
    case AttributeKind::kSparseTensor:
      SetTensor(ctx, *attribute.tensor);
      return true;
    case AttributeKind::kInt:
      ctx.SetOutput(0, ElementType::kInt64, kScalar);
      SetInts(ctx, {attribute.int_value});
      return true;
    case AttributeKind::kInts:
      ctx.SetOutput(0, ElementType::kInt64, {Length(attribute)});
      SetInts(ctx, attribute.int_list());
      return true;
    case AttributeKind::kFloat:
      ctx.SetOutput(0, ElementType::kFloat, kScalar);
      SetFloats(ctx, {attribute.float_value});
      return true;
    case AttributeKind::kFloats:
      ctx.SetOutput(0, ElementType::kFloat, {Length(attribute)});
      SetFloats(ctx, attribute.float_list());
      return true;
    case AttributeKind::kString:
      ctx.SetOutput(0, ElementType::kString, kScalar);
      return true;
    case AttributeKind::kStrings:
      ctx.SetOutput(0, ElementType::kString, {Length(attribute)});
      return true;
    default:
      return false;
  }
}

void InferConstant(RuleContext& ctx) {
  for (const graph::Attribute& attribute : ctx.node().attributes) {
    if (!absl::StartsWith(attribute.name, "value") && attribute.name != "sparse_value") {
      continue;
    }
    const graph::Attribute* given =
        attribute.reference.empty() ? &attribute : ctx.FindAttribute(attribute.name);
    if (given != nullptr && SetByAttribute(ctx, *given)) return;
  }
  ctx.Error("MISSING_ATTRIBUTE", {}, "Constant has no value attribute");
}

void InferIdentity(RuleContext& ctx) { ctx.SetOutputToInput(0, 0); }

void FillWithFloat(RuleContext& ctx, int64_t count, double value) {
  if (count > kMaxFloatElements) return;
  const absl::InlinedVector<FloatElement, 8> filled(static_cast<size_t>(count),
                                                    FloatElement::Constant(value));
  ctx.SetFloatElements(0, filled);
}

// All elements are that of the tensor `value`; float 0 by default.
void FillByValue(RuleContext& ctx, const graph::Tensor* value) {
  const auto count = SmallElementCount(OutputShape(ctx, 0));
  if (!count) return;
  if (value == nullptr) {
    FillWithFloat(ctx, *count, 0);
  } else if (shape::IsFloat(value->element)) {
    const auto decoded = graph::DecodeFloats(*value, 1);
    if (!decoded || decoded->size() != 1) return;
    FillWithFloat(ctx, *count, (*decoded)[0]);
  } else {
    const auto decoded = graph::DecodeIntegers(*value, 1);
    if (!decoded || decoded->size() != 1) return;
    const absl::InlinedVector<Expr, 16> filled(static_cast<size_t>(*count), Expr((*decoded)[0]));
    ctx.SetIntElements(0, filled);
  }
}

// Sizes must be int64: no runtime takes other types.
bool CheckSizesElement(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  if (element == ElementType::kInt64 || !ctx.IntElements(0)) return true;
  ctx.Error(
      "ELEMENT_TYPE_MISMATCH", Place::Input(0),
      absl::StrCat("ConstantOfShape needs sizes of int64, not ", shape::ElementTypeName(element)));
  return false;
}

void InferConstantOfShape(RuleContext& ctx) {
  const graph::Attribute* attribute = ctx.FindAttribute("value");
  const graph::Tensor* value = attribute != nullptr && attribute->kind == AttributeKind::kTensor
                                   ? attribute->tensor
                                   : nullptr;
  const ElementType element = value != nullptr ? value->element : ElementType::kFloat;
  if (!CheckSizesRank(ctx, 0) || !CheckSizesElement(ctx)) {
    ctx.SetOutput(0, element, Shape());
    return;
  }
  const auto sizes = SizesFromElements(ctx, 0, "size.negative"_check);
  if (!sizes) {
    ctx.SetOutput(0, element, Shape::OfUnknownRank(LengthBounds(ctx, 0)));
    return;
  }
  ctx.SetOutput(0, element, *sizes);
  if (ctx.HasOutput(0)) FillByValue(ctx, value);
}

constexpr OperatorRow kConstantRows[] = {
    {"",
     "Constant",
     {1, 9, 11, 12, 13, 19, 21, 23, 24, 25},
     InferConstant,
     "the attribute's tensor, number or list; by value",
     {.elements = Elements::kOfAttribute},
     kFree},
    {"",
     "ConstantOfShape",
     {9, 20, 21, 23, 24, 25},
     InferConstantOfShape,
     "sizes from the operand's elements; by value",
     {.elements = Elements::kFill},
     kMoved},
    {"",
     "Identity",
     {1, 13, 14, 16, 19, 21, 23, 24, 25},
     InferIdentity,
     "the operand, of any type; by value",
     {.purity = Purity::kIdentity, .is_elementwise = true, .elements = Elements::kOfFirstOperand},
     kFree},
};

}  // namespace

absl::Span<const OperatorRow> ConstantOperators() { return kConstantRows; }

}  // namespace shapewright::rules
