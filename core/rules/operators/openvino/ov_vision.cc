// Operators of OpenVINO on images: interpolation, regions, priors, colours.
#include <algorithm>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/elements/scale_dim.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/operators/openvino/ov_rules.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

constexpr float kScaleEpsilon = 1e-6F;

// floor(dim * scale) in float32, with a little added.
Dim ScaledOvDim(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis) {
  const bool is_number = scale.kind == FloatElement::Kind::kConstant;
  const bool are_known = dim.is_constant() && is_number;
  if (is_number && scale.constant < 0 && !are_known) return {};
  if (!are_known)
    return scale.kind == FloatElement::Kind::kUnknown ? Dim() : ScaleDim(ctx, dim, scale, axis);
  const float product = static_cast<float>(dim.constant()) * static_cast<float>(scale.constant);
  const float size = std::floor(product + kScaleEpsilon);
  if (size < 0) return 0;
  return size < static_cast<float>(int64_t{1} << 62) ? Dim(static_cast<int64_t>(size)) : Dim();
}

// The axes that are resized: of an operand, or all.
std::optional<OvInts> ResizedAxes(RuleContext& ctx, int input, int rank) {
  if (ctx.HasInput(input)) {
    bool is_known = false;
    return OvAxes(ctx, input, rank, &is_known);
  }
  OvInts axes;
  for (int axis = 0; axis < rank; ++axis) axes.push_back(axis);
  return axes;
}

// The data with its pads.
DimVector PaddedDims(RuleContext& ctx, const Shape& data) {
  const OvInts begins = OvList(ctx, "pads_begin");
  const OvInts ends = OvList(ctx, "pads_end");
  DimVector dims;
  for (int axis = 0; axis < data.rank(); ++axis) {
    const auto i = static_cast<size_t>(axis);
    const int64_t begin = i < begins.size() ? begins[i] : 0;
    const int64_t end = i < ends.size() ? ends[i] : 0;
    dims.push_back(ctx.Add(ctx.Add(data.dims[axis], begin), end));
  }
  return dims;
}

// `sizes` and `scales` are the operands that may say how the axes are resized.
void ResizeAxes(RuleContext& ctx, int sizes, int scales, int axes_input) {
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!data.has_rank) return ctx.SetOutput(0, element, data);
  const auto axes = ResizedAxes(ctx, axes_input, data.rank());
  if (!axes) return SetUnknownDims(ctx, 0, element, data);
  for (const int64_t axis : ctx.HasInput(axes_input) ? *ctx.ConstantInts(axes_input) : OvInts()) {
    if (axis >= 0) continue;
    ctx.Error("AXIS_OUT_OF_RANGE", Place::Input(axes_input), "Interpolate takes no negative axes");
    return;
  }
  DimVector dims = PaddedDims(ctx, data);
  const bool by_scale = OvText(ctx, "shape_calculation_mode") == "scales";
  const auto given = by_scale ? std::nullopt : ctx.IntElementsOrFresh(sizes);
  const auto factors = by_scale ? ctx.FloatElements(scales) : std::nullopt;
  const Interval count = LengthBounds(ctx, by_scale ? scales : sizes);
  // Further ones are passed over.
  if (count.has_max() && count.max < static_cast<int64_t>(axes->size())) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(by_scale ? scales : sizes),
              absl::StrCat(count.max, " sizes or scales for ", axes->size(), " axes"));
    return;
  }
  for (size_t i = 0; i < axes->size(); ++i) {
    const auto axis = static_cast<int>((*axes)[i]);
    Dim& dim = dims[axis];
    if (by_scale) {
      dim = factors && i < factors->size() ? ScaledOvDim(ctx, dim, (*factors)[i], axis) : Dim();
    } else {
      dim = given && i < given->size() ? (*given)[i] : Dim();
    }
  }
  ctx.SetOutput(0, element, dims);
}

// `sizes` is the operand that says how the axes are resized.
bool AreResizeLists(RuleContext& ctx, int sizes, int axes) {
  if (!ctx.CheckRank(sizes, 1)) return false;
  return !ctx.HasInput(axes) || (CheckKind(ctx, axes, OvKind::kWide) && ctx.CheckRank(axes, 1));
}

