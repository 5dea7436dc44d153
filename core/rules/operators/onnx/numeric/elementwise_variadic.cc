// Elementwise operators of several operands: Max, Min, Sum, Mean, Where, Clip, SwiGLU.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/elements/float_elements.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/select.h"

namespace shapewright::rules {
namespace {

using OperandList = absl::InlinedVector<int, 8>;

OperandList AllOperands(const RuleContext& ctx) {
  OperandList all;
  for (int i = 0; i < ctx.input_count(); ++i) all.push_back(i);
  return all;
}

ElementType CommonVariadicElement(RuleContext& ctx, absl::Span<const int> operands) {
  ElementType element = ElementType::kUndefined;
  for (const int i : operands) {
    if (!ctx.CheckSameElement(operands[0], i)) break;
    if (element == ElementType::kUndefined) element = ctx.InputElement(i);
  }
  return element;
}

// Operands that must have one shape: before version 8, and SwiGLU.
Shape UnifiedShape(RuleContext& ctx, absl::Span<const int> operands) {
  Shape unified;
  DimVector dims;
  int first = -1;
  for (const int i : operands) {
    const Shape shape = ctx.InputShape(i);
    if (!shape.has_rank) continue;
    if (first < 0) {
      first = i;
      dims.assign(shape.dims.begin(), shape.dims.end());
    } else if (ctx.CheckRank(i, static_cast<int>(dims.size()))) {
      for (int axis = 0; axis < shape.rank(); ++axis) {
        dims[axis] = ctx.Unify(dims[axis], Place::Input(first, axis), shape.dims[axis],
                               Place::Input(i, axis), "variadic.shape"_check);
      }
    }
  }
  return first < 0 ? unified : Shape::Of(ctx.workspace().Copy<Dim>(dims));
}

// Finds the element of an operand that broadcasting reads for each element of a result.
class Aligned {
 public:
  // False if the operand is large, has a dim that is not constant or, which happens after an error,
  // does not fit the result.
  bool Read(RuleContext& ctx, const Shape& result, int operand) {
    result_ = result;
    shape_ = ctx.InputShape(operand);
    return SmallElementCount(shape_).has_value() && Fits();
  }
  size_t At(int64_t index) const {
    return static_cast<size_t>(BroadcastIndex(result_.dims, shape_.dims, index));
  }

 private:
  bool Fits() const {
    if (shape_.rank() > result_.rank()) return false;
    const auto result = result_.dims.last(shape_.dims.size());
    return std::equal(shape_.dims.begin(), shape_.dims.end(), result.begin(),
                      [](Dim own, Dim other) { return own.is_constant(1) || own == other; });
  }

