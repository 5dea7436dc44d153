// Squeeze and Unsqueeze: dims of size 1 are removed or inserted.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr int kAxisOperandVersion = 13;  // axes as an operand from here on

// Removes every dim that is 1; if others may be 1 the rank is unknown.
void SqueezeAll(RuleContext& ctx, ElementType element, const Shape& shape) {
  DimVector kept;
  int sure = 0;
  for (const Dim dim : shape.dims) {
    if (dim.is_constant(1)) continue;
    kept.push_back(dim);
    sure += ctx.Bounds(dim).Contains(1) ? 0 : 1;
  }
  const auto most = static_cast<int64_t>(kept.size());
  ctx.SetOutput(0, element, sure == most ? Shape::Of(kept) : Shape::OfUnknownRank({sure, most}));
}

void SqueezeAxes(RuleContext& ctx, ElementType element, const Shape& shape,
                 absl::Span<const int64_t> axes) {
  const auto marks = MaskAxes(ctx, axes, shape.rank());
  if (!marks) {
    ctx.SetOutput(0, element, Shape());
    return;
  }
  DimVector kept;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const Dim dim = shape.dims[axis];
    if (!(*marks)[static_cast<size_t>(axis)]) {
      kept.push_back(dim);
    } else if (!dim.is_constant(1)) {
      const Place place = Place::Input(0, axis);
      ctx.RequireEqual(dim, place, 1, place, "squeeze.one"_check);
    }
  }
  ctx.SetOutput(0, element, kept);
}

void InferSqueeze(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape shape = ctx.InputShape(0);
  const IntList axes = ReadIntList(ctx, "axes", 1, kAxisOperandVersion);
  if (!shape.has_rank) {
    const Interval bounds{0, shape.rank_bounds.max};
    ctx.SetOutput(0, element, Shape::OfUnknownRank(bounds));
    return;
  }
  if (axes.source == IntList::Source::kUnknown) {
    ctx.SetOutput(0, element, Shape::OfUnknownRank({0, shape.rank()}));
  } else if (axes.source == IntList::Source::kLeftOut) {
    SqueezeAll(ctx, element, shape);
  } else if (axes.values.empty()) {
    // onnxruntime squeezes every dim of 1, the reference none: known only if there is none.
    const bool has_one = std::any_of(shape.dims.begin(), shape.dims.end(),
                                     [&ctx](Dim dim) { return ctx.Bounds(dim).Contains(1); });
    ctx.SetOutput(0, element, has_one ? Shape::OfUnknownRank({0, shape.rank()}) : shape);
  } else {
    SqueezeAxes(ctx, element, shape, axes.values);
  }
  PassElements(ctx, 0, 0);
}

void InsertAxes(RuleContext& ctx, const Shape& shape, absl::Span<const int64_t> axes) {
  const ElementType element = ctx.InputElement(0);
  const int rank = shape.rank() + static_cast<int>(axes.size());
  const auto marks = MaskAxes(ctx, axes, rank);
  if (!marks) {
    ctx.SetOutput(0, element, Shape());
    return;
  }
  const auto marked = std::count(marks->begin(), marks->end(), true);
  if (marked != static_cast<ptrdiff_t>(axes.size())) {
    ctx.Error(
        "DUPLICATE_AXIS", Place::Input(1),
        absl::StrCat("Unsqueeze names an axis twice, of ", axes.size(), " axes for rank ", rank));
    ctx.SetOutput(0, element, Shape::OfUnknownRank());
    return;
  }
  DimVector dims;
  auto next = shape.dims.begin();
  for (const bool is_new : *marks) dims.push_back(is_new ? Dim(1) : *next++);
  ctx.SetOutput(0, element, dims);
  PassElements(ctx, 0, 0);
}

void InferUnsqueeze(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape shape = ctx.InputShape(0);
  const IntList axes = ReadIntList(ctx, "axes", 1, kAxisOperandVersion);
  if (axes.source == IntList::Source::kLeftOut) {
    ctx.Error("MISSING_AXES", Place::Input(1), "Unsqueeze needs axes");
    ctx.SetOutput(0, element, Shape());
    return;
  }
  const bool is_given = axes.source == IntList::Source::kGiven;
  if (is_given && axes.values.size() > kMaxElements) return;
  if (is_given && shape.has_rank) {
    InsertAxes(ctx, shape, axes.values);
    return;
  }
  if (!is_given) ctx.NoteUnchecked(Place::Input(1), "axes of the result, each once");
  const Interval count =
      is_given ? Interval::Point(static_cast<int64_t>(axes.values.size())) : LengthBounds(ctx, 1);
  const Interval rank = shape.has_rank ? Interval::Point(shape.rank()) : shape.rank_bounds;
  const Interval bounds = symbolic::Add(rank, count);
  if (!bounds.is_point() || bounds.min > kMaxElements) {
    ctx.SetOutput(0, element, Shape::OfUnknownRank(bounds));
    return;
  }
  const DimVector dims(static_cast<size_t>(bounds.min));
  ctx.SetOutput(0, element, dims);
}

constexpr OperandForm kSqueezeForms[] = {{1, Form::kVector}};
// onnxruntime takes one axis as a scalar here.
constexpr OperandForm kUnsqueezeForms[] = {{1, Form::kScalarOrVector}};

constexpr OperatorRow kAxisRows[] = {
    {"",
     "Squeeze",
     {1, 11, 13, 21, 23, 24, 25},
     InferSqueeze,
     "without the named dims, which are 1; by value",
     {.elements = Elements::kOfFirstOperand, .forms = kSqueezeForms},
     kFree},
    {"",
     "Unsqueeze",
     {1, 11, 13, 21, 23, 24, 25},
     InferUnsqueeze,
     "with dims of 1 at the named axes; by value",
     {.elements = Elements::kOfFirstOperand, .forms = kUnsqueezeForms},
     kFree},
};

}  // namespace

absl::Span<const OperatorRow> AxisOperators() { return kAxisRows; }

}  // namespace shapewright::rules
