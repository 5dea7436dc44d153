// Split: an axis cut into parts.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr int kSplitOperandVersion = 13;  // sizes as an operand from here on
constexpr int kNumOutputsVersion = 18;

// Unknown sizes for all outputs, each at most the dim's.
DimVector FreshSizes(RuleContext& ctx, Dim dim, int axis) {
  DimVector sizes;
  for (int i = 0; i < ctx.output_count(); ++i) {
    sizes.push_back(ctx.Fresh(Place::Output(i, axis), "a part whose size the data decide",
                              {0, ctx.Bounds(dim).max}));
  }
  return sizes;
}

// Parts of one size; from version 18 on the last one may be smaller.
DimVector EqualParts(RuleContext& ctx, Dim dim, int axis, int64_t parts) {
  const auto count = static_cast<size_t>(ctx.output_count());
  const Place place = Place::Input(0, axis);
  if (ctx.version() < kNumOutputsVersion) {
    const bool is_fine = ctx.RequireDivisible(dim, place, parts, place, "split.equal"_check);
    if (!is_fine) return FreshSizes(ctx, dim, axis);
    return DimVector(count, ctx.FloorDiv(dim, parts));
  }
  const Dim size = ctx.CeilDiv(dim, parts);
  DimVector sizes(count, size);
  // Of two parts, ceildiv(dim, 2) leaves floordiv(dim, 2).
  const Dim last =
      parts == 2 ? ctx.FloorDiv(dim, 2) : ctx.Subtract(dim, ctx.Multiply(size, parts - 1));
  if (!ctx.RequireAtLeast(last, place, 0, "split.parts"_check)) {
    return FreshSizes(ctx, dim, axis);
  }
  // The reference makes an empty last part, onnxruntime refuses to.
  if (ctx.Bounds(last).max >= 1) {
    ctx.RequireAtLeast(last, place, 1, "split.last"_check, symbolic::Basis::kAssumed);
  }
  if (parts == ctx.output_count()) sizes.back() = last;
  return sizes;
}

// How many equal parts to make; 0 if the node is wrong.
int64_t PartCount(RuleContext& ctx) {
  if (ctx.version() < kNumOutputsVersion) return ctx.output_count();
  const int64_t parts = ctx.IntAttribute("num_outputs", 0);
  if (ctx.FindAttribute("num_outputs") == nullptr) {
    ctx.Error("MISSING_ATTRIBUTE", {},
              "Split needs the operand split or the attribute num_outputs");
    return 0;
  }
  if (parts >= 1 && parts >= ctx.output_count() && parts <= (1 << 30)) return parts;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat("Split has num_outputs ", parts, " and ", ctx.output_count(), " outputs"));
  return 0;
}

bool CheckPartCount(RuleContext& ctx, int64_t count) {
  if (count == ctx.output_count()) return true;
  ctx.Error("WRONG_SPLIT", Place::Input(1),
            absl::StrCat("Split has ", count, " sizes for ", ctx.output_count(), " outputs"));
  return false;
}

void RequirePartCount(RuleContext& ctx) {
  RequireLength(ctx, 1, ctx.output_count(), Place::Output(0), "split.count"_check);
}

DimVector GivenSizes(RuleContext& ctx, Dim dim, int axis, const DimVector& sizes) {
  if (!CheckPartCount(ctx, static_cast<int64_t>(sizes.size()))) return FreshSizes(ctx, dim, axis);
  Expr sum = 0;
  for (const Dim size : sizes) sum = ctx.Add(sum, size);
  if (ctx.exprs().TakeOverflow()) {
    ctx.Error("WRONG_SPLIT", Place::Input(1), "the sizes of Split add up beyond 64 bits");
    return FreshSizes(ctx, dim, axis);
  }
  ctx.RequireEqual(dim, Place::Input(0, axis), sum, Place::Input(1), "split.sum"_check);
  DimVector known = sizes;
  for (size_t i = 0; i < known.size(); ++i) {
    if (known[i].is_unknown()) {
      known[i] = ctx.Fresh(Place::Output(static_cast<int>(i), axis),
                           "a part whose size the data decide", {0, ctx.Bounds(dim).max});
    }
  }
  return known;
}

