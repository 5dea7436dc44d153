// StableHLO's operators that work element by element, over operands of one shape.
#include <algorithm>

#include "core/rules/checks/checks.h"
#include "core/rules/elements/cast_elements.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/decide.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_elements.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/select.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/conditional.h"

namespace shapewright::rules {
namespace {

ElementType RealOf(ElementType element) {
  if (element == ElementType::kComplex64) return ElementType::kFloat;
  return element == ElementType::kComplex128 ? ElementType::kDouble : element;
}

ElementType ComplexOf(ElementType element) {
  if (element == ElementType::kFloat) return ElementType::kComplex64;
  return element == ElementType::kDouble ? ElementType::kComplex128 : element;
}

bool IsIntegral(ElementType element) { return shape::IsIntegerOrBool(element); }

// Sets output 0 to op of each integer of the operand, if they are known.
void MapInts(RuleContext& ctx, absl::FunctionRef<Expr(Expr)> op) {
  if (!ctx.HasOutput(0) || !MayMoveElements(ctx, 0)) return;
  const auto elements = ctx.IntElements(0);
  if (!elements || !SmallElementCount(OutputShape(ctx, 0))) return;
  ExprVector mapped;
  for (const Expr e : *elements) mapped.push_back(e.is_unknown() ? e : op(e));
  ctx.SetIntElements(0, mapped);
}

// One operand, whose shape and element type the result has.
void InferHloUnary(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
}

void InferHloToReal(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, RealOf(ctx.InputElement(0)), ctx.InputShape(0));
}

void InferHloAbs(RuleContext& ctx) {
  InferHloToReal(ctx);
  if (!shape::IsInteger(ctx.InputElement(0))) return;
  MapInts(ctx, [&](Expr e) {
    return KeepInRange(ctx, ctx.Max(e, ctx.Subtract(0, e)), ctx.InputElement(0));
  });
}

void InferHloNegate(RuleContext& ctx) {
  InferHloUnary(ctx);
  if (!shape::IsInteger(ctx.InputElement(0))) return;
  MapInts(ctx, [&](Expr e) { return KeepInRange(ctx, ctx.Subtract(0, e), ctx.InputElement(0)); });
}

void InferHloSign(RuleContext& ctx) {
  InferHloUnary(ctx);
  if (!shape::IsInteger(ctx.InputElement(0))) return;
  MapInts(ctx, [&](Expr e) { return ctx.Max(-1, ctx.Min(1, e)); });
}

void InferHloNot(RuleContext& ctx) {
  InferHloUnary(ctx);
  const ElementType element = ctx.InputElement(0);
  if (element == ElementType::kBool) {
    MapInts(ctx, [&](Expr e) { return ctx.Subtract(1, e); });
  } else if (shape::ElementRange(element).min < 0) {
    MapInts(ctx, [&](Expr e) { return ctx.Subtract(-1, e); });
  }
}

void InferIsFinite(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ElementType::kBool, ctx.InputShape(0));
}

// Sets the result of operands of one shape and one element type, and returns that.
ElementType SetBinary(RuleContext& ctx, ElementType result = ElementType::kUndefined) {
  if (!CheckOperandCount(ctx, 2, 2)) return ElementType::kUndefined;
  const bool is_one = ctx.CheckSameElement(0, 1);
  const ElementType first = ctx.InputElement(0);
  const ElementType element =
      first != ElementType::kUndefined || !is_one ? first : ctx.InputElement(1);
  SetHloResult(ctx, 0, result == ElementType::kUndefined ? element : result,
               OneShapeOf(ctx, 0, 2, "hlo.shapes"_check));
  return is_one ? element : ElementType::kUndefined;
}

using HloIntOp = Expr (*)(symbolic::ExprArena&, Expr, Expr);

void InferHloArithmetic(RuleContext& ctx, HloIntOp op, FloatOperation float_op) {
  const ElementType element = SetBinary(ctx);
  if (shape::IsFloat(element)) return MapFloatPairs(ctx, 0, 1, float_op);
  if (!shape::IsInteger(element)) return;
  MapElementPairs(ctx, 0, 1,
                  [&](Expr a, Expr b) { return KeepInRange(ctx, op(ctx.exprs(), a, b), element); });
}

