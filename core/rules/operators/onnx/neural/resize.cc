// Resize and Upsample: dims by sizes, or by floating-point scales.
#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/scale_dim.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// For each axis of the operand the index of its entry in sizes or scales, or -1.
using AxisEntries = absl::InlinedVector<int, 6>;

// From version 18 on there may be entries for some axes only.
std::optional<AxisEntries> ReadEntries(RuleContext& ctx, int rank) {
  const auto axes = ctx.IntsAttribute("axes");
  AxisEntries entries(static_cast<size_t>(rank), -1);
  const int count = axes ? static_cast<int>(axes->size()) : rank;
  for (int entry = 0; entry < count; ++entry) {
    const auto axis = ctx.NormalizeAxis(axes ? (*axes)[entry] : entry, rank, 0);
    if (!axis) return std::nullopt;
    if (entries[*axis] >= 0) {
      ctx.Error("DUPLICATE_AXIS", {}, absl::StrCat("Resize names axis ", *axis, " twice"));
      return std::nullopt;
    }
    entries[*axis] = entry;
  }
  return entries;
}

// The number of entries that an operand of one dim has, where it is known.
std::optional<int64_t> EntryCount(RuleContext& ctx, int input) {
  const Expr count = ctx.InputElementCount(input);
  if (!count.is_constant()) return std::nullopt;
  return count.constant();
}

// Of scales and sizes the other one may be empty, if both are given.
void RequireEntryCount(RuleContext& ctx, int input) {
  constexpr int kSizes = 3;
  const Shape shape = ctx.InputShape(0);
  const bool has_both = ctx.version() >= 11 && ctx.HasInput(kSizes - 1) && ctx.HasInput(kSizes);
  if (!shape.has_rank || has_both) return;
  const auto axes = ctx.IntsAttribute("axes");
  const Expr count = ctx.InputElementCount(input);
  if (count.is_constant()) return;
  ctx.RequireEqual(count, Place::Input(input),
                   axes ? static_cast<int64_t>(axes->size()) : shape.rank(), Place::Input(0),
                   "resize.count"_check);
}

// The operand's dims, and which entry resizes which of them.
struct ResizedShape {
  DimVector dims;
  AxisEntries entries;
};

// Nothing if the rank is unknown, or after an error.
std::optional<ResizedShape> ReadTarget(RuleContext& ctx, std::optional<int64_t> entry_count) {
  const Shape shape = ctx.InputShape(0);
  const auto axes = ctx.IntsAttribute("axes");
  if (!shape.has_rank && (axes || !entry_count || *entry_count > kMaxElements)) {
    return std::nullopt;
  }
  const int rank = shape.has_rank ? shape.rank() : static_cast<int>(*entry_count);
  auto entries = ReadEntries(ctx, rank);
  if (!entries) return std::nullopt;
  const int64_t wanted = axes ? static_cast<int64_t>(axes->size()) : rank;
  ResizedShape target{DimsOrUnknown(ctx, 0, rank), *std::move(entries)};
  if (!entry_count || *entry_count == wanted) return target;
  ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(0),
            absl::StrCat(ctx.op().op_type, " needs ", wanted,
                         " scales or sizes, one per resized axis, and is given ", *entry_count));
  return std::nullopt;
}

// Makes the dims that have an entry unknown.
void ForgetResized(ResizedShape& target) {
  for (size_t axis = 0; axis < target.dims.size(); ++axis) {
    if (target.entries[axis] >= 0) target.dims[axis] = Dim();
  }
}

void SetScaled(RuleContext& ctx, std::optional<int64_t> count,
               std::optional<absl::Span<const FloatElement>> scales) {
  if (scales) count = static_cast<int64_t>(scales->size());
  auto target = ReadTarget(ctx, count);
  if (!target) return SetUnknownDims(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
  if (!scales) ForgetResized(*target);
  for (int axis = 0; scales && axis < static_cast<int>(target->dims.size()); ++axis) {
    const int entry = target->entries[axis];
    if (entry < 0) continue;
    target->dims[axis] = ScaleDim(ctx, target->dims[axis], (*scales)[entry], axis);
  }
  ctx.SetOutput(0, ctx.InputElement(0), target->dims);
}

void SetScaledByInput(RuleContext& ctx, int input) {
  const ElementType element = ctx.InputElement(input);
  if (element != ElementType::kUndefined && element != ElementType::kFloat) {
    ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Input(input),
              absl::StrCat(ctx.op().op_type, " takes float32 scales, not ",
                           shape::ElementTypeName(element)));
  }
  RequireEntryCount(ctx, input);
  SetScaled(ctx, EntryCount(ctx, input), ctx.FloatElements(input));
}

