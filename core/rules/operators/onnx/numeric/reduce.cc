// Reductions along axes.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// The axes to reduce, if they are known.
struct Axes {
  bool is_known = true;
  // No axes are given: that means all, or none if an attribute says so.
  bool is_empty = false;
  absl::InlinedVector<int64_t, 8> list;
  // If the axes are unknown: their number.
  Interval count = Interval::Size();
};

// Axes are an attribute, from 18 on (ReduceSum: 13) an operand.
Axes ReadAxes(RuleContext& ctx) {
  Axes axes;
  if (ctx.HasInput(1)) {
    if (auto list = ctx.ConstantInts(1)) {
      axes.list = *std::move(list);
    } else {
      axes.is_known = false;
      const Expr count = ctx.InputElementCount(1);
      if (!count.is_unknown()) axes.count = ctx.Bounds(count);
      axes.is_known = axes.count == Interval::Point(0);
      if (!axes.is_known) ctx.NoteUnchecked(Place::Input(1), "axes of the operand");
    }
  } else if (const auto attribute = ctx.IntsAttribute("axes")) {
    axes.list.assign(attribute->begin(), attribute->end());
  }
  axes.is_empty = axes.is_known && axes.list.empty();
  return axes;
}

// The dim is one of the two, depending on which axes are reduced.
Dim EitherDim(RuleContext& ctx, Dim a, Dim b, int axis) {
  if (a == b) return a;
  return ctx.Fresh(Place::Output(0, axis), "the axes to reduce are not known",
                   Hull(ctx.Bounds(a), ctx.Bounds(b)));
}

// For axes that are known at run time only, or wrong.
void SetReducedByUnknown(RuleContext& ctx, ElementType element, const Shape& shape, Interval count,
                         bool keeps_dims) {
  DimVector dims;
  if (keeps_dims) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      dims.push_back(EitherDim(ctx, shape.dims[axis], 1, axis));
    }
  } else if (count == Interval::Point(1) && shape.rank() > 0) {
    for (int axis = 0; axis + 1 < shape.rank(); ++axis) {
      dims.push_back(EitherDim(ctx, shape.dims[axis], shape.dims[axis + 1], axis));
    }
  } else {
    // Axes may be repeated, and no axes may mean all or none.
    const int64_t rank_now = shape.rank();
    const bool maybe_all = count.min == 0 || count.max >= rank_now;
    const Interval rank{maybe_all ? 0 : rank_now - count.max,
                        count.min == 0 ? rank_now : std::max<int64_t>(0, rank_now - 1)};
    ctx.SetOutput(0, element, Shape::OfUnknownRank(rank));
    return;
  }
  ctx.SetOutput(0, element, dims);
}

// What is known of the result where the operand's rank is not.
Shape ReducedUnknownRank(const Shape& shape, const Axes& axes, bool keeps_dims) {
  if (keeps_dims) return Shape::OfUnknownRank(shape.rank_bounds);
  if (axes.is_empty) return Shape::Of({});
  return Shape::OfUnknownRank({0, shape.rank_bounds.max});
}

// Sets the shape of output 0; the mask where it is known.
std::optional<AxisMask> SetReduced(RuleContext& ctx, ElementType element, const Axes& axes,
                                   bool keeps_dims) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) {
    ctx.SetOutput(0, element, ReducedUnknownRank(shape, axes, keeps_dims));
    return std::nullopt;
  }
  if (!axes.is_known) {
    SetReducedByUnknown(ctx, element, shape, axes.count, keeps_dims);
    return std::nullopt;
  }
  // onnxruntime ignores the axes of a scalar, and of a tensor without elements.
  const ToleratedChecks checks(ctx, shape.rank() == 0 || MayBeEmpty(ctx, shape));
  auto mask = MaskAxes(ctx, axes.list, shape.rank(), axes.is_empty);
  if (!mask) {
    const auto count = static_cast<int64_t>(axes.list.size());
    SetReducedByUnknown(ctx, element, shape, Interval::Point(count), keeps_dims);
    return std::nullopt;
  }
  ctx.SetOutput(0, element, ReducedDims(shape.dims, *mask, keeps_dims));
  return mask;
}

