// Concat: dims off the axis are equal, those on it add up.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/join_elements.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kConcatReason = "concat.axes"_check;

// The first operand whose rank is known, or -1.
int FirstOfKnownRank(RuleContext& ctx) {
  for (int i = 0; i < ctx.input_count(); ++i) {
    if (ctx.InputShape(i).has_rank) return i;
  }
  return -1;
}

ElementType CommonElement(RuleContext& ctx) {
  ElementType element = ElementType::kUndefined;
  for (int i = 0; i < ctx.input_count(); ++i) {
    if (i > 0 && !ctx.CheckSameElement(0, i)) break;
    if (element == ElementType::kUndefined) element = ctx.InputElement(i);
  }
  return element;
}

struct Joined {
  DimVector dims;
  absl::InlinedVector<int, 6> origins;  // the operand each dim is from
  int axis = 0;
  bool is_complete = true;
  bool is_empty = false;  // all operands so far surely have no elements
};

// False if the ranks differ.
bool Join(RuleContext& ctx, int input, Joined& joined) {
  const Shape shape = ctx.InputShape(input);
  if (!shape.has_rank) {
    joined.is_complete = false;
    return true;
  }
  if (!ctx.CheckRank(input, static_cast<int>(joined.dims.size()))) {
    return false;
  }
  // Runtimes ignore the other dims of an operand without elements, and take those of the others.
  const bool is_empty = IsSurelyEmpty(ctx, shape);
  for (int axis = 0; axis < shape.rank(); ++axis) {
    Dim& dim = joined.dims[axis];
    if (axis == joined.axis) {
      dim = AddSizes(ctx, dim, shape.dims[axis]);
      continue;
    }
    if (dim == shape.dims[axis]) continue;
    const bool are_constants = dim.is_constant() && shape.dims[axis].is_constant();
    if ((is_empty || joined.is_empty) && !are_constants) {
      if (is_empty) continue;
      dim = shape.dims[axis];
      joined.origins[axis] = input;
      continue;
    }
    const Dim unified = ctx.Unify(dim, Place::Input(joined.origins[axis], axis), shape.dims[axis],
                                  Place::Input(input, axis), kConcatReason);
    if (!(unified == dim)) joined.origins[axis] = input;
    dim = unified;
  }
  joined.is_empty &= is_empty;
  return true;
}

void InferConcat(RuleContext& ctx) {
  const ElementType element = CommonElement(ctx);
  const int first = FirstOfKnownRank(ctx);
  if (first < 0) {
    ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(1)));
    return;
  }
  if (ctx.version() >= 4 && ctx.FindAttribute("axis") == nullptr) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "Concat needs the attribute `axis`");
    return;
  }
  const Shape shape = ctx.InputShape(first);
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 1), shape.rank(), first);
  Joined joined;
  joined.dims.assign(shape.dims.begin(), shape.dims.end());
  joined.origins.assign(joined.dims.size(), first);
  joined.is_complete = first == 0;
  joined.axis = axis.value_or(-1);
  joined.is_empty = IsSurelyEmpty(ctx, shape);
  bool is_fine = axis.has_value();
  for (int i = first + 1; is_fine && i < ctx.input_count(); ++i) {
    is_fine = Join(ctx, i, joined);
  }
  if (!is_fine) {
    ctx.SetOutput(0, element, DimVector(joined.dims.size()));
    return;
  }
  if (!joined.is_complete) {
    const int64_t least = ctx.Bounds(joined.dims[*axis]).min;
    joined.dims[*axis] = ctx.Fresh(Place::Output(0, *axis), "an operand of unknown rank",
                                   Interval::AtLeast(std::max<int64_t>(0, least)));
  }
  ctx.SetOutput(0, element, joined.dims);
  JoinElements(ctx, *axis);
}

constexpr OperatorRow kConcatRows[] = {
    {"",
     "Concat",
     {1, 4, 11, 13},
     InferConcat,
     "the sum of the dims on the axis, the others equal; by value",
     {},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> ConcatOperators() { return kConcatRows; }

}  // namespace shapewright::rules