  Shape result_;
  Shape shape_;
};

bool AnyMayBeKnown(RuleContext& ctx, absl::Span<const int> operands) {
  return std::any_of(operands.begin(), operands.end(),
                     [&ctx](int i) { return MayBeKnownByValue(ctx, i); });
}

template <typename Op>
void FoldInts(RuleContext& ctx, absl::Span<const int> operands, const Shape& result, int64_t count,
              Op op) {
  absl::InlinedVector<Expr, 16> folded;
  for (const int operand : operands) {
    Aligned aligned;
    const auto elements = ctx.IntElementsOrFresh(operand);
    if (!elements || !aligned.Read(ctx, result, operand)) return;
    if (!ctx.exprs().CountWork(static_cast<uint64_t>(count))) return;
    for (int64_t i = 0; i < count; ++i) {
      const Expr element = (*elements)[aligned.At(i)];
      if (operand == operands[0]) {
        folded.push_back(element);
      } else {
        Expr& so_far = folded[static_cast<size_t>(i)];
        so_far = op(ctx.exprs(), so_far, element);
      }
    }
  }
  ctx.SetIntElements(0, folded);
}

void FoldFloats(RuleContext& ctx, absl::Span<const int> operands, const Shape& result,
                int64_t count, FloatOperation op) {
  const ElementType element = ctx.InputElement(0);
  absl::InlinedVector<FloatElement, 8> folded;
  for (const int operand : operands) {
    Aligned aligned;
    const auto elements = ctx.FloatElements(operand);
    if (!elements || !aligned.Read(ctx, result, operand)) return;
    if (!ctx.exprs().CountWork(static_cast<uint64_t>(count))) return;
    for (int64_t i = 0; i < count; ++i) {
      const FloatElement& next = (*elements)[aligned.At(i)];
      if (operand == operands[0]) {
        folded.push_back(next);
      } else {
        FloatElement& so_far = folded[static_cast<size_t>(i)];
        so_far = ComputeFloat(ctx, op, so_far, next, element);
      }
    }
  }
  ctx.SetFloatElements(0, folded);
}

using VariadicIntOp = Expr (*)(symbolic::ExprArena&, Expr, Expr);

Shape SetVariadicOutput(RuleContext& ctx, absl::Span<const int> operands) {
  const Shape shape =
      ctx.version() < 8 ? UnifiedShape(ctx, operands) : ctx.BroadcastInputs(operands);
  ctx.SetOutput(0, CommonVariadicElement(ctx, operands), shape);
  return shape;
}

void InferFold(RuleContext& ctx, VariadicIntOp int_op, FloatOperation float_op) {
  const OperandList operands = AllOperands(ctx);
  SetVariadicOutput(ctx, operands);
  if (!ctx.HasOutput(0) || !AnyMayBeKnown(ctx, operands)) return;
  const Shape result = OutputShape(ctx, 0);
  const auto count = SmallElementCount(result);
  if (!count) return;
  if (shape::IsFloat(ctx.InputElement(0))) {
    FoldFloats(ctx, operands, result, *count, float_op);
  } else if (int_op != nullptr) {
    FoldInts(ctx, operands, result, *count, int_op);
  }
}

void InferMax(RuleContext& ctx) { InferFold(ctx, symbolic::Max, FloatOperation::kMax); }
void InferMin(RuleContext& ctx) { InferFold(ctx, symbolic::Min, FloatOperation::kMin); }
void InferSum(RuleContext& ctx) { InferFold(ctx, nullptr, FloatOperation::kAdd); }

void InferMean(RuleContext& ctx) { SetVariadicOutput(ctx, AllOperands(ctx)); }

void InferSwiGlu(RuleContext& ctx) {
  constexpr int kBoth[] = {0, 1};
  ctx.SetOutput(0, CommonVariadicElement(ctx, kBoth), UnifiedShape(ctx, kBoth));
}

// The result of Where for a condition that is not a constant.
Expr EitherOf(RuleContext& ctx, Expr condition, Expr yes, Expr no, int index) {
  if (yes == no || yes.is_unknown() || no.is_unknown()) {
    return yes == no ? yes : Expr();
  }
  if (condition.is_symbolic()) {
    const Expr selected = Select(ctx, condition, yes, no);
    if (!selected.is_unknown()) return selected;
  }
  return ctx.Fresh({-1, 0, -1, index}, "an element that a condition picks",
                   symbolic::Hull(ctx.Bounds(yes), ctx.Bounds(no)));
}

// The condition for each element of the result; unknown ones where it is not known.
absl::InlinedVector<Expr, 16> ElementConditions(RuleContext& ctx, const Shape& result,
                                                int64_t count) {
  absl::InlinedVector<Expr, 16> conditions(static_cast<size_t>(count));
  Aligned aligned;
  const auto elements = ctx.IntElements(0);
  if (!elements || !aligned.Read(ctx, result, 0)) return conditions;
  for (int64_t i = 0; i < count; ++i) {
    conditions[static_cast<size_t>(i)] = (*elements)[aligned.At(i)];
  }
  return conditions;
}

void PickInts(RuleContext& ctx, const Shape& result, int64_t count, const Aligned& yes,
              const Aligned& no) {
  const auto yes_elements = ctx.IntElementsOrFresh(1);
  const auto no_elements = ctx.IntElementsOrFresh(2);
  if (!yes_elements || !no_elements) return;
  const auto conditions = ElementConditions(ctx, result, count);
  absl::InlinedVector<Expr, 16> picked;
  for (int64_t i = 0; i < count; ++i) {
    const Expr condition = conditions[static_cast<size_t>(i)];
    const Expr a = (*yes_elements)[yes.At(i)];
    const Expr b = (*no_elements)[no.At(i)];
    if (condition.is_constant()) {
      picked.push_back(condition.is_constant(0) ? b : a);
    } else {
      picked.push_back(EitherOf(ctx, condition, a, b, static_cast<int>(i)));
    }
  }
  ctx.SetIntElements(0, picked);
}

void PickFloats(RuleContext& ctx, const Shape& result, int64_t count, const Aligned& yes,
                const Aligned& no) {
  const auto yes_elements = ctx.FloatElements(1);
  const auto no_elements = ctx.FloatElements(2);
  if (!yes_elements || !no_elements) return;
  const auto conditions = ElementConditions(ctx, result, count);
  absl::InlinedVector<FloatElement, 8> picked;
  for (int64_t i = 0; i < count; ++i) {
    const Expr condition = conditions[static_cast<size_t>(i)];
    if (!condition.is_constant()) {
      picked.push_back({});
    } else if (condition.is_constant(0)) {
      picked.push_back((*no_elements)[no.At(i)]);
    } else {
      picked.push_back((*yes_elements)[yes.At(i)]);
    }
  }
  ctx.SetFloatElements(0, picked);
}

void InferWhere(RuleContext& ctx) {
  constexpr int kBranches[] = {1, 2};
  const ElementType element = CommonVariadicElement(ctx, kBranches);
  ctx.SetOutput(0, element, ctx.BroadcastInputs({0, 1, 2}));
  if (!ctx.HasOutput(0) || !AnyMayBeKnown(ctx, kBranches)) return;
  const Shape result = OutputShape(ctx, 0);
  const auto count = SmallElementCount(result);
  Aligned yes;
  Aligned no;
  if (!count || !yes.Read(ctx, result, 1) || !no.Read(ctx, result, 2)) return;
  if (shape::IsFloat(element)) {
    PickFloats(ctx, result, *count, yes, no);
  } else {
    PickInts(ctx, result, *count, yes, no);
  }
}

// A scalar limit of Clip, before version 11 an attribute.
FloatElement FloatLimit(RuleContext& ctx, absl::string_view attribute, int input,
                        double otherwise) {
  if (ctx.version() < 11) {
    return FloatElement::Constant(ctx.FloatAttribute(attribute, otherwise));
  }
  if (!ctx.HasInput(input)) return FloatElement::Constant(otherwise);
  const auto elements = ctx.FloatElements(input);
  return elements && elements->size() == 1 ? (*elements)[0] : FloatElement();
}

void ClipFloats(RuleContext& ctx, ElementType element) {
  constexpr double kLargest = std::numeric_limits<double>::infinity();
  const FloatElement low = FloatLimit(ctx, "min", 1, -kLargest);
  const FloatElement high = FloatLimit(ctx, "max", 2, kLargest);
  const auto is_open = [](const FloatElement& limit) {
    return limit.kind == FloatElement::Kind::kConstant && !(std::abs(limit.constant) < 3e38);
  };
  MapFloats(ctx, [&](const FloatElement& value) {
    FloatElement clipped = value;
    if (!is_open(low)) clipped = ComputeFloat(ctx, FloatOperation::kMax, clipped, low, element);
    if (!is_open(high)) clipped = ComputeFloat(ctx, FloatOperation::kMin, clipped, high, element);
    return clipped;
  });
}

Expr IntLimit(RuleContext& ctx, int input) {
  const auto elements = ctx.IntElements(input);
  return elements && elements->size() == 1 ? (*elements)[0] : Expr();
}

void ClipInts(RuleContext& ctx) {
  const auto elements = ctx.IntElements(0);
  if (!elements) return;
  absl::InlinedVector<Expr, 16> clipped;
  for (Expr element : *elements) {
    if (ctx.HasInput(1)) element = ctx.Max(element, IntLimit(ctx, 1));
    if (ctx.HasInput(2)) element = ctx.Min(element, IntLimit(ctx, 2));
    clipped.push_back(element);
  }
  ctx.SetIntElements(0, clipped);
}

void InferClip(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  ctx.SetOutput(0, element, ctx.InputShape(0));
  if (!MayBeKnownByValue(ctx, 0)) return;
  if (shape::IsFloat(element)) {
    if (SignificandBits(element) != 0) ClipFloats(ctx, element);
  } else {
    ClipInts(ctx);
  }
}

constexpr absl::string_view kBroadcast = "the broadcast of all operands";
constexpr absl::string_view kVariadicByValue = "the broadcast of all operands; by value";

constexpr OperandForm kClipForms[] = {{1, Form::kScalarOrOne}, {2, Form::kScalarOrOne}};

constexpr OperatorRow kVariadicRows[] = {
    {"",
     "Clip",
     {1, 6, 11, 12, 13},
     InferClip,
     "the operand's shape; by value",
     {.is_elementwise = true, .forms = kClipForms},
     ClipCost},
    {"", "Max", {1, 6, 8, 12, 13}, InferMax, kVariadicByValue, kElementwise, VariadicCost},
    {"", "Mean", {1, 6, 8, 13}, InferMean, kBroadcast, kElementwise, MeanCost},
    {"", "Min", {1, 6, 8, 12, 13}, InferMin, kVariadicByValue, kElementwise, VariadicCost},
    {"", "Sum", {1, 6, 8, 13}, InferSum, kVariadicByValue, kElementwise, VariadicCost},
    {"",
     "SwiGLU",
     {28},
     InferSwiGlu,
     "the shape that both operands have",
     {},
     PerElement{.alu = 2, .special = 1}},
    {"",
     "Where",
     {9, 16},
     InferWhere,
     "the broadcast of condition and branches; by value",
     kElementwise,
     PerElement{.alu = 1}},
};

}  // namespace

absl::Span<const OperatorRow> VariadicOperators() { return kVariadicRows; }

}  // namespace shapewright::rules