// round(dim * scale) where float32, as in onnxruntime, and double, as in the reference, agree on
// it.
std::optional<int64_t> RoundScaled(int64_t dim, double scale) {
  const double exact = std::floor(static_cast<double>(dim) * scale + 0.5);
  const float single = std::round(static_cast<float>(scale) * static_cast<float>(dim));
  const bool is_large = dim > kExactFloat32 || exact > kExactFloat32;
  if (!(exact >= 0) || exact > 1e15 || (!is_large && exact != static_cast<double>(single))) {
    return std::nullopt;
  }
  return static_cast<int64_t>(exact);
}

// The one scale of all resized axes under keep_aspect_ratio_policy; nothing where a
// size is not a constant.
std::optional<double> CommonScale(const ResizedShape& target, absl::Span<const Expr> sizes,
                                  bool is_larger) {
  std::optional<double> scale;
  for (size_t axis = 0; axis < target.dims.size(); ++axis) {
    if (target.entries[axis] < 0) continue;
    const Expr size = sizes[target.entries[axis]];
    const Dim dim = target.dims[axis];
    if (!size.is_constant() || !dim.is_constant() || dim.constant() == 0) return std::nullopt;
    const double own = static_cast<double>(size.constant()) / static_cast<double>(dim.constant());
    if (!scale) scale = own;
    scale = is_larger ? std::max(*scale, own) : std::min(*scale, own);
  }
  return scale;
}

bool KeepConstantRatio(ResizedShape& target, absl::Span<const Expr> sizes, bool is_larger) {
  const auto scale = CommonScale(target, sizes, is_larger);
  if (!scale) return false;
  for (size_t axis = 0; axis < target.dims.size(); ++axis) {
    if (target.entries[axis] < 0) continue;
    const auto rounded = RoundScaled(target.dims[axis].constant(), *scale);
    target.dims[axis] = rounded ? Dim(*rounded) : Dim();
  }
  return true;
}

// round(dim * size / of), halves rounded up.
Dim ScaleByQuotient(RuleContext& ctx, Dim dim, Expr size, Dim of) {
  if (dim == of) return size;
  const Expr twice = ctx.Add(ctx.Multiply(ctx.Multiply(dim, size), 2), of);
  return ctx.FloorDiv(twice, ctx.Multiply(of, 2));
}

// The least or greatest of the dim scaled by the quotient of each resized axis, which is the dim
// scaled by the least or greatest quotient.
Dim ScaleByEachQuotient(RuleContext& ctx, const ResizedShape& target, Dim dim,
                        absl::Span<const Expr> sizes, bool is_larger) {
  std::optional<Dim> scaled;
  for (size_t axis = 0; axis < target.dims.size(); ++axis) {
    if (target.entries[axis] < 0) continue;
    const Dim own = ScaleByQuotient(ctx, dim, sizes[target.entries[axis]], target.dims[axis]);
    scaled = !scaled ? own : is_larger ? ctx.Max(*scaled, own) : ctx.Min(*scaled, own);
  }
  return scaled.value_or(dim);
}

// Exact, as specified; in float32 a half may be rounded down.
void KeepSymbolicRatio(RuleContext& ctx, ResizedShape& target, absl::Span<const Expr> sizes,
                       bool is_larger) {
  DimVector scaled = target.dims;
  for (int axis = 0; axis < static_cast<int>(scaled.size()); ++axis) {
    if (target.entries[axis] < 0) continue;
    ctx.RequireAtLeast(target.dims[axis], Place::Input(0, axis), 1, "resize.divisor"_check);
    scaled[axis] = ScaleByEachQuotient(ctx, target, target.dims[axis], sizes, is_larger);
  }
  target.dims = scaled;
}

void RequireSizes(RuleContext& ctx, absl::Span<const Expr> sizes, int input,
                  absl::string_view policy) {
  // With another policy only the ratio of one of them counts.
  const ToleratedChecks checks(ctx, policy != "stretch");
  for (int i = 0; i < static_cast<int>(sizes.size()); ++i) {
    ctx.RequireAtLeast(sizes[i], Place::Element(input, i), 0, "size.negative"_check);
  }
}