// Version 1 names its axes by an attribute; 4 has sizes, scales and axes; 11 one of the first two
// and axes.
void InferInterpolate(RuleContext& ctx) {
  if (ctx.version() >= 11) {
    if (!CheckInputs(ctx, 2, 3)) return;
    const bool by_scale = OvText(ctx, "shape_calculation_mode") == "scales";
    if (!CheckKind(ctx, 1, by_scale ? OvKind::kHalfOrSingle : OvKind::kWide)) return;
    if (!AreResizeLists(ctx, 1, 2)) return;
    return ResizeAxes(ctx, 1, 1, 2);
  }
  if (ctx.version() >= 4) {
    if (!CheckInputs(ctx, 3, 4) || !CheckKind(ctx, 1, OvKind::kWide) ||
        !CheckKind(ctx, 2, OvKind::kHalfOrSingle)) {
      return;
    }
    const bool by_scale = OvText(ctx, "shape_calculation_mode") == "scales";
    if (!AreResizeLists(ctx, by_scale ? 2 : 1, 3)) return;
    return ResizeAxes(ctx, 1, 2, 3);
  }
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  const Shape data = ctx.InputShape(0);
  if (!data.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), data);
  DimVector dims(data.dims.begin(), data.dims.end());
  const auto sizes = ctx.IntElementsOrFresh(1);
  // They are a set.
  OvInts axes = OvList(ctx, "axes");
  std::sort(axes.begin(), axes.end());
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < 0 || axes[i] >= data.rank()) {
      ctx.Error("AXIS_OUT_OF_RANGE", {}, absl::StrCat("axis ", axes[i], " of rank ", data.rank()));
      return;
    }
    dims[static_cast<size_t>(axes[i])] = sizes && i < sizes->size() ? (*sizes)[i] : Dim();
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// [regions, C, height, width] of regions with so many numbers (0: any); `channels` and `count`
// unless these are unknown.
void SetRegions(RuleContext& ctx, int numbers, Dim channels, Dim height, Dim width,
                Dim count = {}) {
  ctx.CheckRank(0, 4);
  ctx.CheckRank(1, 2);
  const DimVector image = DimsOrUnknown(ctx, 0, 4);
  const DimVector regions = DimsOrUnknown(ctx, 1, 2);
  if (numbers > 0) {
    ctx.RequireEqual(regions[1], Place::Input(1, 1), numbers, {},
                     numbers == 5 ? "roi_pool.numbers"_check : "roi.coordinates"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0),
                {count.is_unknown() ? regions[0] : count,
                 channels.is_unknown() ? image[1] : channels, height, width});
}

bool IsSpatialScale(RuleContext& ctx) {
  if (OvReal(ctx, "spatial_scale", 0) > 0) return true;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs a spatial_scale of more than 0"));
  return false;
}

void InferRoiPooling(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckSameElement(0, 1);
  const OvInts given = OvList(ctx, "output_roi");
  if (given.size() == 2) return SetRegions(ctx, 5, {}, given[0], given[1]);
  const auto height = OvSize(ctx, "pooled_h", 1);
  const auto width = OvSize(ctx, "pooled_w", 1);
  if (height && width && IsSpatialScale(ctx)) SetRegions(ctx, 5, {}, *height, *width);
}

void InferRoiAlignOf(RuleContext& ctx, int numbers) {
  if (!CheckInputs(ctx, 3, 3)) return;
  ctx.CheckSameElement(0, 1);
  const auto height = OvSize(ctx, "pooled_h", 0);
  const auto width = OvSize(ctx, "pooled_w", 0);
  if (!height || !width) return;
  ctx.CheckRank(2, 1);
  CheckKind(ctx, 2, OvKind::kInteger);
  const DimVector regions = DimsOrUnknown(ctx, 1, 2);
  const Dim count = UnifyVector(ctx, 2, regions[0], Place::Input(1, 0), "roi.batch"_check);
  SetRegions(ctx, numbers, {}, *height, *width, count);
}

void InferOvRoiAlign(RuleContext& ctx) { InferRoiAlignOf(ctx, 4); }
void InferRoiAlignRotated(RuleContext& ctx) { InferRoiAlignOf(ctx, 5); }

// The image has a channel for each of the result's and each place of a region.
void InferPsroiPooling(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  const auto channels = OvSize(ctx, "output_dim", 1);
  const auto size = OvSize(ctx, "group_size", 1);
  const absl::string_view mode = OvText(ctx, "mode");
  if (mode.empty()) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "PSROIPooling needs a mode");
    return;
  }
  if (!channels || !size || !IsSpatialScale(ctx)) return;
  Expr places = ctx.Multiply(*size, *size);
  if (mode == "bilinear") {
    const auto columns = OvSize(ctx, "spatial_bins_x", 1);
    const auto rows = OvSize(ctx, "spatial_bins_y", 1);
    if (!columns || !rows) return;
    places = ctx.Multiply(*columns, *rows);
  }
  const Dim given = DimsOrUnknown(ctx, 0, 4)[1];
  const Expr needed = ctx.Multiply(*channels, places);
  if (!given.is_unknown() && !needed.is_unknown()) {
    ctx.RequireEqual(given, Place::Input(0, 1), needed, {}, "sizes.agree"_check);
  }
  SetRegions(ctx, 5, *channels, *size, *size);
}

