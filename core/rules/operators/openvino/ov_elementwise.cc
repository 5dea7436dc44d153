// Operators of OpenVINO that work element by element.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_elements.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"
#include "core/symbolic/algebra/comparison.h"

namespace shapewright::rules {
namespace {

enum class AutoBroadcast : uint8_t { kNone, kNumpy, kPdpd };

AutoBroadcast ReadAutoBroadcast(RuleContext& ctx) {
  const absl::string_view name = OvText(ctx, "auto_broadcast", "numpy");
  if (name == "none" || name == "explicit") return AutoBroadcast::kNone;
  return name == "pdpd" ? AutoBroadcast::kPdpd : AutoBroadcast::kNumpy;
}

// Requires that all of the operands have one shape. False after an error.
bool RequireOneShape(RuleContext& ctx, std::initializer_list<int> inputs) {
  const int* const known = std::find_if(
      inputs.begin(), inputs.end(), [&ctx](int input) { return ctx.InputShape(input).has_rank; });
  if (known == inputs.end()) return true;
  const int first = *known;
  const Shape shape = ctx.InputShape(first);
  for (const int input : inputs) {
    const Shape other = ctx.InputShape(input);
    if (input == first || !shape.has_rank || !other.has_rank) continue;
    if (!ctx.CheckRank(input, shape.rank())) return false;
    for (int axis = 0; axis < shape.rank(); ++axis) {
      if (!ctx.RequireEqual(shape.dims[axis], Place::Input(first, axis), other.dims[axis],
                            Place::Input(input, axis), "auto_broadcast.none"_check)) {
        return false;
      }
    }
  }
  return true;
}

// The first operand's shape; the dims of the second one are those of it from axis 0 on, without its
// last ones of 1, where the shapes differ. An IR does not tell another axis.
Shape PdpdShape(RuleContext& ctx, int a, int b) {
  const Shape shape = ctx.InputShape(a);
  const Shape other = ctx.InputShape(b);
  if (!shape.has_rank || !other.has_rank) return shape;
  if (!ctx.CheckRankBetween(b, 0, shape.rank())) return shape;
  for (int i = 0; i < other.rank(); ++i) {
    if (other.dims[i].is_constant(1)) {
      ctx.RequireAtLeast(shape.dims[i], Place::Input(a, i), 1, "auto_broadcast.pdpd"_check);
      continue;
    }
    ctx.RequireEqual(shape.dims[i], Place::Input(a, i), other.dims[i], Place::Input(b, i),
                     "auto_broadcast.pdpd"_check);
  }
  return shape;
}

ElementType CommonOvElement(RuleContext& ctx, int a, int b) {
  ctx.CheckSameElement(a, b);
  return FirstElement(ctx, {a, b});
}

// Whether operands of one element type and the node's broadcast can be inferred as in ONNX; else
// the output is set, to `element` where that is a type.
bool IsAsInOnnx(RuleContext& ctx, ElementType element = ElementType::kUndefined) {
  if (!CheckInputs(ctx, 2, 2)) return false;
  const AutoBroadcast broadcast = ReadAutoBroadcast(ctx);
  if (broadcast == AutoBroadcast::kNumpy) return true;
  if (broadcast == AutoBroadcast::kNone && RequireOneShape(ctx, {0, 1})) {
    const Shape a = ctx.InputShape(0);
    const Shape b = ctx.InputShape(1);
    if (a.has_rank == b.has_rank) return true;
    ctx.SetOutput(0, element == ElementType::kUndefined ? CommonOvElement(ctx, 0, 1) : element,
                  a.has_rank ? a : b);
    return false;
  }
  const ElementType common = CommonOvElement(ctx, 0, 1);
  if (element == ElementType::kUndefined) element = common;
  ctx.SetOutput(0, element,
                broadcast == AutoBroadcast::kPdpd ? PdpdShape(ctx, 0, 1) : ctx.InputShape(0));
  return false;
}

template <OnnxName name, int64_t version>
void InferNumeric(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx) || !CheckKind(ctx, 0, OvKind::kNumber)) return;
  InferAs<name, version>(ctx);
}

template <OnnxName name, int64_t version>
void InferLogical(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 0, OvKind::kBool) ||
      !CheckKind(ctx, 1, OvKind::kBool) || !IsAsInOnnx(ctx, ElementType::kBool)) {
    return;
  }
  InferAs<name, version>(ctx);
}

template <OnnxName name, int64_t version>
void InferCompared(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx, ElementType::kBool)) return;
  InferAs<name, version>(ctx);
}