void SetSizes(RuleContext& ctx, ResizedShape& target, absl::Span<const Expr> sizes,
              absl::string_view policy) {
  const bool is_larger = policy == "not_smaller";
  if (policy == "stretch") {
    for (size_t axis = 0; axis < target.dims.size(); ++axis) {
      const int entry = target.entries[axis];
      if (entry >= 0) target.dims[axis] = sizes[entry];
    }
  } else if (!KeepConstantRatio(target, sizes, is_larger)) {
    KeepSymbolicRatio(ctx, target, sizes, is_larger);
  }
}

bool CheckPolicy(RuleContext& ctx, absl::string_view policy) {
  if (policy == "stretch" || policy == "not_larger" || policy == "not_smaller") return true;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat("Resize has no keep_aspect_ratio_policy ", policy));
  return false;
}

void SetSized(RuleContext& ctx, int input) {
  RequireEntryCount(ctx, input);
  const auto sizes = ctx.IntElementsOrFresh(input);
  auto target = ReadTarget(ctx, EntryCount(ctx, input));
  if (!target) return SetUnknownDims(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
  const absl::string_view policy = ctx.StringAttribute("keep_aspect_ratio_policy", "stretch");
  if (CheckPolicy(ctx, policy) && sizes) {
    RequireSizes(ctx, *sizes, input, policy);
    SetSizes(ctx, *target, *sizes, policy);
  } else {
    ForgetResized(*target);
  }
  ctx.SetOutput(0, ctx.InputElement(0), target->dims);
}

// The start of each resized axis, then the end of each. Other modes ignore the operand, which
// exporters then write in any length.
void RequireRegion(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const auto axes = ctx.IntsAttribute("axes");
  const auto mode = ctx.StringAttribute("coordinate_transformation_mode", "half_pixel");
  if (mode != "tf_crop_and_resize" || !ctx.HasInput(1) || (!axes && !shape.has_rank)) return;
  const int64_t count = axes ? static_cast<int64_t>(axes->size()) : shape.rank();
  UnifyVector(ctx, 1, 2 * count, Place::Input(0), "resize.roi"_check);
}

// Sizes take precedence unless they are empty, as exporters write for version 11.
void InferResize(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  if (ctx.version() < 11) return SetScaledByInput(ctx, 1);
  RequireRegion(ctx);
  const auto size_count = EntryCount(ctx, 3);
  const auto scale_count = EntryCount(ctx, 2);
  const bool has_scales = ctx.HasInput(2) && scale_count.value_or(1) > 0;
  const bool has_sizes = ctx.HasInput(3) && size_count.value_or(1) > 0;
  if (has_sizes && (size_count || !has_scales || !scale_count)) return SetSized(ctx, 3);
  if (has_scales) return SetScaledByInput(ctx, 2);
  ctx.Error("MISSING_INPUT", {}, "Resize needs scales or sizes");
}

// Scales are attributes before 9.
void InferUpsample(RuleContext& ctx) {
  if (ctx.version() >= 9) {
    SetScaledByInput(ctx, 1);
    return;
  }
  absl::InlinedVector<FloatElement, 6> scales;
  if (ctx.version() < 7) {
    scales.resize(2, FloatElement::Constant(1));
    scales.push_back(FloatElement::Constant(ctx.FloatAttribute("height_scale", 1)));
    scales.push_back(FloatElement::Constant(ctx.FloatAttribute("width_scale", 1)));
  } else if (const graph::Attribute* attribute = ctx.FindAttribute("scales");
             attribute != nullptr && attribute->kind == graph::AttributeKind::kFloats) {
    for (const double scale : attribute->float_list()) {
      scales.push_back(FloatElement::Constant(scale));
    }
  }
  SetScaled(ctx, static_cast<int64_t>(scales.size()), scales);
}

constexpr OperatorRow kResizeRows[] = {
    {"",
     "Resize",
     {10, 11, 13, 18, 19},
     InferResize,
     "the sizes, or floor(size * scale)",
     {},
     ResizeCost},
    {"", "Upsample", {1, 7, 9, 10}, InferUpsample, "floor(size * scale)", {}, ResizeCost},
};

}  // namespace

absl::Span<const OperatorRow> ResizeOperators() { return kResizeRows; }

}  // namespace shapewright::rules