// Of bools it is the logical operation.
template <HloIntOp op, FloatOperation float_op, Decide logic>
void InferHloArithmeticOrLogic(RuleContext& ctx) {
  if (ctx.InputElement(0) != ElementType::kBool) return InferHloArithmetic(ctx, op, float_op);
  SetBinary(ctx);
  MapElementPairs(ctx, 0, 1, [&](Expr a, Expr b) { return logic(ctx, a, b); });
}

void InferHloSubtract(RuleContext& ctx) {
  InferHloArithmetic(ctx, symbolic::Subtract, FloatOperation::kSubtract);
}

// Rounds to zero. A division by 0 has some value.
Expr HloQuotient(RuleContext& ctx, Expr a, Expr b) {
  if (b.is_constant(0) || ctx.Bounds(b).Contains(0)) return {};
  return symbolic::TruncDiv(ctx.exprs(), a, b);
}

void InferHloDivide(RuleContext& ctx) {
  const ElementType element = SetBinary(ctx);
  if (shape::IsFloat(element)) return MapFloatPairs(ctx, 0, 1, FloatOperation::kDivide);
  if (!shape::IsInteger(element)) return;
  MapElementPairs(
      ctx, 0, 1, [&](Expr a, Expr b) { return KeepInRange(ctx, HloQuotient(ctx, a, b), element); });
}

// With the sign of the dividend.
void InferHloRemainder(RuleContext& ctx) {
  const ElementType element = SetBinary(ctx);
  if (!shape::IsInteger(element)) return;
  MapElementPairs(ctx, 0, 1, [&](Expr a, Expr b) {
    const Expr quotient = HloQuotient(ctx, a, b);
    if (quotient.is_unknown()) return quotient;
    if (ctx.Bounds(a).min >= 0 && ctx.Bounds(b).min > 0) return symbolic::Mod(ctx.exprs(), a, b);
    return ctx.Subtract(a, ctx.Multiply(b, quotient));
  });
}

void InferHloMaximum(RuleContext& ctx) {
  if (ctx.InputElement(0) == ElementType::kBool) {
    SetBinary(ctx);
    return MapElementPairs(ctx, 0, 1, [&](Expr a, Expr b) { return DecideOr(ctx, a, b); });
  }
  if (!IsIntegral(SetBinary(ctx))) return;
  MapElementPairs(ctx, 0, 1, [&](Expr a, Expr b) { return ctx.Max(a, b); });
}

void InferHloMinimum(RuleContext& ctx) {
  if (!IsIntegral(SetBinary(ctx))) return;
  MapElementPairs(ctx, 0, 1, [&](Expr a, Expr b) { return ctx.Min(a, b); });
}

void InferHloBinary(RuleContext& ctx) { SetBinary(ctx); }

using BitOperation = int64_t (*)(int64_t, int64_t);

// What bools decide; of integers constants only.
template <Decide logic>
void InferHloLogic(RuleContext& ctx, BitOperation bits) {
  const ElementType element = SetBinary(ctx);
  if (!IsIntegral(element)) return;
  MapElementPairs(ctx, 0, 1, [&](Expr a, Expr b) {
    if (element == ElementType::kBool) return logic(ctx, a, b);
    return a.is_constant() && b.is_constant() ? Expr(bits(a.constant(), b.constant())) : Expr();
  });
}

// Where the first condition holds, the second one may be decided by that: the sign of a number
// says something of its remainder.
Expr DecideBoth(RuleContext& ctx, Expr a, Expr b) {
  if (a.is_constant() || b.is_constant()) return DecideAnd(ctx, a, b);
  const symbolic::FactSource given{symbolic::Basis::kPremise, {}, {}, {{}, "the other condition"}};
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
    const symbolic::QuestionScope supposed(ctx.facts());
    const auto verdict = ctx.facts().RequireEqual(first, 1, given);
    if (verdict == symbolic::Verdict::kRefuted || ctx.facts().Finalize(second).is_constant(0)) {
      return 0;
    }
  }
  return DecideAnd(ctx, a, b);
}

