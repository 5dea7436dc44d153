// Resize and Upsample: dims by sizes, or by floating-point scales.
#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/ops/families.h"
#include "core/ops/operands.h"
#include "core/ops/rule_context.h"

namespace shapewright::ops {
namespace {

// Integers up to here, and products up to here, are exact in float32.
constexpr int64_t kExactFloat32 = int64_t{1} << 24;
// An odd factor of a scale beyond this leaves too little room below kExactFloat32.
constexpr int64_t kMaxOddFactor = 1 << 10;

// For each axis of the operand its entry in sizes or scales, or -1.
using AxisEntries = absl::InlinedVector<int, 6>;

// What onnxruntime computes: the product in float32, cut off.
std::optional<int64_t> ScaleConstant(int64_t dim, double scale) {
  const float scaled = static_cast<float>(scale) * static_cast<float>(dim);
  if (!(scaled >= 0) || scaled >= static_cast<float>(int64_t{1} << 62)) return std::nullopt;
  return static_cast<int64_t>(scaled);
}

Dim FreshScaled(RuleContext& ctx, Dim dim, double scale, int axis) {
  Interval bounds = Interval::Size();
  if (!dim.is_unknown()) {
    const Interval old = ctx.Bounds(dim);
    bounds.min = ScaleConstant(std::max<int64_t>(0, old.min), scale).value_or(0);
    if (old.has_max()) {
      bounds.max = ScaleConstant(old.max, scale).value_or(Interval::kInfinity);
    }
  }
  return ctx.Fresh(Place::Output(0, axis), "a size times a scale, rounded in float32", bounds);
}

// scale = odd * 2^exponent.
struct Dyadic {
  int64_t odd;
  int exponent;
};

Dyadic Decompose(double scale) {
  int exponent = 0;
  const double fraction = std::frexp(static_cast<float>(scale), &exponent);
  auto odd = static_cast<int64_t>(std::ldexp(fraction, 24));
  exponent -= 24;
  while (odd % 2 == 0) {
    odd /= 2;
    ++exponent;
  }
  return {odd, exponent};
}

// floor(dim * scale) by a positive constant (S14).
Dim ScaleByConstant(RuleContext& ctx, Dim dim, double scale, int axis) {
  if (scale == 1 || dim.is_unknown()) return dim;
  if (dim.is_constant()) {
    const auto scaled = ScaleConstant(dim.constant(), scale);
    return scaled ? Dim(*scaled) : Dim();
  }
  const Dyadic dyadic = Decompose(scale);
  const int64_t limit = kExactFloat32 / dyadic.odd;
  if (dyadic.odd > kMaxOddFactor || dyadic.exponent < -24 || dyadic.exponent > 24 ||
      ctx.Bounds(dim).min > limit) {
    return FreshScaled(ctx, dim, scale, axis);
  }
  ctx.RequireAtMost(dim, Place::Input(0, axis), limit, {}, "float32 holds the scaled size exactly",
                    symbolic::Basis::kAssumed);
  const Expr product = ctx.Multiply(dim, dyadic.odd);
  return dyadic.exponent < 0 ? ctx.FloorDiv(product, int64_t{1} << -dyadic.exponent)
                             : ctx.Multiply(product, int64_t{1} << dyadic.exponent);
}

bool IsPowerOfTwo(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

// By the quotient of a size and a constant, which float32 holds exactly only
// where the constant is a power of two.
Dim ScaleByRatio(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis) {
  const Expr product = ctx.Multiply(dim, scale.numerator);
  if (product.is_unknown() || !IsPowerOfTwo(scale.denominator) ||
      ctx.Bounds(product).min > kExactFloat32 || ctx.Bounds(scale.numerator).min < 0) {
    return ctx.Fresh(Place::Output(0, axis), "a size times a scale, rounded in float32");
  }
  constexpr absl::string_view kReason = "float32 holds the scaled size exactly";
  ctx.RequireAtMost(scale.numerator, {}, kExactFloat32, {}, kReason, symbolic::Basis::kAssumed);
  ctx.RequireAtMost(product, Place::Input(0, axis), kExactFloat32, {}, kReason,
                    symbolic::Basis::kAssumed);
  return ctx.FloorDiv(product, scale.denominator);
}

Dim ScaleDim(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis) {
  switch (scale.kind) {
    case FloatElement::Kind::kConstant:
      if (scale.constant > 0 && std::isfinite(scale.constant)) {
        return ScaleByConstant(ctx, dim, scale.constant, axis);
      }
      ctx.Error("INVALID_SCALE", Place::Input(0, axis),
                absl::StrCat(ctx.op().op_type, " cannot scale by ", scale.constant));
      return Dim();
    case FloatElement::Kind::kRatio:
    case FloatElement::Kind::kRounded:
      return ScaleByRatio(ctx, dim, scale, axis);
    case FloatElement::Kind::kUnknown:
      break;
  }
  return Dim();
}

// From 18 on the entries can be for some axes only.
std::optional<AxisEntries> ReadEntries(RuleContext& ctx, int rank) {
  const auto axes = ctx.IntsAttribute("axes");
  AxisEntries entries(static_cast<size_t>(rank), -1);
  const int count = axes ? static_cast<int>(axes->size()) : rank;
  for (int entry = 0; entry < count; ++entry) {
    const auto axis = ctx.NormalizeAxis(axes ? (*axes)[entry] : entry, rank, 0);
    if (!axis) return std::nullopt;
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

// What the rule resizes: one entry for each of some axes.
struct Target {
  DimVector dims;
  AxisEntries entries;
};

// Nothing if the rank is not known, or after an error.
std::optional<Target> ReadTarget(RuleContext& ctx, std::optional<int64_t> entry_count) {
  const Shape shape = ctx.InputShape(0);
  const auto axes = ctx.IntsAttribute("axes");
  if (!shape.has_rank && (axes || !entry_count || *entry_count > kMaxElements)) {
    return std::nullopt;
  }
  const int rank = shape.has_rank ? shape.rank() : static_cast<int>(*entry_count);
  auto entries = ReadEntries(ctx, rank);
  if (!entries) return std::nullopt;
  const int64_t wanted = axes ? static_cast<int64_t>(axes->size()) : rank;
  Target target{DimsOrUnknown(ctx, 0, rank), *std::move(entries)};
  if (!entry_count || *entry_count == wanted) return target;
  ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(0),
            absl::StrCat(ctx.op().op_type, " needs ", wanted,
                         " scales or sizes, one per resized axis, and is given ", *entry_count));
  return std::nullopt;
}

// Makes the dims that have an entry unknown.
void ForgetResized(Target& target) {
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
  SetScaled(ctx, EntryCount(ctx, input), ctx.FloatElements(input));
}

// The dims under keep_aspect_ratio_policy, where float32 and exact arithmetic
// agree on all of them.
bool KeepAspectRatio(Target& target, absl::Span<const Expr> sizes, bool is_larger) {
  double scale = 0;
  bool is_first = true;
  for (size_t axis = 0; axis < target.dims.size(); ++axis) {
    if (target.entries[axis] < 0) continue;
    const Expr size = sizes[target.entries[axis]];
    const Dim dim = target.dims[axis];
    if (!size.is_constant() || !dim.is_constant() || dim.constant() == 0) return false;
    const double own = static_cast<double>(size.constant()) / static_cast<double>(dim.constant());
    scale = is_first ? own : is_larger ? std::max(scale, own) : std::min(scale, own);
    is_first = false;
  }
  for (size_t axis = 0; axis < target.dims.size(); ++axis) {
    if (target.entries[axis] < 0) continue;
    const double exact = scale * static_cast<double>(target.dims[axis].constant());
    const double margin = 1e-6 * (exact + 1);
    if (exact > 1e9 || std::floor(exact + 0.5 - margin) != std::floor(exact + 0.5 + margin)) {
      return false;
    }
    target.dims[axis] = static_cast<int64_t>(std::floor(exact + 0.5));
  }
  return true;
}

void SetSizes(RuleContext& ctx, Target& target, absl::Span<const Expr> sizes, int input) {
  for (int axis = 0; axis < static_cast<int>(target.dims.size()); ++axis) {
    const int entry = target.entries[axis];
    if (entry < 0) continue;
    target.dims[axis] = sizes[entry];
    ctx.RequireAtLeast(sizes[entry], Place::Element(input, entry), 0, "a size is not negative");
  }
}

void SetSized(RuleContext& ctx, int input) {
  const auto sizes = ctx.IntElementsOrFresh(input);
  auto target = ReadTarget(ctx, EntryCount(ctx, input));
  if (!target) return SetUnknownDims(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
  const absl::string_view policy = ctx.StringAttribute("keep_aspect_ratio_policy", "stretch");
  if (!sizes) {
    ForgetResized(*target);
  } else if (policy == "stretch") {
    SetSizes(ctx, *target, *sizes, input);
  } else if (Target kept = *target; KeepAspectRatio(kept, *sizes, policy == "not_smaller")) {
    *target = kept;
  } else {
    ForgetResized(*target);
  }
  ctx.SetOutput(0, ctx.InputElement(0), target->dims);
}

// Sizes win unless they are left empty, as 11 writes it.
void InferResize(RuleContext& ctx) {
  if (!ctx.CheckInputCount(ctx.version() >= 13 ? 1 : 2, 4)) return;
  if (ctx.version() < 11) return SetScaledByInput(ctx, 1);
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
    if (ctx.CheckInputCount(2, 2)) SetScaledByInput(ctx, 1);
    return;
  }
  if (!ctx.CheckInputCount(1, 1)) return;
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

constexpr OperatorRow kRows[] = {
    {"", "Resize", {10, 11, 13, 18, 19}, InferResize, "the sizes, or floor(size * scale)"},
    {"", "Upsample", {1, 7, 9, 10}, InferUpsample, "floor(size * scale)"},
};

}  // namespace

absl::Span<const OperatorRow> ResizeOperators() { return kRows; }

}  // namespace shapewright::ops
