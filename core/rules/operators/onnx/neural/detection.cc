// Boxes and regions of images, and resampling of images.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr int kDetectionBatch = 0;
constexpr int kDetectionChannels = 1;

// One region per row of operand 1, and per element of operand 2.
void InferRoiAlign(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  ctx.CheckRank(0, 4);
  ctx.CheckRank(1, 2);
  const DimVector image = DimsOrUnknown(ctx, 0, 4);
  const DimVector regions = DimsOrUnknown(ctx, 1, 2);
  ctx.RequireEqual(regions[1], Place::Input(1, 1), 4, {}, "roi.coordinates"_check);
  const Dim count = UnifyVector(ctx, 2, regions[0], Place::Input(1, 0), "roi.batch"_check);
  ctx.SetOutput(0, FirstElement(ctx, {0, 1}),
                {count, image[kDetectionChannels], Dim(ctx.IntAttribute("output_height", 1)),
                 Dim(ctx.IntAttribute("output_width", 1))});
}

// [batch, channels, the grid's dims]; the grid's last dim holds coordinates.
void InferGridSample(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 3, kAnyRank);
  ctx.CheckRankBetween(1, 3, kAnyRank);
  const Shape image = ctx.InputShape(0);
  const Shape grid = ctx.InputShape(1);
  if (!image.has_rank && !grid.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  const int rank = image.has_rank ? image.rank() : grid.rank();
  const DimVector image_dims = DimsOrUnknown(ctx, 0, rank);
  const DimVector grid_dims = DimsOrUnknown(ctx, 1, rank);
  if (rank < 3 || (grid.has_rank && !ctx.CheckRank(1, rank))) return;
  ctx.RequireEqual(grid_dims[rank - 1], Place::Input(1, rank - 1), rank - 2, {},
                   "grid_sample.coordinates"_check);
  DimVector dims = {ctx.Unify(image_dims[kDetectionBatch], Place::Input(0, kDetectionBatch),
                              grid_dims[kDetectionBatch], Place::Input(1, kDetectionBatch),
                              "grid_sample.batch"_check),
                    image_dims[kDetectionChannels]};
  dims.insert(dims.end(), grid_dims.begin() + 1, grid_dims.end() - 1);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// [N, (D,) H, W, 2 or 3] for the size [N, C, (D,) H, W] by value.
void InferAffineGrid(RuleContext& ctx) {
  constexpr const Check& kSizes = "affine_grid.sizes"_check;
  const ElementType element = ctx.InputElement(0);
  ctx.CheckRank(1, 1);
  const auto size = ctx.IntElementsOrFresh(1);
  const Shape theta = ctx.InputShape(0);
  ctx.CheckRank(0, 3);
  int64_t rank = 0;
  if (size) {
    rank = static_cast<int64_t>(size->size());
  } else if (theta.has_rank && theta.rank() == 3) {
    if (theta.dims[1].is_constant(2)) rank = 4;
    if (theta.dims[1].is_constant(3)) rank = 5;
  }
  if (size && rank > 0 && rank != 4 && rank != 5) {
    ctx.Error("DIM_MISMATCH", Place::Input(1, 0),
              absl::StrCat("AffineGrid needs 4 or 5 sizes, not ", rank));
  }
  if (rank != 4 && rank != 5) {
    if (!size) RequireOneOf(ctx, {VectorLength(ctx, 1), Place::Input(1, 0)}, {4, 5}, kSizes);
    return ctx.SetOutput(0, element, Shape::OfUnknownRank({4, 5}));
  }
  ctx.RequireEqual(VectorLength(ctx, 1), Place::Input(1, 0), rank, {}, kSizes);
  DimVector dims(static_cast<size_t>(rank), Dim());
  dims.back() = rank - 2;
  for (int i = 0; size && i < rank; ++i) {
    ctx.RequireAtLeast((*size)[i], Place::Element(1, i), 0, "size.negative"_check);
    if (i != kDetectionChannels) dims[i == kDetectionBatch ? 0 : i - 1] = (*size)[i];
  }
  if (theta.has_rank && theta.rank() == 3) {
    for (const int axis : {1, 2}) {
      ctx.RequireEqual(theta.dims[axis], Place::Input(0, axis), rank - 3 + axis, {},
                       "affine_grid.theta"_check);
    }
    dims[0] = ctx.Unify(dims[0], Place::Element(1, 0), theta.dims[0], Place::Input(0, 0),
                        "affine_grid.batch"_check);
  }
  ctx.SetOutput(0, element, dims);
}

// Images of [height, width, channels]; the pixel format says how many channels.
void InferImageDecoder(RuleContext& ctx) {
  ctx.CheckRank(0, 1);
  const int64_t channels = ctx.StringAttribute("pixel_format", "RGB") == "Grayscale" ? 1 : 3;
  ctx.SetOutput(0, ElementType::kUint8,
                {ctx.DataDependent(Place::Output(0, 0), "the image's height"),
                 ctx.DataDependent(Place::Output(0, 1), "the image's width"), Dim(channels)});
}

constexpr OperatorRow kDetectionRows[] = {
    {"", "AffineGrid", {20}, InferAffineGrid, "[N, D, H, W, coordinates]", {}, AffineGridCost},
    {"",
     "GridSample",
     {16, 20, 22},
     InferGridSample,
     "[N, C, the grid's dims]",
     {},
     GridSampleCost},
    {"", "ImageDecoder", {20}, InferImageDecoder, "[height, width, channels]", kBoundedSizes},
    {"", "RoiAlign", {10, 16, 22}, InferRoiAlign, "[regions, C, height, width]", {}, RoiAlignCost},
};

}  // namespace

absl::Span<const OperatorRow> DetectionOperators() { return kDetectionRows; }

}  // namespace shapewright::rules
