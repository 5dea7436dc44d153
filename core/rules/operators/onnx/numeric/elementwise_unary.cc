// Operators that keep their operand's shape.
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/elements/float_elements.h"
#include "core/rules/elements/float_functions.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

void InferSame(RuleContext& ctx) { ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0)); }

// Hardmax, LogSoftmax, Softmax: from version 13 on along the last axis by default.
void InferAlongAxis(RuleContext& ctx) {
  constexpr int kAlongOne = 13;
  InferSame(ctx);
  const Shape shape = ctx.InputShape(0);
  const int64_t axis = ctx.IntAttribute("axis", ctx.version() >= kAlongOne ? -1 : 1);
  const ToleratedChecks checks(ctx, MayBeEmpty(ctx, shape));
  if (shape.has_rank) ctx.NormalizeAxis(axis, shape.rank(), 0);
}

void InferTrilu(RuleContext& ctx) {
  InferSame(ctx);
  ctx.CheckRankBetween(0, 2, kAnyRank);
}

void InferPredicate(RuleContext& ctx) { ctx.SetOutput(0, ElementType::kBool, ctx.InputShape(0)); }

// Sets output 0 to op(element) for each element of operand 0, where known.
template <typename Op>
void MapElements(RuleContext& ctx, Op op) {
  const auto elements = ctx.IntElements(0);
  if (!elements) return;
  ExprVector mapped;
  for (const Expr element : *elements) mapped.push_back(op(element));
  ctx.SetIntElements(0, mapped);
}

FloatElement NegateFloat(RuleContext& ctx, const FloatElement& value) {
  return ComputeFloat(ctx, FloatOperation::kSubtract, FloatElement::Constant(0), value,
                      ctx.InputElement(0));
}

void InferNeg(RuleContext& ctx) {
  InferSame(ctx);
  if (shape::IsFloat(ctx.InputElement(0))) {
    return MapFloats(ctx, [&](const FloatElement& value) { return NegateFloat(ctx, value); });
  }
  MapElements(ctx, [&ctx](Expr e) { return ctx.Subtract(0, e); });
}

void InferAbs(RuleContext& ctx) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  if (shape::IsFloat(element)) {
    return MapFloats(ctx, [&](const FloatElement& value) {
      return ComputeFloat(ctx, FloatOperation::kMax, value, NegateFloat(ctx, value), element);
    });
  }
  MapElements(ctx, [&ctx](Expr e) { return ctx.Max(e, ctx.Subtract(0, e)); });
}

void InferReciprocal(RuleContext& ctx) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  MapFloats(ctx, [&](const FloatElement& value) {
    return ComputeFloat(ctx, FloatOperation::kDivide, FloatElement::Constant(1), value, element);
  });
}

void InferLog(RuleContext& ctx) {
  InferSame(ctx);
  MapFloats(ctx,
            [&](const FloatElement& value) { return LogRange(ctx, value, ctx.InputElement(0)); });
}

void InferExp(RuleContext& ctx) {
  InferSame(ctx);
  MapFloats(ctx,
            [&](const FloatElement& value) { return ExpRange(ctx, value, ctx.InputElement(0)); });
}

void InferSign(RuleContext& ctx) {
  InferSame(ctx);
  MapElements(ctx, [&ctx](Expr e) { return ctx.Max(-1, ctx.Min(1, e)); });
}

void InferNot(RuleContext& ctx) {
  InferPredicate(ctx);
  MapElements(ctx, [&ctx](Expr e) { return ctx.Subtract(1, e); });
}

// -1 - x for signed types; the type's largest number minus x for unsigned ones.
void InferBitwiseNot(RuleContext& ctx) {
  InferSame(ctx);
  const Interval range = shape::ElementRange(ctx.InputElement(0));
  if (range.min == 0 && range.max == Interval::kInfinity) return;
  const int64_t all_ones = range.min == 0 ? range.max : -1;
  MapElements(ctx, [&ctx, all_ones](Expr e) { return ctx.Subtract(all_ones, e); });
}

// Integers pass through relu and the roundings by value.
void InferRelu(RuleContext& ctx) {
  InferSame(ctx);
  MapElements(ctx, [&ctx](Expr e) { return ctx.Max(0, e); });
}