void InferNotEqual(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx, ElementType::kBool)) return;
  ctx.CheckSameElement(0, 1);
  ctx.SetOutput(0, ElementType::kBool, ctx.BroadcastInputs({0, 1}));
  if (!shape::IsIntegerOrBool(ctx.InputElement(0))) return;
  MapElementPairs(ctx, 0, 1, [&ctx](Expr a, Expr b) {
    return symbolic::Not(ctx.exprs(), symbolic::EqualTo(ctx.exprs(), a, b));
  });
}

// Integers are rounded down, unless the attribute says to zero.
void InferDivide(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx) || !CheckKind(ctx, 0, OvKind::kNumber)) return;
  const ElementType element = ctx.InputElement(0);
  if (!shape::IsInteger(element) || !OvFlag(ctx, "m_pythondiv", true)) {
    return InferAs<"Div", 14>(ctx);
  }
  ctx.SetOutput(0, CommonOvElement(ctx, 0, 1), ctx.BroadcastInputs({0, 1}));
  MapElementPairs(ctx, 0, 1, [&ctx, element](Expr a, Expr b) {
    return KeepInRange(ctx, ctx.FloorDiv(a, b), element);
  });
}

// The remainder has the dividend's sign; that of FloorMod the divisor's.
void InferOvMod(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx)) return;
  OnnxView(ctx).Int("fmod", 1).Infer("Mod", 13);
}

void InferPower(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx) || !CheckKind(ctx, 0, OvKind::kNumber) || !ctx.CheckSameElement(0, 1))
    return;
  InferAs<"Pow", 15>(ctx);
}

// Two operands without known elements of the result.
void InferPairShape(RuleContext& ctx) {
  if (!IsAsInOnnx(ctx)) return;
  ctx.SetOutput(0, CommonOvElement(ctx, 0, 1), ctx.BroadcastInputs({0, 1}));
}

void InferShift(RuleContext& ctx) {
  if (CheckKind(ctx, 0, OvKind::kInteger)) InferPairShape(ctx);
}

void InferBits(RuleContext& ctx) {
  for (const int input : {0, 1}) {
    if (!CheckKind(ctx, input, OvKind::kIntegerOrBool)) return;
  }
  InferPairShape(ctx);
}

void InferOvBitwiseNot(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  if (ctx.InputElement(0) != ElementType::kBool && !CheckKind(ctx, 0, OvKind::kInteger)) return;
  SetSameAsInput(ctx, 0, 0);
}

void InferOvPRelu(RuleContext& ctx) {
  if (CheckInputs(ctx, 2, 2)) SetSameAsInput(ctx, 0, 0);
}

template <OnnxName name, int64_t version>
void InferUnary(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1) || !CheckKind(ctx, 0, OvKind::kNumber)) return;
  InferAs<name, version>(ctx);
}

void InferUnarySame(RuleContext& ctx) {
  if (CheckInputs(ctx, 1, 1) && CheckKind(ctx, 0, OvKind::kNumber)) SetSameAsInput(ctx, 0, 0);
}

void InferAnySame(RuleContext& ctx) {
  if (CheckInputs(ctx, 1, 1)) SetSameAsInput(ctx, 0, 0);
}

void InferUnaryReal(RuleContext& ctx) {
  if (CheckInputs(ctx, 1, 1) && CheckKind(ctx, 0, OvKind::kReal)) SetSameAsInput(ctx, 0, 0);
}

void InferLogicalNot(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  if (ctx.InputElement(0) != ElementType::kBool) return SetSameAsInput(ctx, 0, 0);
  InferAs<"Not", 1>(ctx);
}

void InferTest(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1) || !CheckKind(ctx, 0, OvKind::kReal)) return;
  ctx.SetOutput(0, ElementType::kBool, ctx.InputShape(0));
}

void InferOvIdentity(RuleContext& ctx) {
  if (CheckInputs(ctx, 1, 1)) ctx.SetOutputToInput(0, 0);
}

void InferResult(RuleContext& ctx) { InferOvIdentity(ctx); }

void InferSwish(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 2)) return;
  if (ctx.HasInput(1)) {
    ctx.CheckRank(1, 0);
    ctx.CheckSameElement(0, 1);
  }
  SetSameAsInput(ctx, 0, 0);
}