// Calls `visit` with the flat index of every element of a tensor of constant
// dims, in order, and that of the result's element it is reduced into.
template <typename Visit>
void VisitReduced(absl::Span<const Dim> dims, const AxisMask& mask, int64_t count, Visit visit) {
  for (int64_t index = 0; index < count; ++index) {
    int64_t rest = index;
    int64_t target = 0;
    int64_t stride = 1;
    for (size_t axis = dims.size(); axis-- > 0;) {
      const int64_t size = dims[axis].constant();
      if (!mask[axis]) {
        target += rest % size * stride;
        stride *= size;
      }
      rest /= size;
    }
    visit(static_cast<size_t>(index), static_cast<size_t>(target));
  }
}

int64_t ReducedCount(absl::Span<const Dim> dims, const AxisMask& mask) {
  int64_t count = 1;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!mask[axis]) count *= dims[axis].constant();
  }
  return count;
}

using Combine = Expr (*)(RuleContext&, Expr, Expr);

// Sets the reduced elements; `start` is the result for no elements, unknown if there is none.
void ReduceInts(RuleContext& ctx, const AxisMask& mask, Combine combine, Expr start) {
  const Shape shape = ctx.InputShape(0);
  const auto count = SmallElementCount(shape);
  const auto elements = ctx.IntElements(0);
  if (!count || !elements || *count != static_cast<int64_t>(elements->size())) return;
  const int64_t result_count = ReducedCount(shape.dims, mask);
  if (result_count > kMaxElements) return;
  ExprVector results(static_cast<size_t>(result_count), start);
  absl::InlinedVector<bool, 8> has_any(results.size(), false);
  VisitReduced(shape.dims, mask, *count, [&](size_t from, size_t to) {
    const Expr element = (*elements)[from];
    results[to] = has_any[to] ? combine(ctx, results[to], element) : element;
    has_any[to] = true;
  });
  for (Expr& result : results) result = KeepInRange(ctx, result, ctx.InputElement(0));
  ctx.SetIntElements(0, results);
}

bool HasSameScale(const FloatElement& a, const FloatElement& b) {
  return a.kind == b.kind &&
         (a.kind == FloatElement::Kind::kRatio || a.kind == FloatElement::Kind::kRounded) &&
         a.denominator == b.denominator;
}

// Rounding is monotone: of quotients with one divisor, the greatest has the greatest
// dividend.
FloatElement ChooseFloat(RuleContext& ctx, const FloatElement& a, const FloatElement& b,
                         bool is_max) {
  if (a.kind == FloatElement::Kind::kConstant && b.kind == FloatElement::Kind::kConstant) {
    if (std::isnan(a.constant) || std::isnan(b.constant)) return {};
    FloatElement chosen = (a.constant < b.constant) == is_max ? b : a;
    chosen.positive = BothPositive(ctx, a, b);
    return chosen;
  }
  if (!HasSameScale(a, b)) {
    return ComputeFloat(ctx, is_max ? FloatOperation::kMax : FloatOperation::kMin, a, b,
                        ctx.InputElement(0));
  }
  FloatElement chosen = a;
  chosen.positive = BothPositive(ctx, a, b);
  chosen.numerator = is_max ? ctx.Max(a.numerator, b.numerator) : ctx.Min(a.numerator, b.numerator);
  return chosen;
}

void ChooseFloats(RuleContext& ctx, const AxisMask& mask, bool is_max) {
  const Shape shape = ctx.InputShape(0);
  const auto count = SmallElementCount(shape);
  const auto elements = ctx.FloatElements(0);
  if (!count || !elements || *count != static_cast<int64_t>(elements->size())) return;
  const int64_t result_count = ReducedCount(shape.dims, mask);
  if (result_count > kMaxElements) return;
  absl::InlinedVector<FloatElement, 4> results(static_cast<size_t>(result_count));
  absl::InlinedVector<bool, 8> has_any(results.size(), false);
  VisitReduced(shape.dims, mask, *count, [&](size_t from, size_t to) {
    const FloatElement& element = (*elements)[from];
    results[to] = has_any[to] ? ChooseFloat(ctx, results[to], element, is_max) : element;
    has_any[to] = true;
  });
  ctx.SetFloatElements(0, results);
}

// Sets the shape; returns the mask if the elements should be reduced too.
std::optional<AxisMask> InferReduced(RuleContext& ctx) {
  const Axes axes = ReadAxes(ctx);
  if (axes.is_empty && ctx.BoolAttribute("noop_with_empty_axes", false)) {
    ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0));
    return std::nullopt;
  }
  const bool keeps_dims = ctx.BoolAttribute("keepdims", true);
  return SetReduced(ctx, ctx.InputElement(0), axes, keeps_dims);
}

