// Operators that make tensors: Range, EyeLike, random numbers, windows.
#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

using GeneratorKind = FloatElement::Kind;

void CountInts(RuleContext& ctx, ElementType element) {
  const Expr start = ctx.OnlyElementOrFresh(0);
  const Expr limit = ctx.OnlyElementOrFresh(1);
  const Expr delta = ctx.OnlyElementOrFresh(2);
  if (!delta.is_unknown() && !ctx.RequireNotZero(delta, Place::Element(2, 0), "range.step"_check)) {
    ctx.SetOutput(0, element, {Dim()});
    return;
  }
  const Expr count = ctx.CeilDiv(ctx.Subtract(limit, start), delta);
  ctx.SetOutput(0, element, {ctx.Max(0, count)});
  if (!ctx.HasOutput(0) || start.is_unknown() || delta.is_unknown()) return;
  const auto size = SmallElementCount(OutputShape(ctx, 0));
  if (!size) return;
  absl::InlinedVector<Expr, 16> elements;
  for (int64_t i = 0; i < *size; ++i) {
    elements.push_back(ctx.Add(start, ctx.Multiply(delta, i)));
  }
  ctx.SetIntElements(0, elements);
}

// The count in double, as onnxruntime and the reference compute it. For narrow types it must be the
// same in float32, as runtimes differ.
Dim CountOfConstants(double start, double limit, double delta, ElementType element) {
  const double count = std::ceil((limit - start) / delta);
  constexpr double kLargest = 1e15;
  if (!(std::abs(count) < kLargest)) return Dim();
  if (IsNarrow(element)) {
    const double length = RoundToType(limit - start, element);
    const double rounded = std::ceil(RoundToType(length / delta, element));
    if (std::ceil(length / delta) != count || rounded != count) return Dim();
  }
  return std::max<int64_t>(0, static_cast<int64_t>(count));
}

FloatElement FloatScalar(RuleContext& ctx, int input) {
  const auto elements = ctx.FloatElements(input);
  return elements && elements->size() == 1 ? (*elements)[0] : FloatElement();
}

// The count, if start, limit and delta are integers or quotients of them.
Expr CountExactly(RuleContext& ctx, const FloatElement& length, const FloatElement& delta,
                  ElementType element) {
  const FloatElement count = ComputeFloat(ctx, FloatOperation::kDivide, length, delta, element);
  if (count.kind != GeneratorKind::kRatio && count.kind != GeneratorKind::kRounded) return Expr();
  // The length is rounded before the division, so it has to be exact.
  if (!AssumeExact(ctx, length, element)) return Expr();
  return RoundToInt(ctx, count, element, symbolic::CeilDiv);
}

Expr CountOpaquely(RuleContext& ctx, const FloatElement& length, const FloatElement& delta,
                   ElementType element) {
  const FloatElement quotient = ComputeFloat(ctx, FloatOperation::kDivide, length, delta, element);
  const FloatElement count = ComputeFloat(ctx, FloatOperation::kCeil, quotient, element);
  return count.kind == GeneratorKind::kOpaque ? symbolic::Truncate(ctx.exprs(), count.numerator)
                                              : Expr();
}

// A float value as a double.
FloatElement Widen(RuleContext& ctx, const FloatElement& value, ElementType element) {
  const bool is_wide = value.kind == GeneratorKind::kConstant || element == ElementType::kDouble ||
                       (value.kind == GeneratorKind::kRatio && AssumeExact(ctx, value, element));
  return is_wide ? value : ConvertFloat(ctx, value, element, ElementType::kDouble);
}

Dim CountFloats(RuleContext& ctx, ElementType element) {
  const FloatElement start = FloatScalar(ctx, 0);
  const FloatElement limit = FloatScalar(ctx, 1);
  const FloatElement delta = FloatScalar(ctx, 2);
  for (const FloatElement& operand : {start, limit, delta}) AssumePositive(ctx, operand);
  if (delta.kind == GeneratorKind::kConstant && delta.constant == 0) {
    ctx.Error("ZERO_STEP", Place::Element(2, 0), "Range with a step of 0");
    return Dim();
  }
  if (start.kind == GeneratorKind::kConstant && limit.kind == GeneratorKind::kConstant &&
      delta.kind == GeneratorKind::kConstant) {
    return CountOfConstants(start.constant, limit.constant, delta.constant, element);
  }
  if (IsNarrow(element)) {
    const FloatElement length = ComputeFloat(ctx, FloatOperation::kSubtract, limit, start, element);
    return ctx.Max(0, CountExactly(ctx, length, delta, element));
  }
  // In double, as in CountOfConstants.
  constexpr ElementType kWide = ElementType::kDouble;
  const FloatElement step = Widen(ctx, delta, element);
  const FloatElement length =
      ComputeFloat(ctx, FloatOperation::kSubtract, Widen(ctx, limit, element),
                   Widen(ctx, start, element), kWide);
  const Expr exact = CountExactly(ctx, length, step, kWide);
  return ctx.Max(0, exact.is_unknown() ? CountOpaquely(ctx, length, step, kWide) : exact);
}

void InferRange(RuleContext& ctx) {
  ElementType element = ElementType::kUndefined;
  for (const int input : {0, 1, 2}) {
    if (input > 0) ctx.CheckSameElement(0, input);
    if (element == ElementType::kUndefined) element = ctx.InputElement(input);
  }
  if (shape::IsInteger(element)) {
    CountInts(ctx, element);
  } else {
    ctx.SetOutput(0, element, {CountFloats(ctx, element)});
  }
}