constexpr absl::string_view kSame = "the operand's shape and element type";
constexpr absl::string_view kSameByValue = "the operand's shape and element type; by value";
constexpr absl::string_view kSameShapeBool = "the operand's shape, bool";
constexpr absl::string_view kBoolByValue = "the operand's shape, bool; by value";

constexpr OperandForm kTriluForms[] = {{1, Form::kScalarOrOne}};

constexpr OperatorRow kUnaryRows[] = {
    {"", "Abs", {1, 6, 13}, InferAbs, kSameByValue, kElementwise, PerElement{.alu = 1}},
    {"", "Acos", {7, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Acosh", {9, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Asin", {7, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Asinh", {9, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Atan", {7, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Atanh", {9, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "BitwiseNot", {18}, InferBitwiseNot, kSameByValue, kElementwise, PerElement{.alu = 1}},
    {"",
     "Celu",
     {12, 28},
     InferSame,
     kSame,
     kElementwise,
     PerElement{.alu = 5, .div = 1, .special = 1}},
    {"", "Cos", {7, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Cosh", {9, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Elu", {1, 6, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 4, .special = 1}},
    {"", "Erf", {9, 13}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Exp", {1, 6, 13}, InferExp, kSameByValue, kElementwise, PerElement{.special = 1}},
    {"", "Gelu", {20}, InferSame, kSame, kElementwise, PerElement{.alu = 4, .special = 1}},
    {"", "HardSigmoid", {1, 6, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 4}},
    {"", "HardSwish", {14, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 5}},
    {"", "Hardmax", {1, 11, 13}, InferAlongAxis, kSame, {}, HardmaxCost},
    {"", "IsInf", {10, 20}, InferPredicate, kSameShapeBool, kElementwise, PerElement{.alu = 1}},
    {"", "IsNaN", {9, 13, 20}, InferPredicate, kSameShapeBool, kElementwise, PerElement{.alu = 1}},
    {"", "LeakyRelu", {1, 6, 16}, InferSame, kSame, kElementwise, PerElement{.alu = 3}},
    {"", "Log", {1, 6, 13}, InferLog, kSameByValue, kElementwise, PerElement{.special = 1}},
    {"", "LogSoftmax", {1, 11, 13}, InferAlongAxis, kSame, {}, LogSoftmaxCost},
    {"", "Mish", {18, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 2, .special = 3}},
    {"", "Neg", {1, 6, 13}, InferNeg, kSameByValue, kElementwise, PerElement{.alu = 1}},
    {"", "Not", {1}, InferNot, kBoolByValue, kElementwise, PerElement{.alu = 1}},
    {"", "Reciprocal", {1, 6, 13}, InferReciprocal, kSame, kElementwise, PerElement{.div = 1}},
    {"", "Relu", {1, 6, 13, 14}, InferRelu, kSameByValue, kElementwise, PerElement{.alu = 1}},
    {"", "Selu", {1, 6, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 5, .special = 1}},
    {"", "Shrink", {9}, InferSame, kSame, kElementwise, PerElement{.alu = 6}},
    {"", "Sigmoid", {1, 6, 13}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Sign", {9, 13}, InferSign, kSameByValue, kElementwise, PerElement{.alu = 2}},
    {"", "Sin", {7, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Sinh", {9, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Softmax", {1, 11, 13}, InferAlongAxis, kSame, {}, SoftmaxCost},
    {"", "Softplus", {1, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 1, .special = 2}},
    {"", "Softsign", {1, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 2, .div = 1}},
    {"", "Swish", {24}, InferSame, kSame, kElementwise, PerElement{.alu = 2, .special = 1}},
    {"", "Tan", {7, 22}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "Tanh", {1, 6, 13}, InferSame, kSame, kElementwise, PerElement{.special = 1}},
    {"", "ThresholdedRelu", {10, 22}, InferSame, kSame, kElementwise, PerElement{.alu = 2}},
    {"", "Trilu", {14}, InferTrilu, kSame, {.forms = kTriluForms}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> UnaryOperators() { return kUnaryRows; }

}  // namespace shapewright::rules