void InferHloAnd(RuleContext& ctx) {
  InferHloLogic<DecideBoth>(ctx, [](int64_t a, int64_t b) { return a & b; });
}
void InferHloOr(RuleContext& ctx) {
  InferHloLogic<DecideOr>(ctx, [](int64_t a, int64_t b) { return a | b; });
}
void InferHloXor(RuleContext& ctx) {
  InferHloLogic<DecideXor>(ctx, [](int64_t a, int64_t b) { return a ^ b; });
}

constexpr int64_t kMostShift = 62;

// By constants; a left shift that loses bits is unknown.
template <bool is_left>
void InferHloShift(RuleContext& ctx) {
  const ElementType element = SetBinary(ctx);
  if (!shape::IsInteger(element)) return;
  MapElementPairs(ctx, 0, 1, [&](Expr a, Expr bits) {
    if (!bits.is_constant() || bits.constant() < 0 || bits.constant() > kMostShift) return Expr();
    if (!is_left && ctx.Bounds(a).min < 0) return Expr();
    const int64_t power = int64_t{1} << bits.constant();
    return is_left ? KeepInRange(ctx, ctx.Multiply(a, power), element) : ctx.FloorDiv(a, power);
  });
}

Expr DecideDifferent(RuleContext& ctx, Expr a, Expr b) {
  return symbolic::Not(ctx.exprs(), DecideEqual(ctx, a, b));
}

struct Direction {
  absl::string_view name;
  Decide decide;
  FloatRelation relation;
};
constexpr Direction kDirections[] = {
    {"EQ", DecideEqual, FloatRelation::kEqual},     {"GE", DecideAtLeast, FloatRelation::kAtLeast},
    {"GT", DecideGreater, FloatRelation::kGreater}, {"LE", DecideAtMost, FloatRelation::kAtMost},
    {"LT", DecideLess, FloatRelation::kLess},
};

void InferCompare(RuleContext& ctx) {
  const ElementType element = SetBinary(ctx, ElementType::kBool);
  const absl::string_view name = ctx.StringAttribute("comparison_direction", "");
  const auto map = [&](Decide decide) {
    MapElementPairs(
        ctx, 0, 1, [&](Expr a, Expr b) { return ctx.IfItFits([&] { return decide(ctx, a, b); }); });
  };
  if (name == "NE") {
    if (IsIntegral(element)) map(DecideDifferent);
    return;
  }
  for (const Direction& direction : kDirections) {
    if (direction.name != name) continue;
    if (shape::IsFloat(element) && ctx.StringAttribute("compare_type", "FLOAT") == "FLOAT") {
      CompareFloatPairs(ctx, 0, 1, direction.relation);
    } else if (IsIntegral(element)) {
      map(direction.decide);
    }
    return;
  }
  RefuseInts(ctx, "comparison_direction", "EQ, NE, GE, GT, LE or LT");
}

// Requires that an operand is a scalar, or has the dims.
void RequireScalarOrShape(RuleContext& ctx, int input, const Shape& shape, int of,
                          const Check& check) {
  const Shape own = ctx.InputShape(input);
  if (!own.has_rank || own.rank() == 0 || !shape.has_rank) return;
  if (!ctx.CheckRank(input, shape.rank())) return;
  for (int axis = 0; axis < own.rank(); ++axis) {
    ctx.Unify(own.dims[axis], Place::Input(input, axis), shape.dims[axis], Place::Input(of, axis),
              check);
  }
}

// The element of an operand that goes with one of the result: the only one of a scalar.
Expr ElementFor(const ExprVector& elements, size_t index) {
  if (elements.size() == 1) return elements[0];
  return index < elements.size() ? elements[index] : Expr();
}