void InferLike(RuleContext& ctx) {
  ctx.SetOutput(0, ctx.ElementAttribute("dtype", ctx.InputElement(0)), ctx.InputShape(0));
}

void InferEyeLike(RuleContext& ctx) {
  const ElementType element = ctx.ElementAttribute("dtype", ctx.InputElement(0));
  const bool has_shape = ctx.CheckRank(0, 2) && ctx.InputShape(0).has_rank;
  ctx.SetOutput(0, element, has_shape ? ctx.InputShape(0) : Shape::Of(DimVector(2)));
}

void InferRandom(RuleContext& ctx) {
  const ElementType element = ctx.ElementAttribute("dtype", ElementType::kFloat);
  const auto sizes = ctx.IntsAttribute("shape");
  if (!sizes) {
    ctx.Error("MISSING_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs the attribute `shape`"));
    ctx.SetOutput(0, element, Shape());
    return;
  }
  ctx.SetOutput(0, element, DimVector(sizes->begin(), sizes->end()));
}

void InferMultinomial(RuleContext& ctx) {
  const ElementType element = ctx.ElementAttribute("dtype", ElementType::kInt32);
  const bool has_shape = ctx.CheckRank(0, 2) && ctx.InputShape(0).has_rank;
  if (ctx.IntAttribute("sample_size", 1) < 1) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "Multinomial needs a positive sample_size");
  }
  ctx.SetOutput(
      0, element,
      {has_shape ? ctx.InputShape(0).dims[0] : Dim(), Dim(ctx.IntAttribute("sample_size", 1))});
}

void InferWindow(RuleContext& ctx) {
  const ElementType element = ctx.ElementAttribute("output_datatype", ElementType::kFloat);
  const Expr size = ctx.OnlyElementOrFresh(0);
  const bool is_fine =
      size.is_unknown() || ctx.RequireAtLeast(size, Place::Element(0, 0), 0, "size.negative"_check);
  ctx.SetOutput(0, element, {is_fine ? size : Dim()});
}

void InferMelWeightMatrix(RuleContext& ctx) {
  const ElementType element = ctx.ElementAttribute("output_datatype", ElementType::kFloat);
  const Expr bins = ctx.OnlyElementOrFresh(0);
  const Expr length = ctx.OnlyElementOrFresh(1);
  if (!bins.is_unknown()) {
    ctx.RequireAtLeast(bins, Place::Element(0, 0), 0, "size.negative"_check);
  }
  if (!length.is_unknown()) {
    ctx.RequireAtLeast(length, Place::Element(1, 0), 0, "size.negative"_check);
  }
  ctx.SetOutput(0, element, {ctx.Add(ctx.FloorDiv(length, 2), 1), bins});
}

constexpr absl::string_view kLike = "the operand's shape, the element type `dtype`";
constexpr absl::string_view kWindow = "a vector of the operand's size";

// Where onnxruntime takes a vector of one element, or any tensor of one, for a scalar, so do these.
constexpr OperandForm kSizeForms[] = {{0, Form::kOneElement}};
constexpr OperatorTraits kOneSize = {.forms = kSizeForms};
constexpr OperandForm kRangeForms[] = {
    {0, Form::kScalarOrOne}, {1, Form::kScalarOrOne}, {2, Form::kScalarOrOne}};
constexpr OperandForm kMelForms[] = {{0, Form::kOneElement},
                                     {1, Form::kOneElement},
                                     {2, Form::kOneElement},
                                     {3, Form::kOneElement},
                                     {4, Form::kOneElement}};

// A random number is one special function.
constexpr PerElement kOneNumber = {.special = 1};

constexpr OperatorRow kGeneratorRows[] = {
    {"", "Bernoulli", {15, 22}, InferLike, kLike, kRandom, PerElement{.alu = 1, .special = 1}},
    {"",
     "BlackmanWindow",
     {17},
     InferWindow,
     kWindow,
     kOneSize,
     PerElement{.alu = 6, .div = 1, .special = 2}},
    {"", "EyeLike", {9, 22}, InferEyeLike, kLike, {}, kMoved},
    {"",
     "HammingWindow",
     {17},
     InferWindow,
     kWindow,
     kOneSize,
     PerElement{.alu = 3, .div = 1, .special = 1}},
    {"",
     "HannWindow",
     {17},
     InferWindow,
     kWindow,
     kOneSize,
     PerElement{.alu = 3, .div = 1, .special = 1}},
    {"",
     "MelWeightMatrix",
     {17},
     InferMelWeightMatrix,
     "[dft_length / 2 + 1, num_mel_bins]",
     {.forms = kMelForms}},
    {"", "Multinomial", {7, 22}, InferMultinomial, "[batch, sample_size]", kRandom},
    {"", "RandomNormal", {1, 22}, InferRandom, "the attribute's shape", kRandom, kOneNumber},
    {"", "RandomNormalLike", {1, 22}, InferLike, kLike, kRandom, kOneNumber},
    {"", "RandomUniform", {1, 22}, InferRandom, "the attribute's shape", kRandom, kOneNumber},
    {"", "RandomUniformLike", {1, 22}, InferLike, kLike, kRandom, kOneNumber},
    {"",
     "Range",
     {11, 27},
     InferRange,
     "max(0, ceildiv(limit - start, delta)); by value",
     {.forms = kRangeForms},
     PerElement{.alu = 2}},
};

}  // namespace

absl::Span<const OperatorRow> GeneratorOperators() { return kGeneratorRows; }

}  // namespace shapewright::rules