// Broadcast to the second and third operand, without a broadcast of their own.
void InferSelect(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3) || !CheckKind(ctx, 0, OvKind::kBool)) return;
  const AutoBroadcast broadcast = ReadAutoBroadcast(ctx);
  if (broadcast == AutoBroadcast::kNumpy) return InferAs<"Where", 16>(ctx);
  const ElementType element = CommonOvElement(ctx, 1, 2);
  if (broadcast == AutoBroadcast::kPdpd) {
    PdpdShape(ctx, 1, 2);
    return ctx.SetOutput(0, element, PdpdShape(ctx, 1, 0));
  }
  if (!RequireOneShape(ctx, {1, 2, 0})) return;
  for (const int input : {1, 2, 0}) {
    if (ctx.InputShape(input).has_rank) return ctx.SetOutput(0, element, ctx.InputShape(input));
  }
  ctx.SetOutput(0, element, Shape());
}

// The data keep their shape, also where the limits that all are broadcast with are larger.
void InferFakeQuantize(RuleContext& ctx) {
  if (!CheckInputs(ctx, 5, 5)) return;
  const AutoBroadcast broadcast = ReadAutoBroadcast(ctx);
  if (broadcast == AutoBroadcast::kNone) {
    RequireOneShape(ctx, {0, 1, 2, 3, 4});
  } else if (broadcast == AutoBroadcast::kPdpd) {
    for (const int input : {1, 2, 3, 4}) PdpdShape(ctx, 0, input);
  } else {
    ctx.BroadcastInputs({0, 1, 2, 3, 4});
  }
  SetSameAsInput(ctx, 0, 0);
}

void InferIrClamp(RuleContext& ctx) {
  if (OvReal(ctx, "min", 0) > OvReal(ctx, "max", 0)) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "Clamp needs a min of at most its max");
    return;
  }
  InferUnarySame(ctx);
}

constexpr PerElement kOneOperation = {.alu = 1};
constexpr PerElement kOneSpecial = {.special = 1};
constexpr absl::string_view kPair = "numpy broadcasting, or as auto_broadcast says";
constexpr absl::string_view kPairByValue =
    "numpy broadcasting, or as auto_broadcast says; by value";
constexpr absl::string_view kByValue = "the operand's shape and element type; by value";
constexpr OperatorTraits kOvIdentity = {.purity = Purity::kIdentity};