DimVector PartSizes(RuleContext& ctx, Dim dim, int axis) {
  // Version 1 has both an operand and an attribute.
  if ((ctx.version() == 1 || ctx.version() >= kSplitOperandVersion) && ctx.HasInput(1)) {
    RequirePartCount(ctx);
    const auto sizes = SizesFromElements(ctx, 1, "split.size"_check);
    return sizes ? GivenSizes(ctx, dim, axis, *sizes) : FreshSizes(ctx, dim, axis);
  }
  const auto given = ctx.IntsAttribute("split");
  if (ctx.version() < kSplitOperandVersion && given) {
    return GivenSizes(ctx, dim, axis, DimVector(given->begin(), given->end()));
  }
  const int64_t parts = PartCount(ctx);
  return parts == 0 ? FreshSizes(ctx, dim, axis) : EqualParts(ctx, dim, axis, parts);
}

// Sets the elements of an output that holds the positions from `first` on.
void SplitByValue(RuleContext& ctx, const Shape& data, int axis, int output, int64_t first) {
  if (!ctx.HasOutput(output)) return;
  const auto strides = RowMajorStrides(data.dims);
  TakeStrided(ctx, output, 0, first * strides[static_cast<size_t>(axis)], strides);
}

void SetParts(RuleContext& ctx, const Shape& data, int axis, const DimVector& sizes) {
  const ElementType element = ctx.InputElement(0);
  bool is_known =
      MayMoveElements(ctx, 0) && SmallElementCount(data) &&
      std::all_of(sizes.begin(), sizes.end(), [](Dim size) { return size.is_constant(); });
  DimVector dims(data.dims.begin(), data.dims.end());
  int64_t first = 0;
  for (int i = 0; i < ctx.output_count(); ++i) {
    dims[axis] = sizes[i];
    ctx.SetOutput(i, element, dims);
    if (!is_known) continue;
    const int64_t size = sizes[i].constant();
    // Parts that do not fill the dim are an error.
    is_known = size >= 0 && size <= data.dims[axis].constant() - first;
    if (!is_known) continue;
    SplitByValue(ctx, data, axis, i, first);
    first += size;
  }
}

// The number of sizes, where nothing is known of the data.
void CheckGivenCount(RuleContext& ctx) {
  if ((ctx.version() == 1 || ctx.version() >= kSplitOperandVersion) && ctx.HasInput(1)) {
    RequirePartCount(ctx);
    const Interval length = LengthBounds(ctx, 1);
    if (length.is_point()) CheckPartCount(ctx, length.min);
    return;
  }
  const auto given = ctx.IntsAttribute("split");
  if (ctx.version() < kSplitOperandVersion && given) {
    CheckPartCount(ctx, static_cast<int64_t>(given->size()));
  }
}

void InferSplit(RuleContext& ctx) {
  const Shape data = ctx.InputShape(0);
  const auto axis = data.has_rank ? ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), data.rank(), 0)
                                  : std::optional<int>();
  if (axis) {
    SetParts(ctx, data, *axis, PartSizes(ctx, data.dims[*axis], *axis));
    return;
  }
  if (!data.has_rank) CheckGivenCount(ctx);
  for (int i = 0; i < ctx.output_count(); ++i) {
    ctx.SetOutput(i, ctx.InputElement(0),
                  data.has_rank ? Shape::Of(DimVector(data.dims.size())) : data);
  }
}

constexpr OperandForm kSplitForms[] = {{1, Form::kVector}};

constexpr OperatorRow kSplitRows[] = {
    {"",
     "Split",
     {1, 2, 11, 13, 18},
     InferSplit,
     "the axis cut by the sizes or into equal parts; by value",
     {.forms = kSplitForms},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> SplitOperators() { return kSplitRows; }

}  // namespace shapewright::rules