void InferDeformablePsroiPooling(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3)) return;
  const bool is_given = ctx.FindAttribute("group_size") != nullptr;
  const auto channels = OvSize(ctx, "output_dim", 1);
  const auto size = is_given ? OvSize(ctx, "group_size", 1) : std::optional<int64_t>(1);
  if (channels && size) SetRegions(ctx, 0, *channels, *size, *size);
}

// How many boxes each place has; unknown where no machine could count them.
Expr CountPriors(RuleContext& ctx) {
  const auto floats = [&ctx](absl::string_view name) {
    const graph::Attribute* attribute = ctx.FindAttribute(name);
    if (attribute == nullptr) return std::vector<double>();
    switch (attribute->kind) {
      case graph::AttributeKind::kInt:
        return std::vector<double>{static_cast<double>(attribute->int_value)};
      case graph::AttributeKind::kFloat:
        return std::vector<double>{attribute->float_value};
      case graph::AttributeKind::kInts:
        return std::vector<double>(attribute->int_list().begin(), attribute->int_list().end());
      case graph::AttributeKind::kFloats:
        return std::vector<double>(attribute->float_list().begin(), attribute->float_list().end());
      default:
        return std::vector<double>();
    }
  };
  const auto min_sizes = static_cast<int64_t>(floats("min_size").size());
  const auto max_sizes = static_cast<int64_t>(floats("max_size").size());
  const std::vector<double> densities = floats("density");
  const auto fixed_sizes = static_cast<int64_t>(floats("fixed_size").size());
  const auto fixed_ratios = static_cast<int64_t>(floats("fixed_ratio").size());
  // Ratios that differ from each other and from 1, and their reciprocals.
  std::vector<double> ratios = {1};
  const bool is_flipped = OvFlag(ctx, "flip", false);
  const auto add = [&ratios](double ratio) {
    bool is_new = true;
    for (const double known : ratios) is_new = is_new && !(std::fabs(ratio - known) < 1e-6);
    if (is_new) ratios.push_back(ratio);
    return is_new;
  };
  for (const double ratio : floats("aspect_ratio")) {
    if (add(ratio) && is_flipped) add(1 / ratio);
  }
  const auto ratio_count = static_cast<int64_t>(ratios.size());
  const bool scales_all = OvFlag(ctx, "scale_all_sizes", true);
  Expr count = scales_all ? ratio_count * min_sizes + max_sizes : ratio_count + min_sizes - 1;
  if (fixed_sizes > 0) count = ratio_count * fixed_sizes;
  constexpr double kMostDensity = 1e9;
  for (const double density : densities) {
    if (!(std::fabs(density) <= kMostDensity)) return {};
    const auto squared = static_cast<int64_t>(density) * static_cast<int64_t>(density) - 1;
    count = ctx.Add(count, ctx.Multiply(fixed_ratios > 0 ? fixed_ratios : ratio_count, squared));
  }
  return count;
}

// [2, 4 * height * width * boxes], the sizes given by value.
void SetPriors(RuleContext& ctx, Expr boxes) {
  for (const int input : {0, 1}) {
    if (!CheckKind(ctx, input, OvKind::kInteger) || !ctx.CheckRank(input, 1)) return;
  }
  // The length of the image's size is not looked at, nor that of sizes which are not known.
  const auto sizes = ctx.IntElementsOrFresh(0);
  if (ctx.ConstantInts(0) && sizes && sizes->size() != 2) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(0), "a height and a width are needed");
    return;
  }
  Dim count;
  if (sizes && sizes->size() == 2) {
    for (const int i : {0, 1}) {
      ctx.RequireAtLeast((*sizes)[i], Place::Element(0, i), 0, "size.negative"_check);
    }
    count = ctx.Multiply(ctx.Multiply((*sizes)[0], (*sizes)[1]), ctx.Multiply(boxes, 4));
  }
  ctx.SetOutput(0, ElementType::kFloat, {Dim(2), count});
}

void InferPriorBox(RuleContext& ctx) {
  if (CheckInputs(ctx, 2, 2)) SetPriors(ctx, CountPriors(ctx));
}

