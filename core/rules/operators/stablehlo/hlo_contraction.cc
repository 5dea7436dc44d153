// StableHLO's products and convolutions.
#include "core/rules/operators/stablehlo/hlo_contraction.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operators/cost/hlo_cost.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

// Unifies the axes of both operands pairwise; nothing after an error.
std::optional<DimVector> UnifyAxes(RuleContext& ctx, const Shape& lhs, const Shape& rhs,
                                   absl::Span<const int64_t> lhs_axes,
                                   absl::Span<const int64_t> rhs_axes, absl::string_view name,
                                   const Check& check) {
  if (lhs_axes.size() != rhs_axes.size()) {
    RefuseInts(ctx, name, absl::StrCat(rhs_axes.size(), " axes, as the other operand has"));
    return std::nullopt;
  }
  DimVector dims;
  for (size_t i = 0; i < lhs_axes.size(); ++i) {
    const auto of_lhs = static_cast<int>(lhs_axes[i]);
    const auto of_rhs = static_cast<int>(rhs_axes[i]);
    dims.push_back(ctx.Unify(lhs.dims[static_cast<size_t>(of_lhs)], Place::Input(0, of_lhs),
                             rhs.dims[static_cast<size_t>(of_rhs)], Place::Input(1, of_rhs),
                             check));
  }
  return dims;
}

// The axes of one operand of dot_general.
struct DotAxes {
  absl::Span<const int64_t> batching;
  absl::Span<const int64_t> contracting;
};

std::optional<DotAxes> ReadDotAxes(RuleContext& ctx, absl::string_view batching,
                                   absl::string_view contracting, int rank) {
  const auto batch = AxesAttribute(ctx, batching, rank);
  const auto inner = AxesAttribute(ctx, contracting, rank);
  if (!batch || !inner) return std::nullopt;
  for (const int64_t axis : *inner) {
    if (!Contains(*batch, axis)) continue;
    RefuseInts(ctx, contracting, "no batching axes");
    return std::nullopt;
  }
  return DotAxes{*batch, *inner};
}

// The element type of a product, which may be wider than those of the operands.
ElementType ProductElement(RuleContext& ctx) { return ResultElement(ctx, 0, ctx.InputElement(0)); }

void AddFreeDims(const Shape& shape, const DotAxes& axes, DimVector& dims) {
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (Contains(axes.batching, axis) || Contains(axes.contracting, axis)) continue;
    dims.push_back(shape.dims[static_cast<size_t>(axis)]);
  }
}

void InferDotGeneral(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  const Shape lhs = ctx.InputShape(0);
  const Shape rhs = ctx.InputShape(1);
  const ElementType element = ProductElement(ctx);
  if (!lhs.has_rank || !rhs.has_rank) return SetHloResult(ctx, 0, element, Shape());
  const auto left =
      ReadDotAxes(ctx, "lhs_batching_dimensions", "lhs_contracting_dimensions", lhs.rank());
  const auto right =
      ReadDotAxes(ctx, "rhs_batching_dimensions", "rhs_contracting_dimensions", rhs.rank());
  if (!left || !right) return ctx.SetOutput(0, element, Shape());
  auto dims = UnifyAxes(ctx, lhs, rhs, left->batching, right->batching, "lhs_batching_dimensions",
                        "hlo.batching"_check);
  const auto inner = UnifyAxes(ctx, lhs, rhs, left->contracting, right->contracting,
                               "lhs_contracting_dimensions", "hlo.contracting"_check);
  if (!dims || !inner) return ctx.SetOutput(0, element, Shape());
  AddFreeDims(lhs, *left, *dims);
  AddFreeDims(rhs, *right, *dims);
  SetHloResult(ctx, 0, element, *dims);
}