void SelectByValue(RuleContext& ctx) {
  if (!ctx.HasOutput(0) || !MayBeKnownByValue(ctx, 0) || !IsIntegral(ctx.InputElement(1))) return;
  const auto count = SmallElementCount(OutputShape(ctx, 0));
  if (!count) return;
  const auto conditions = ElementsOrUnknown(ctx, 0);
  const auto yes = ElementsOrUnknown(ctx, 1);
  const auto no = ElementsOrUnknown(ctx, 2);
  if (!conditions || !yes || !no) return;
  ExprVector selected;
  for (size_t i = 0; i < static_cast<size_t>(*count); ++i) {
    const Expr a = ElementFor(*yes, i);
    const Expr b = ElementFor(*no, i);
    selected.push_back(a == b ? a : Select(ctx, ElementFor(*conditions, i), a, b));
  }
  ctx.SetIntElements(0, selected);
}

void InferHloSelect(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 3, 3)) return;
  ctx.CheckSameElement(1, 2);
  const Shape shape = OneShapeOf(ctx, 1, 3, "hlo.shapes"_check);
  RequireScalarOrShape(ctx, 0, shape, 1, "hlo.pred"_check);
  SetHloResult(ctx, 0, ctx.InputElement(1), shape);
  SelectByValue(ctx);
}

void InferClamp(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 3, 3)) return;
  ctx.CheckSameElement(1, 0);
  ctx.CheckSameElement(1, 2);
  const Shape shape = ctx.InputShape(1);
  RequireScalarOrShape(ctx, 0, shape, 1, "hlo.clamp"_check);
  RequireScalarOrShape(ctx, 2, shape, 1, "hlo.clamp"_check);
  SetHloResult(ctx, 0, ctx.InputElement(1), shape);
  if (!IsIntegral(ctx.InputElement(1)) || !MayBeKnownByValue(ctx, 1)) return;
  if (!ctx.HasOutput(0) || !SmallElementCount(OutputShape(ctx, 0))) return;
  const auto low = ElementsOrUnknown(ctx, 0);
  const auto elements = ElementsOrUnknown(ctx, 1);
  const auto high = ElementsOrUnknown(ctx, 2);
  if (!low || !elements || !high) return;
  ExprVector clamped;
  for (size_t i = 0; i < elements->size(); ++i) {
    clamped.push_back(ctx.Min(ctx.Max((*elements)[i], ElementFor(*low, i)), ElementFor(*high, i)));
  }
  ctx.SetIntElements(0, clamped);
}

// The element type is that of the declared result.
void InferHloConvert(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const ElementType to = ResultElement(ctx, 0, ElementType::kUndefined);
  SetHloResult(ctx, 0, to, ctx.InputShape(0));
  if (DeclaredResultOf(ctx, 0) != nullptr) CastTo(ctx, to);
}

void InferComplex(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  SetBinary(ctx, ComplexOf(ctx.InputElement(0)));
}

// The element type is the declared one, as a quantized type has more to say than its storage.
void InferQuantize(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ResultElement(ctx, 0, ElementType::kUndefined), ctx.InputShape(0));
}

constexpr auto InferHloAdd =
    InferHloArithmeticOrLogic<symbolic::Add, FloatOperation::kAdd, DecideOr>;
constexpr auto InferHloMultiply =
    InferHloArithmeticOrLogic<symbolic::Multiply, FloatOperation::kMultiply, DecideAnd>;

constexpr absl::string_view kSameShape = "the operands' shape";
constexpr absl::string_view kHloSameByValue = "the operands' shape; by value";
constexpr absl::string_view kOfOperand = "the operand's shape";
constexpr absl::string_view kOfOperandByValue = "the operand's shape; by value";
constexpr PerElement kAluEach = {.alu = 1};
constexpr PerElement kSpecialEach = {.special = 1};