void InferPriorBoxClustered(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  const auto count = [&ctx](absl::string_view name) -> int64_t {
    const graph::Attribute* list = ctx.FindAttribute(name);
    if (list == nullptr) return 0;
    const bool is_one =
        list->kind == graph::AttributeKind::kInt || list->kind == graph::AttributeKind::kFloat;
    return is_one ? 1 : static_cast<int64_t>(list->count);
  };
  if (count("width") != count("height")) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "PriorBoxClustered needs as many heights as widths");
    return;
  }
  SetPriors(ctx, count("width"));
}

void InferOvGridSample(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckRank(0, 4);
  ctx.CheckRank(1, 4);
  const DimVector image = DimsOrUnknown(ctx, 0, 4);
  const DimVector grid = DimsOrUnknown(ctx, 1, 4);
  ctx.RequireEqual(grid[3], Place::Input(1, 3), 2, {}, "grid_sample.coordinates"_check);
  const Dim batch = ctx.Unify(image[0], Place::Input(0, 0), grid[0], Place::Input(1, 0),
                              "grid_sample.batch"_check);
  ctx.SetOutput(0, ctx.InputElement(0), {batch, image[1], grid[1], grid[2]});
}

// [N, H, W, 3] of one plane [N, H * 3/2, W, 1], or of the planes Y [N, H, W, 1] and the rest.
void InferColours(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 3)) return;
  ctx.CheckRank(0, 4);
  const ElementType element = ctx.InputElement(0);
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  ctx.RequireEqual(dims[3], Place::Input(0, 3), 1, {}, "sizes.agree"_check);
  const bool is_nv12 = absl::StartsWith(ctx.op().op_type, "NV12");
  const int planes = is_nv12 ? 2 : 3;
  if (ctx.input_count() > 1 && !CheckInputs(ctx, planes, planes)) return;
  for (int input = 1; input < ctx.input_count(); ++input) {
    ctx.CheckSameElement(0, input);
    const DimVector half = DimsOrUnknown(ctx, input, 4);
    CheckDims(ctx, input, {dims[0], Dim(), Dim(), Dim(is_nv12 ? 2 : 1)});
    if (dims[0].is_unknown()) dims[0] = half[0];
    for (const int axis : {1, 2}) {
      if (half[axis].is_unknown()) continue;
      dims[axis] = ctx.Unify(dims[axis], Place::Input(0, axis), ctx.Multiply(half[axis], 2),
                             Place::Input(input, axis), "sizes.agree"_check);
    }
  }
  if (ctx.input_count() == 1) {
    const Place place = Place::Input(0, 1);
    if (!ctx.RequireDivisible(dims[1], place, 3, place, "blocks.fill"_check)) return;
    dims[1] = ctx.FloorDiv(ctx.Multiply(dims[1], 2), 3);
  }
  // A pixel of the smaller planes is for two by two.
  for (const int axis : {1, 2}) {
    const Place place = Place::Input(0, axis);
    if (!dims[axis].is_constant()) continue;
    if (!ctx.RequireDivisible(dims[axis], place, 2, place, "blocks.fill"_check)) return;
  }
  dims[3] = 3;
  ctx.SetOutput(0, element, dims);
}