// The last axis of the first operand with the first one of the second.
void InferDot(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  const Shape lhs = ctx.InputShape(0);
  const Shape rhs = ctx.InputShape(1);
  const ElementType element = ProductElement(ctx);
  if (!ctx.CheckRankBetween(0, 1, 2) || !ctx.CheckRankBetween(1, 1, 2)) return;
  if (!lhs.has_rank || !rhs.has_rank) return SetHloResult(ctx, 0, element, Shape());
  const int64_t last = lhs.rank() - 1;
  const DotAxes left = {{}, {&last, 1}};
  const int64_t zero = 0;
  const DotAxes right = {{}, {&zero, 1}};
  UnifyAxes(ctx, lhs, rhs, left.contracting, right.contracting, "", "hlo.contracting"_check);
  DimVector dims;
  AddFreeDims(lhs, left, dims);
  AddFreeDims(rhs, right, dims);
  SetHloResult(ctx, 0, element, dims);
}

// The axes of an operand or the result of a convolution.
struct ConvAxes {
  int outer = 0;  // batch; of the kernel input features
  int inner = 0;  // features; of the kernel output features
  absl::Span<const int64_t> spatial;
};

std::optional<ConvAxes> ReadConvAxes(RuleContext& ctx, absl::string_view outer,
                                     absl::string_view inner, absl::string_view spatial, int rank) {
  const auto first = AxisAttribute(ctx, outer, rank);
  const auto second = AxisAttribute(ctx, inner, rank);
  const auto others = AxesAttribute(ctx, spatial, rank);
  if (!first || !second || !others) return std::nullopt;
  const bool are_all = static_cast<int>(others->size()) == rank - 2 && *first != *second &&
                       !Contains(*others, *first) && !Contains(*others, *second);
  if (are_all) return ConvAxes{*first, *second, *others};
  RefuseInts(ctx, spatial, absl::StrCat("the ", rank - 2, " other axes"));
  return std::nullopt;
}

// Paddings of the spatial axes, two for each; nothing after an error.
std::optional<ExprVector> ConvPads(RuleContext& ctx, int spatial) {
  constexpr int kPadding = 2;
  if (ctx.input_count() > kPadding) {
    if (!ctx.CheckRank(kPadding, 2)) return std::nullopt;
    const auto pads = ElementsOrUnknown(ctx, kPadding);
    const auto wanted = static_cast<size_t>(spatial) * 2;
    if (pads && pads->size() != wanted) {
      ctx.RequireEqual(static_cast<int64_t>(pads->size()), Place::Input(kPadding),
                       static_cast<int64_t>(wanted), Place::Input(0), "hlo.output_rank"_check);
      return std::nullopt;
    }
    return pads ? *pads : ExprVector(wanted);
  }
  const auto pads = PairsAttribute(ctx, "padding", spatial);
  if (!pads) return std::nullopt;
  return ExprVector(pads->begin(), pads->end());
}

// Groups: at least 1 of each, and of one kind.
bool CheckGroups(RuleContext& ctx, int64_t features, int64_t batches) {
  if (features >= 1 && batches >= 1 && (features == 1 || batches == 1)) return true;
  RefuseInts(ctx, features < 1 || batches >= 1 ? "feature_group_count" : "batch_group_count",
             "a positive number, of features or of batches");
  return false;
}

// The batch and features of the result; unknown after an error.
std::pair<Dim, Dim> OuterDims(RuleContext& ctx, const Shape& lhs, const ConvAxes& of_lhs,
                              const Shape& rhs, const ConvAxes& of_rhs) {
  const int64_t feature_groups = ctx.IntAttribute("feature_group_count", 1);
  const int64_t batch_groups = ctx.IntAttribute("batch_group_count", 1);
  if (!CheckGroups(ctx, feature_groups, batch_groups)) return {};
  const Dim filters = rhs.dims[static_cast<size_t>(of_rhs.inner)];
  const Place filters_place = Place::Input(1, of_rhs.inner);
  ctx.RequireEqual(lhs.dims[static_cast<size_t>(of_lhs.inner)], Place::Input(0, of_lhs.inner),
                   ctx.Multiply(rhs.dims[static_cast<size_t>(of_rhs.outer)], feature_groups),
                   Place::Input(1, of_rhs.outer), "hlo.conv_features"_check);
  const int64_t groups = std::max(feature_groups, batch_groups);
  if (groups > 1) {
    ctx.RequireDivisible(filters, filters_place, groups, {}, "hlo.conv_filters"_check);
  }
  Dim batch = lhs.dims[static_cast<size_t>(of_lhs.outer)];
  if (batch_groups > 1) {
    ctx.RequireDivisible(batch, Place::Input(0, of_lhs.outer), batch_groups, {},
                         "hlo.conv_batch"_check);
    batch = ctx.FloorDiv(batch, batch_groups);
  }
  return {batch, filters};
}