constexpr OperatorRow kOvElementwiseRows[] = {
    {kOpenVino, "Abs", {1}, InferUnary<"Abs", 13>, kByValue, kElementwise, kOneOperation},
    {kOpenVino, "Acos", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Acosh", {4}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Add", {1}, InferNumeric<"Add", 14>, kPairByValue, kElementwise, kOneOperation},
    {kOpenVino, "Asin", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Asinh", {4}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Atan", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Atanh", {4}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "BitwiseAnd", {13}, InferBits, kPair, kElementwise, kOneOperation},
    {kOpenVino, "BitwiseLeftShift", {15}, InferShift, kPair, kElementwise, kOneOperation},
    {kOpenVino, "BitwiseNot", {13}, InferOvBitwiseNot, kSameAsFirst, kElementwise, kOneOperation},
    {kOpenVino, "BitwiseOr", {13}, InferBits, kPair, kElementwise, kOneOperation},
    {kOpenVino, "BitwiseRightShift", {15}, InferShift, kPair, kElementwise, kOneOperation},
    {kOpenVino, "BitwiseXor", {13}, InferBits, kPair, kElementwise, kOneOperation},
    {kOpenVino, "Ceiling", {1}, InferUnary<"Ceil", 13>, kByValue, kElementwise, kOneOperation},
    {kOpenVino, "Clamp", {1}, InferIrClamp, kSameAsFirst, kElementwise, PerElement{.alu = 2}},
    {kOpenVino, "Cos", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Cosh", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Divide", {1}, InferDivide, kPairByValue, kElementwise, PerElement{.div = 1}},
    {kOpenVino,
     "Elu",
     {1},
     InferAnySame,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 4, .special = 1}},
    {kOpenVino,
     "Equal",
     {1},
     InferCompared<"Equal", 19>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino, "Erf", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Exp", {1}, InferUnary<"Exp", 13>, kByValue, kElementwise, kOneSpecial},
    {kOpenVino,
     "FakeQuantize",
     {1},
     InferFakeQuantize,
     "numpy broadcasting of all operands",
     {},
     PerElement{.alu = 4}},
    {kOpenVino, "Floor", {1}, InferUnary<"Floor", 13>, kByValue, kElementwise, kOneOperation},
    {kOpenVino,
     "FloorMod",
     {1},
     InferNumeric<"Mod", 13>,
     kPairByValue,
     kElementwise,
     PerElement{.div = 1}},
    {kOpenVino,
     "Gelu",
     {2, 7},
     InferUnaryReal,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 4, .special = 1}},
    {kOpenVino,
     "Greater",
     {1},
     InferCompared<"Greater", 13>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino,
     "GreaterEqual",
     {1},
     InferCompared<"GreaterOrEqual", 16>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino, "HSigmoid", {5}, InferUnarySame, kSameAsFirst, kElementwise, PerElement{.alu = 4}},
    {kOpenVino, "HSwish", {4}, InferUnarySame, kSameAsFirst, kElementwise, PerElement{.alu = 5}},
    {kOpenVino, "Identity", {16}, InferOvIdentity, kByValue, kOvIdentity, kFree},
    {kOpenVino, "IsFinite", {10}, InferTest, "the operand's shape", kElementwise, kOneOperation},
    {kOpenVino, "IsInf", {10}, InferTest, "the operand's shape", kElementwise, kOneOperation},
    {kOpenVino, "IsNaN", {10}, InferTest, "the operand's shape", kElementwise, kOneOperation},
    {kOpenVino, "Less", {1}, InferCompared<"Less", 13>, kPairByValue, kElementwise, kOneOperation},
    {kOpenVino,
     "LessEqual",
     {1},
     InferCompared<"LessOrEqual", 16>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino, "Log", {1}, InferUnary<"Log", 13>, kByValue, kElementwise, kOneSpecial},
    {kOpenVino,
     "LogicalAnd",
     {1},
     InferLogical<"And", 7>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino, "LogicalNot", {1}, InferLogicalNot, kByValue, kElementwise, kOneOperation},
    {kOpenVino, "LogicalOr", {1}, InferLogical<"Or", 7>, kPairByValue, kElementwise, kOneOperation},
    {kOpenVino,
     "LogicalXor",
     {1},
     InferLogical<"Xor", 7>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino, "Maximum", {1}, InferNumeric<"Max", 13>, kPairByValue, kElementwise, kOneOperation},
    {kOpenVino, "Minimum", {1}, InferNumeric<"Min", 13>, kPairByValue, kElementwise, kOneOperation},
    {kOpenVino,
     "Mish",
     {4},
     InferUnaryReal,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 2, .special = 3}},
    {kOpenVino, "Mod", {1}, InferOvMod, kPairByValue, kElementwise, PerElement{.div = 1}},
    {kOpenVino,
     "Multiply",
     {1},
     InferNumeric<"Mul", 14>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino, "Negative", {1}, InferUnary<"Neg", 13>, kByValue, kElementwise, kOneOperation},
    {kOpenVino, "NotEqual", {1}, InferNotEqual, kPairByValue, kElementwise, kOneOperation},
    {kOpenVino, "PReLU", {1}, InferOvPRelu, kSameAsFirst, kElementwise, PerElement{.alu = 3}},
    {kOpenVino, "Power", {1}, InferPower, kPairByValue, kElementwise, kOneSpecial},
    {kOpenVino, "ReLU", {1}, InferUnary<"Relu", 14>, kByValue, kElementwise, kOneOperation},
    {kOpenVino, "Result", {1}, InferResult, kByValue, kOvIdentity, kFree},
    {kOpenVino, "Round", {5}, InferAnySame, kSameAsFirst, kElementwise, kOneOperation},
    {kOpenVino, "Select", {1}, InferSelect, kPairByValue, {}, kOneOperation},
    {kOpenVino, "Sigmoid", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Sign", {1}, InferUnary<"Sign", 13>, kByValue, kElementwise, PerElement{.alu = 2}},
    {kOpenVino, "Sin", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Sinh", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino,
     "SoftPlus",
     {4},
     InferUnaryReal,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 1, .special = 2}},
    {kOpenVino,
     "SoftSign",
     {9},
     InferUnaryReal,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 2, .div = 1}},
    {kOpenVino, "Sqrt", {1}, InferUnary<"Sqrt", 13>, kByValue, kElementwise, PerElement{.sqrt = 1}},
    {kOpenVino,
     "SquaredDifference",
     {1},
     InferPairShape,
     kPair,
     kElementwise,
     PerElement{.alu = 2}},
    {kOpenVino,
     "Subtract",
     {1},
     InferNumeric<"Sub", 14>,
     kPairByValue,
     kElementwise,
     kOneOperation},
    {kOpenVino,
     "Swish",
     {4},
     InferSwish,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 2, .special = 1}},
    {kOpenVino, "Tan", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
    {kOpenVino, "Tanh", {1}, InferUnarySame, kSameAsFirst, kElementwise, kOneSpecial},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoElementwiseOperators() { return kOvElementwiseRows; }

}  // namespace shapewright::rules