// Patches [N, size * size * C, rows, columns].
void InferExtractPatches(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1) || !ctx.CheckRank(0, 4)) return;
  const OvInts sizes = OvList(ctx, "sizes");
  const OvInts strides = OvList(ctx, "strides");
  const OvInts rates = OvList(ctx, "rates");
  for (const OvInts* list : {&sizes, &strides, &rates}) {
    if (list->size() == 2 && (*list)[0] > 0 && (*list)[1] > 0) continue;
    ctx.Error("INVALID_ATTRIBUTE", {},
              "ExtractImagePatches needs 2 sizes, strides and rates of at least 1");
    return;
  }
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  const absl::string_view auto_pad = OvText(ctx, "auto_pad");
  const bool is_valid = auto_pad == "valid";
  if (!is_valid && auto_pad != "same_upper" && auto_pad != "same_lower") {
    ctx.Error("INVALID_ATTRIBUTE", {},
              "ExtractImagePatches needs auto_pad of valid, same_upper or same_lower");
    return;
  }
  dims[1] = ctx.Multiply(ctx.Multiply(dims[1], sizes[0]), sizes[1]);
  for (int i = 0; i < 2; ++i) {
    Dim& dim = dims[i + 2];
    const Expr extent = DilatedSize(ctx, sizes[i], rates[i]);
    const Expr count =
        is_valid ? ctx.Add(ctx.Subtract(dim, extent), strides[i]) : ctx.Add(dim, strides[i] - 1);
    dim = ctx.Max(0, ctx.FloorDiv(count, strides[i]));
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferReorgYolo(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1) || !ctx.CheckRank(0, 4)) return;
  const OvInts strides = OvList(ctx, "stride");
  if (strides.empty() || strides[0] < 1) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "ReorgYolo needs a stride");
    return;
  }
  const int64_t stride = strides[0];
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  const Expr squared = ctx.Multiply(stride, stride);
  if (dims[1].is_constant() && !squared.is_unknown()) {
    ctx.RequireAtMost(squared, {}, dims[1], Place::Input(0, 1), "blocks.fill"_check);
  }
  dims[1] = ctx.Multiply(dims[1], squared);
  for (const int axis : {2, 3}) {
    const Place place = Place::Input(0, axis);
    if (!ctx.RequireDivisible(dims[axis], place, stride, place, "blocks.fill"_check)) return;
    dims[axis] = ctx.FloorDiv(dims[axis], stride);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Flattened from one axis to another under softmax, else with the channels of its masks.
void InferRegionYolo(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1) || !ctx.CheckRank(0, 4)) return;
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  const int64_t classes = OvInt(ctx, "classes", 0);
  const int64_t coords = OvInt(ctx, "coords", 0);
  if (!OvFlag(ctx, "do_softmax", false)) {
    dims[1] = ctx.Multiply(ctx.Add(ctx.Add(classes, coords), 1),
                           static_cast<int64_t>(OvList(ctx, "mask").size()));
    return ctx.SetOutput(0, ctx.InputElement(0), dims);
  }
  const auto axis = ctx.NormalizeAxis(OvInt(ctx, "axis", 1), 4, 0);
  const auto end = ctx.NormalizeAxis(OvInt(ctx, "end_axis", 3), 4, 0);
  if (!axis || !end || *end < *axis) return;
  DimVector flat(dims.begin(), dims.begin() + *axis);
  Dim product = 1;
  for (int i = *axis; i <= *end; ++i) product = ctx.Multiply(product, dims[i]);
  flat.push_back(product);
  flat.insert(flat.end(), dims.begin() + *end + 1, dims.end());
  ctx.SetOutput(0, ctx.InputElement(0), flat);
}

constexpr absl::string_view kRegions = "[regions, C, height, width]";
constexpr absl::string_view kColours = "[N, height, width, 3]";

constexpr OperatorRow kOvVisionRows[] = {
    {kOpenVino, "DeformablePSROIPooling", {1}, InferDeformablePsroiPooling, kRegions},
    {kOpenVino,
     "ExtractImagePatches",
     {3},
     InferExtractPatches,
     "[N, size*size*C, rows, columns]",
     {},
     kMoved},
    {kOpenVino,
     "GridSample",
     {9},
     InferOvGridSample,
     "[N, C, the grid's height and width]",
     {},
     GridSampleCost},
    {kOpenVino, "I420toBGR", {8}, InferColours, kColours},
    {kOpenVino, "I420toRGB", {8}, InferColours, kColours},
    {kOpenVino,
     "Interpolate",
     {1, 4, 11},
     InferInterpolate,
     "resized axes: sizes, or floor(dim * scale)",
     {},
     ResizeCost},
    {kOpenVino, "NV12toBGR", {8}, InferColours, kColours},
    {kOpenVino, "NV12toRGB", {8}, InferColours, kColours},
    {kOpenVino, "PSROIPooling", {1}, InferPsroiPooling, kRegions},
    {kOpenVino, "PriorBox", {1, 8}, InferPriorBox, "[2, 4*height*width*boxes]"},
    {kOpenVino, "PriorBoxClustered", {1}, InferPriorBoxClustered, "[2, 4*height*width*boxes]"},
    {kOpenVino, "ROIAlign", {3, 9}, InferOvRoiAlign, kRegions, {}, RoiAlignCost},
    {kOpenVino, "ROIAlignRotated", {15}, InferRoiAlignRotated, kRegions},
    {kOpenVino, "ROIPooling", {1}, InferRoiPooling, kRegions},
    {kOpenVino, "RegionYolo", {1}, InferRegionYolo, "flattened, or the channels of its masks"},
    {kOpenVino, "ReorgYolo", {1}, InferReorgYolo, "[N, C*s*s, H//s, W//s]", {}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoVisionOperators() { return kOvVisionRows; }

}  // namespace shapewright::rules