void InferReduce(RuleContext& ctx) { InferReduced(ctx); }

void InferReduceSum(RuleContext& ctx) {
  const auto mask = InferReduced(ctx);
  if (!mask) return;
  ReduceInts(
      ctx, *mask, [](RuleContext& c, Expr a, Expr b) { return c.Add(a, b); }, 0);
}

void InferReduceProd(RuleContext& ctx) {
  const auto mask = InferReduced(ctx);
  if (!mask) return;
  ReduceInts(
      ctx, *mask, [](RuleContext& c, Expr a, Expr b) { return c.Multiply(a, b); }, 1);
}

void InferReduceMax(RuleContext& ctx) {
  const auto mask = InferReduced(ctx);
  if (!mask) return;
  ReduceInts(
      ctx, *mask, [](RuleContext& c, Expr a, Expr b) { return c.Max(a, b); }, Expr());
  ChooseFloats(ctx, *mask, true);
}

void InferReduceMin(RuleContext& ctx) {
  const auto mask = InferReduced(ctx);
  if (!mask) return;
  ReduceInts(
      ctx, *mask, [](RuleContext& c, Expr a, Expr b) { return c.Min(a, b); }, Expr());
  ChooseFloats(ctx, *mask, false);
}

// The index of the greatest or least element along an axis.
void InferArg(RuleContext& ctx) {
  Axes axes;
  axes.list.push_back(ctx.IntAttribute("axis", 0));
  const bool keeps_dims = ctx.BoolAttribute("keepdims", true);
  const auto mask = SetReduced(ctx, ElementType::kInt64, axes, keeps_dims);
  if (!mask) return;
  const auto axis = std::find(mask->begin(), mask->end(), true) - mask->begin();
  const Shape result = ctx.HasOutput(0) ? OutputShape(ctx, 0) : Shape();
  const bool is_empty = std::any_of(result.dims.begin(), result.dims.end(),
                                    [](Dim dim) { return dim.is_constant(0); });
  if (is_empty) return;
  ctx.RequireAtLeast(ctx.InputShape(0).dims[axis], Place::Input(0, static_cast<int>(axis)), 1,
                     "arg.empty"_check);
}

constexpr absl::string_view kReduce = "the operand without the reduced axes, or with 1 there";
constexpr absl::string_view kReduceByValue =
    "the operand without the reduced axes, or with 1 there; by value";

constexpr OperandForm kReduceForms[] = {{1, Form::kVector}};
constexpr OperatorTraits kAxes = {.forms = kReduceForms};

constexpr OperatorRow kReduceRows[] = {
    {"", "ArgMax", {1, 11, 12, 13}, InferArg, kReduce, {}, PerOperandElementCost},
    {"", "ArgMin", {1, 11, 12, 13}, InferArg, kReduce, {}, PerOperandElementCost},
    {"", "ReduceL1", {1, 11, 13, 18}, InferReduce, kReduce, kAxes, ReduceAbsCost},
    {"", "ReduceL2", {1, 11, 13, 18}, InferReduce, kReduce, kAxes, ReduceL2Cost},
    {"", "ReduceLogSum", {1, 11, 13, 18, 28}, InferReduce, kReduce, kAxes, ReduceLogSumCost},
    {"", "ReduceLogSumExp", {1, 11, 13, 18, 28}, InferReduce, kReduce, kAxes, ReduceLogSumExpCost},
    {"", "ReduceMax", {1, 11, 12, 13, 18, 20}, InferReduceMax, kReduceByValue, kAxes, ReduceCost},
    {"", "ReduceMean", {1, 11, 13, 18}, InferReduce, kReduce, kAxes, ReduceMeanCost},
    {"", "ReduceMin", {1, 11, 12, 13, 18, 20}, InferReduceMin, kReduceByValue, kAxes, ReduceCost},
    {"", "ReduceProd", {1, 11, 13, 18}, InferReduceProd, kReduceByValue, kAxes, ReduceCost},
    {"", "ReduceSum", {1, 11, 13}, InferReduceSum, kReduceByValue, kAxes, ReduceCost},
    {"", "ReduceSumSquare", {1, 11, 13, 18}, InferReduce, kReduce, kAxes, ReduceAbsCost},
};

}  // namespace

absl::Span<const OperatorRow> ReduceOperators() { return kReduceRows; }

}  // namespace shapewright::rules