void InferHloConvolve(RuleContext& ctx) {
  const ElementType element = ProductElement(ctx);
  const Shape lhs = ctx.InputShape(0);
  const Shape rhs = ctx.InputShape(1);
  ctx.SetOutput(0, element, Shape());
  if (!lhs.has_rank || !rhs.has_rank) return SetHloResult(ctx, 0, element, Shape());
  const int rank = lhs.rank();
  if (!ctx.CheckRankBetween(0, 2, kAnyRank) || !ctx.CheckRank(1, rank)) return;
  const auto of_lhs = ReadConvAxes(ctx, "input_batch_dimension", "input_feature_dimension",
                                   "input_spatial_dimensions", rank);
  const auto of_rhs =
      ReadConvAxes(ctx, "kernel_input_feature_dimension", "kernel_output_feature_dimension",
                   "kernel_spatial_dimensions", rank);
  const auto of_result = ReadConvAxes(ctx, "output_batch_dimension", "output_feature_dimension",
                                      "output_spatial_dimensions", rank);
  const int spatial = rank - 2;
  const auto strides = EntriesAttribute(ctx, "window_strides", spatial, 1, 1);
  const auto lhs_dilation = EntriesAttribute(ctx, "lhs_dilation", spatial, 1, 1);
  const auto rhs_dilation = EntriesAttribute(ctx, "rhs_dilation", spatial, 1, 1);
  const auto pads = ConvPads(ctx, spatial);
  if (!of_lhs || !of_rhs || !of_result || !strides || !lhs_dilation || !rhs_dilation || !pads) {
    return;
  }
  DimVector dims(static_cast<size_t>(rank));
  const auto [batch, features] = OuterDims(ctx, lhs, *of_lhs, rhs, *of_rhs);
  dims[static_cast<size_t>(of_result->outer)] = batch;
  dims[static_cast<size_t>(of_result->inner)] = features;
  for (size_t i = 0; i < static_cast<size_t>(spatial); ++i) {
    const Dim size = lhs.dims[static_cast<size_t>(of_lhs->spatial[i])];
    const Dim kernel = rhs.dims[static_cast<size_t>(of_rhs->spatial[i])];
    const Expr padded = ctx.Add(ctx.Add(DilatedSize(ctx, size, (*lhs_dilation)[i]), (*pads)[2 * i]),
                                (*pads)[2 * i + 1]);
    dims[static_cast<size_t>(of_result->spatial[i])] =
        CountWindows(ctx, padded, DilatedSize(ctx, kernel, (*rhs_dilation)[i]), (*strides)[i]);
  }
  SetHloResult(ctx, 0, element, dims);
}

}  // namespace

void InferHloConvolution(RuleContext& ctx) {
  if (CheckOperandCount(ctx, 2, 2)) InferHloConvolve(ctx);
}

namespace {

void InferDynamicConv(RuleContext& ctx) {
  if (CheckOperandCount(ctx, 3, 3)) InferHloConvolve(ctx);
}

constexpr absl::string_view kConvSummary = "batch, features and the windows on each spatial axis";

constexpr OperatorRow kHloContractionRows[] = {
    {kStablehlo, "convolution", {1}, InferHloConvolution, kConvSummary, {}, HloConvolutionCost},
    {kStablehlo, "dot", {1}, InferDot, "the axes that are not contracted", {}, HloDotCost},
    {kStablehlo,
     "dot_general",
     {1},
     InferDotGeneral,
     "batching axes, then those that are not contracted",
     {},
     HloDotGeneralCost},
    {kStablehlo, "dynamic_conv", {1}, InferDynamicConv, kConvSummary, {}, HloConvolutionCost},
};

}  // namespace

absl::Span<const OperatorRow> HloContractionOperators() { return kHloContractionRows; }

}  // namespace shapewright::rules