constexpr OperatorRow kHloElementwiseRows[] = {
    {kStablehlo, "abs", {1}, InferHloAbs, kOfOperandByValue, kElementwise, kAluEach},
    {kStablehlo, "add", {1}, InferHloAdd, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "and", {1}, InferHloAnd, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "atan2", {1}, InferHloBinary, kSameShape, kElementwise, kSpecialEach},
    {kStablehlo, "cbrt", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "ceil", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo, "clamp", {1}, InferClamp, kOfOperandByValue, kElementwise, PerElement{.alu = 2}},
    {kStablehlo,
     "compare",
     {1},
     InferCompare,
     "the operands' shape, bool; by value",
     kElementwise,
     kAluEach},
    {kStablehlo,
     "complex",
     {1},
     InferComplex,
     "the operands' shape, complex",
     kElementwise,
     kMoved},
    {kStablehlo,
     "convert",
     {1},
     InferHloConvert,
     "the operand's shape, the declared type; by value",
     kMovement,
     kMoved},
    {kStablehlo, "cosine", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "count_leading_zeros", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo,
     "divide",
     {1},
     InferHloDivide,
     kHloSameByValue,
     kElementwise,
     PerElement{.div = 1}},
    {kStablehlo, "exponential", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo,
     "exponential_minus_one",
     {1},
     InferHloUnary,
     kOfOperand,
     kElementwise,
     kSpecialEach},
    {kStablehlo, "floor", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo, "imag", {1}, InferHloToReal, "the operand's shape, real", kElementwise, kMoved},
    {kStablehlo,
     "is_finite",
     {1},
     InferIsFinite,
     "the operand's shape, bool",
     kElementwise,
     kAluEach},
    {kStablehlo, "log", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "log_plus_one", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "logistic", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "maximum", {1}, InferHloMaximum, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "minimum", {1}, InferHloMinimum, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "multiply", {1}, InferHloMultiply, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "negate", {1}, InferHloNegate, kOfOperandByValue, kElementwise, kAluEach},
    {kStablehlo, "not", {1}, InferHloNot, kOfOperandByValue, kElementwise, kAluEach},
    {kStablehlo, "or", {1}, InferHloOr, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "popcnt", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo, "power", {1}, InferHloBinary, kSameShape, kElementwise, kSpecialEach},
    {kStablehlo, "real", {1}, InferHloToReal, "the operand's shape, real", kElementwise, kMoved},
    {kStablehlo, "reduce_precision", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo,
     "remainder",
     {1},
     InferHloRemainder,
     kHloSameByValue,
     kElementwise,
     PerElement{.div = 1}},
    {kStablehlo, "round_nearest_afz", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo, "round_nearest_even", {1}, InferHloUnary, kOfOperand, kElementwise, kAluEach},
    {kStablehlo,
     "rsqrt",
     {1},
     InferHloUnary,
     kOfOperand,
     kElementwise,
     PerElement{.div = 1, .sqrt = 1}},
    {kStablehlo, "select", {1}, InferHloSelect, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "shift_left", {1}, InferHloShift<true>, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo,
     "shift_right_arithmetic",
     {1},
     InferHloShift<false>,
     kHloSameByValue,
     kElementwise,
     kAluEach},
    {kStablehlo,
     "shift_right_logical",
     {1},
     InferHloShift<false>,
     kHloSameByValue,
     kElementwise,
     kAluEach},
    {kStablehlo, "sign", {1}, InferHloSign, kOfOperandByValue, kElementwise, kAluEach},
    {kStablehlo, "sine", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "sqrt", {1}, InferHloUnary, kOfOperand, kElementwise, PerElement{.sqrt = 1}},
    {kStablehlo, "subtract", {1}, InferHloSubtract, kHloSameByValue, kElementwise, kAluEach},
    {kStablehlo, "tan", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo, "tanh", {1}, InferHloUnary, kOfOperand, kElementwise, kSpecialEach},
    {kStablehlo,
     "uniform_dequantize",
     {1},
     InferQuantize,
     "the operand's shape, the declared type",
     kElementwise,
     PerElement{.alu = 2}},
    {kStablehlo,
     "uniform_quantize",
     {1},
     InferQuantize,
     "the operand's shape, the declared type",
     kElementwise,
     PerElement{.alu = 3}},
    {kStablehlo, "xor", {1}, InferHloXor, kHloSameByValue, kElementwise, kAluEach},
};

}  // namespace

absl::Span<const OperatorRow> HloElementwiseOperators() { return kHloElementwiseRows; }

}  // namespace shapewright::rules
