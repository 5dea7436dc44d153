// Shape and Size: where dims become elements.
#include <algorithm>

#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// From version 15 on a slice of the shape: start and end count from the back
// where negative, and are clamped to the rank.
void InferShape(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const int64_t start_attribute = ctx.IntAttribute("start", 0);
  const graph::Attribute* end_attribute = ctx.FindAttribute("end");
  if (!shape.has_rank) {
    const bool is_whole = start_attribute == 0 && end_attribute == nullptr;
    const Interval bounds = is_whole ? shape.rank_bounds : Interval::Size();
    ctx.SetOutput(0, ElementType::kInt64, {ctx.Fresh(Place::Output(0, 0), "unknown rank", bounds)});
    return;
  }
  const int64_t rank = shape.rank();
  const auto clamp = [rank](int64_t position) {
    return std::clamp(position < 0 ? position + rank : position, int64_t{0}, rank);
  };
  const int64_t start = clamp(start_attribute);
  const int64_t end = end_attribute != nullptr ? clamp(end_attribute->int_value) : rank;
  const int64_t length = std::max<int64_t>(0, end - start);
  ctx.SetOutput(0, ElementType::kInt64, {Dim(length)});
  ctx.SetIntElements(0,
                     shape.dims.subspan(static_cast<size_t>(start), static_cast<size_t>(length)));
}

void InferSize(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kInt64, absl::Span<const Dim>());
  const Expr count = ctx.InputElementCount(0);
  if (!count.is_unknown()) ctx.SetIntElements(0, {count});
}

constexpr OperatorRow kShapeRows[] = {
    {"",
     "Shape",
     {1, 13, 15, 19, 21, 23, 24, 25},
     InferShape,
     "one element per dim; by value",
     kTypeQuery,
     kFree},
    {"", "Size", {1, 13, 19, 21, 23, 24, 25}, InferSize, "a scalar; by value", kTypeQuery, kFree},
};

}  // namespace

absl::Span<const OperatorRow> ShapeOperators() { return kShapeRows; }

}  // namespace shapewright::rules
