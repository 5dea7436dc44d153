// Products, convolutions, poolings and attention of OpenVINO.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/operators/cost/ov_cost.h"
#include "core/rules/operators/onnx/neural/matmul.h"
#include "core/rules/operators/openvino/ov_rules.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

void InferOvMatMul(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckSameElement(0, 1);
  constexpr absl::string_view kTransposed[] = {"transpose_a", "transpose_b"};
  Factor factors[] = {ReadFactor(ctx, 0), ReadFactor(ctx, 1)};
  for (size_t i = 0; i < 2; ++i) {
    ctx.CheckRankBetween(static_cast<int>(i), 1, kAnyRank);
    Factor& factor = factors[i];
    if (factor.has_rank && factor.rank() == 0) return;
    const bool is_matrix = factor.has_rank && factor.rank() > 1;
    if (is_matrix && OvFlag(ctx, kTransposed[i], false)) {
      factor.Swap(factor.rank() - 2, factor.rank() - 1);
    }
  }
  SetProduct(ctx, factors[0], factors[1], FirstElement(ctx, {0, 1}));
}

// The windows along the spatial axes of operand 0, which has rank `count` + 2: of kernels that
// `kernels` gives, or of the attribute.
std::optional<Windows> ReadOvWindows(RuleContext& ctx, int count, absl::Span<const Dim> kernels) {
  const absl::string_view auto_pad = OvText(ctx, "auto_pad", "explicit");
  Windows windows;
  if (auto_pad == "same_upper") windows.auto_pad = AutoPad::kSameUpper;
  if (auto_pad == "same_lower") windows.auto_pad = AutoPad::kSameLower;
  if (auto_pad == "valid") windows.auto_pad = AutoPad::kValid;
  const auto length = static_cast<size_t>(count);
  const bool has_pads = windows.auto_pad == AutoPad::kNotSet;
  const OvInts kernel = OvList(ctx, "kernel");
  const OvInts strides = OvList(ctx, "strides");
  const OvInts dilations = OvList(ctx, "dilations");
  const OvInts begins = OvList(ctx, "pads_begin");
  const OvInts ends = OvList(ctx, "pads_end");
  for (const OvInts* list : {&kernel, &strides, &dilations, &begins, &ends}) {
    if (list->empty() || list->size() == length) continue;
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs ", count,
                           " entries of each attribute, one has ", list->size()));
    return std::nullopt;
  }
  for (const OvInts* list : {&kernel, &strides, &dilations}) {
    if (std::all_of(list->begin(), list->end(), [](int64_t entry) { return entry >= 1; })) continue;
    ctx.Error(
        "INVALID_ATTRIBUTE", {},
        absl::StrCat(ctx.op().op_type, " needs kernels, strides and dilations of at least 1"));
    return std::nullopt;
  }
  for (size_t i = 0; i < length; ++i) {
    WindowAxis& window = windows.axes.emplace_back();
    window.kernel = !kernel.empty() ? Expr(kernel[i]) : i < kernels.size() ? kernels[i] : Expr();
    // A kernel of no elements is taken for one of a single element.
    if (!window.kernel.is_unknown() && ctx.Bounds(window.kernel).min < 1) {
      window.kernel = ctx.Max(1, window.kernel);
    }
    if (!strides.empty()) window.stride = strides[i];
    if (!dilations.empty()) window.dilation = dilations[i];
    if (has_pads && !begins.empty()) window.pad_begin = begins[i];
    if (has_pads && !ends.empty()) window.pad_end = ends[i];
  }
  return windows;
}

// Sets the spatial dims of a convolution.
void SlideOvWindows(RuleContext& ctx, const Windows& windows, DimVector& dims) {
  for (size_t i = 0; i < windows.axes.size(); ++i) {
    const int axis = static_cast<int>(i) + kFirstSpatialAxis;
    Dim& dim = dims[axis];
    const WindowAxis& window = windows.axes[i];
    const Interval size = ctx.Bounds(dim);
    const bool is_known = !dim.is_unknown();
    dim = windows.is_same() ? ctx.CeilDiv(dim, window.stride)
                            : SlideWindow(ctx, window, dim, Place::Input(0, axis));
    if (!dim.is_unknown() || windows.is_same()) continue;
    // At least one window fits, and a kernel has at least one element.
    Interval count{1, Interval::kInfinity};
    if (is_known && size.has_max()) {
      const Expr padded = ctx.IfItFits(
          [&] { return ctx.Add(ctx.Add(size.max, window.pad_begin), window.pad_end); });
      const Interval room = ctx.Bounds(padded);
      if (room.has_max()) count.max = std::max<int64_t>(1, (room.max - 1) / window.stride + 1);
    }
    dim = ctx.Fresh(Place::Output(0, axis), "the kernel's size is not known", count);
  }
}

// How many spatial axes data and filters have; nothing where neither tells, or after an error.
std::optional<int> CountOvAxes(RuleContext& ctx, int extra_of_filters) {
  const Shape data = ctx.InputShape(0);
  const Shape filters = ctx.InputShape(1);
  if (data.has_rank && !ctx.CheckRankBetween(0, 3, 5)) return std::nullopt;
  if (filters.has_rank) {
    const int rank = data.has_rank ? data.rank() + extra_of_filters : -1;
    const bool fits = data.has_rank
                          ? ctx.CheckRank(1, rank)
                          : ctx.CheckRankBetween(1, 3 + extra_of_filters, 5 + extra_of_filters);
    if (!fits) return std::nullopt;
  }
  if (data.has_rank) return data.rank() - kFirstSpatialAxis;
  if (filters.has_rank) return filters.rank() - kFirstSpatialAxis - extra_of_filters;
  const OvInts strides = OvList(ctx, "strides");
  return strides.empty() ? std::nullopt : std::optional<int>(static_cast<int>(strides.size()));
}

// Filters [O, C, kernel...], or with groups [G, O, C, kernel...]: what is the channels' dim.
struct OvFilters {
  Dim groups = 1;
  Dim first;  // O of convolutions; C of what they are the gradients of
  Dim second;
  absl::InlinedVector<Dim, 3> kernels;
};

OvFilters ReadOvFilters(RuleContext& ctx, int count, bool has_groups) {
  const int extra = has_groups ? 1 : 0;
  const DimVector dims = DimsOrUnknown(ctx, 1, count + kFirstSpatialAxis + extra);
  OvFilters filters;
  if (has_groups) filters.groups = dims[0];
  filters.first = dims[extra];
  filters.second = dims[extra + 1];
  filters.kernels.assign(dims.begin() + extra + kFirstSpatialAxis, dims.end());
  return filters;
}

void InferConvolutionOf(RuleContext& ctx, bool has_groups) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckSameElement(0, 1);
  const ElementType element = FirstElement(ctx, {0, 1});
  const auto count = CountOvAxes(ctx, has_groups ? 1 : 0);
  if (!count) return ctx.SetOutput(0, element, Shape());
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  const OvFilters filters = ReadOvFilters(ctx, *count, has_groups);
  const Dim channels = ctx.Multiply(filters.groups, filters.second);
  const bool fits = channels.is_unknown() || dims[1].is_unknown() ||
                    ctx.RequireEqual(dims[1], Place::Input(0, 1), channels,
                                     Place::Input(1, has_groups ? 2 : 1), "conv.channels"_check);
  dims[1] = ctx.Multiply(filters.groups, filters.first);
  const auto windows = fits ? ReadOvWindows(ctx, *count, filters.kernels) : std::nullopt;
  if (!windows) {
    std::fill(dims.begin() + kFirstSpatialAxis, dims.end(), Dim());
  } else {
    SlideOvWindows(ctx, *windows, dims);
  }
  ctx.SetOutput(0, element, dims);
}

void InferConvolution(RuleContext& ctx) { InferConvolutionOf(ctx, false); }
void InferGroupConvolution(RuleContext& ctx) { InferConvolutionOf(ctx, true); }

// The sizes that operand 2 gives, or stride * (size - 1) + dilated kernel - pads + output padding;
// without the pads where the node pads by itself.
void InferBackpropOf(RuleContext& ctx, bool has_groups) {
  if (!CheckInputs(ctx, 2, 3)) return;
  ctx.CheckSameElement(0, 1);
  const ElementType element = FirstElement(ctx, {0, 1});
  const auto count = CountOvAxes(ctx, has_groups ? 1 : 0);
  if (!count) return ctx.SetOutput(0, element, Shape());
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  const OvFilters filters = ReadOvFilters(ctx, *count, has_groups);
  const Dim channels = ctx.Multiply(filters.groups, filters.first);
  const bool fits = channels.is_unknown() || dims[1].is_unknown() ||
                    ctx.RequireEqual(dims[1], Place::Input(0, 1), channels, Place::Input(1, 0),
                                     "conv_transpose.channels"_check);
  dims[1] = ctx.Multiply(filters.groups, filters.second);
  const auto windows = fits ? ReadOvWindows(ctx, *count, filters.kernels) : std::nullopt;
  const OvInts padding = OvList(ctx, "output_padding");
  if (!padding.empty() && static_cast<int>(padding.size()) != *count) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs ", *count, " entries of output_padding"));
    return;
  }
  const auto given = ctx.HasInput(2) ? ctx.IntElementsOrFresh(2) : std::nullopt;
  if (given && static_cast<int>(given->size()) != *count) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2),
              absl::StrCat("an output shape of ", given->size(), " sizes for ", *count, " axes"));
    return;
  }
  for (int i = 0; i < *count; ++i) {
    const int axis = i + kFirstSpatialAxis;
    Dim& dim = dims[axis];
    if (ctx.HasInput(2) || !windows) {
      dim = given && windows ? (*given)[i] : Dim();
      continue;
    }
    const WindowAxis& window = windows->axes[i];
    const int64_t more = i < static_cast<int>(padding.size()) ? padding[i] : 0;
    const Expr last = ctx.Add(DilatedKernel(ctx, window), more);
    if (dim.is_unknown() && !window.kernel.is_unknown()) {
      const Expr least = ctx.Subtract(ctx.Subtract(last, window.pad_begin), window.pad_end);
      const int64_t min = least.is_unknown() ? 0 : std::max<int64_t>(0, ctx.Bounds(least).min);
      dim =
          ctx.Fresh(Place::Output(0, axis), "the data's size is not known", Interval::AtLeast(min));
      continue;
    }
    // Where there are no data OpenVINO takes one element for the first.
    if (dim.is_constant(0)) dim = 1;
    const Expr starts = ctx.Multiply(ctx.Subtract(dim, 1), window.stride);
    ctx.RequireAtLeast(dim, Place::Input(0, axis), 1, "conv_transpose.starts"_check);
    dim = ctx.Subtract(ctx.Subtract(ctx.Add(starts, last), window.pad_begin), window.pad_end);
  }
  ctx.SetOutput(0, element, dims);
}

void InferConvolutionBackprop(RuleContext& ctx) { InferBackpropOf(ctx, false); }
void InferGroupConvolutionBackprop(RuleContext& ctx) { InferBackpropOf(ctx, true); }

void InferBinaryConvolution(RuleContext& ctx) { InferConvolutionOf(ctx, false); }

// Offsets have the result's spatial dims, and two numbers for each place of the kernel.
void InferDeformableConvolution(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 4)) return;
  const ElementType element = FirstElement(ctx, {0, 2});
  for (const int input : {1, 2}) ctx.CheckSameElement(0, input);
  for (const int input : {0, 1, 2}) {
    if (!ctx.CheckRank(input, 4)) return;
  }
  const int64_t group = OvInt(ctx, "group", 0);
  if (group < 1 || OvInt(ctx, "deformable_group", 0) < 1) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "DeformableConvolution needs groups of at least 1");
    return;
  }
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  const DimVector filters = DimsOrUnknown(ctx, 2, 4);
  ctx.RequireEqual(dims[1], Place::Input(0, 1), ctx.Multiply(filters[1], group), Place::Input(2, 1),
                   "conv.channels"_check);
  dims[1] = filters[0];
  const Dim kernels[] = {filters[2], filters[3]};
  const auto windows = ReadOvWindows(ctx, 2, kernels);
  if (!windows) return;
  const DimVector offsets = DimsOrUnknown(ctx, 1, 4);
  dims[0] =
      ctx.Unify(dims[0], Place::Input(0, 0), offsets[0], Place::Input(1, 0), "sizes.agree"_check);
  const Dim batch = dims[0];
  SlideOvWindows(ctx, *windows, dims);
  const Expr places = ctx.Multiply(ctx.Multiply(filters[2], filters[3]),
                                   std::max<int64_t>(1, OvInt(ctx, "deformable_group", 1)));
  CheckDims(ctx, 1, {batch, ctx.Multiply(places, 2), dims[2], dims[3]});
  ctx.SetOutput(0, element, dims);
}

// The number of windows, rounded up: the last one starts in the data or its first pad only where
// the attribute says so.
Dim CeilWindows(RuleContext& ctx, const WindowAxis& window, Dim size, const Place& place,
                bool drops_last) {
  const Expr kernel = DilatedKernel(ctx, window);
  const Expr padded = ctx.Add(ctx.Add(size, window.pad_begin), window.pad_end);
  if (size.is_unknown() || !ctx.RequireAtMost(kernel, {}, padded, place, "pool.fits"_check))
    return {};
  const Expr count = ctx.Add(ctx.CeilDiv(ctx.Subtract(padded, kernel), window.stride), 1);
  if (!drops_last) return count;
  // One window less where the last one would start behind data and leading pad.
  const Expr inside =
      ctx.Add(ctx.FloorDiv(ctx.Subtract(ctx.Add(size, window.pad_begin), 1), window.stride), 1);
  return ctx.Max(ctx.Min(count, inside), ctx.Subtract(count, 1));
}

// No window lies within the pads alone, where an average leaves these out.
bool SeesData(RuleContext& ctx, const WindowAxis& window, Dim size) {
  if (ctx.op().op_type != "AvgPool" || !size.is_constant()) return true;
  if (!OvFlag(ctx, "exclude-pad", true)) return true;
  const Expr kernel = DilatedKernel(ctx, window);
  const int64_t pad = std::max(window.pad_begin, window.pad_end);
  if (!kernel.is_constant() || pad < kernel.constant()) return true;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " has pads of ", pad, ", which windows of ",
                         kernel.constant(), " may lie within"));
  return false;
}

DimVector OvPoolDims(RuleContext& ctx, int count) {
  DimVector dims = DimsOrUnknown(ctx, 0, count + kFirstSpatialAxis);
  const auto windows = ReadOvWindows(ctx, count, {});
  if (!windows) return {};
  const absl::string_view rounding = OvText(ctx, "rounding_type", "floor");
  for (int i = 0; i < count; ++i) {
    const int axis = i + kFirstSpatialAxis;
    const Place place = Place::Input(0, axis);
    const WindowAxis& window = windows->axes[i];
    Dim& dim = dims[axis];
    if (windows->auto_pad == AutoPad::kNotSet && !SeesData(ctx, window, dim)) return {};
    if (windows->is_same()) {
      if (dim.is_constant()) ctx.RequireAtLeast(dim, place, 1, "pool.fits"_check);
      dim = ctx.CeilDiv(dim, window.stride);
    } else if (rounding == "floor") {
      dim = SlideWindow(ctx, window, dim, place, "pool.fits"_check);
    } else {
      dim = CeilWindows(ctx, window, dim, place, rounding == "ceil_torch");
    }
  }
  return dims;
}

// Batch and channels are not empty; pads, axis and rounding are those that the version takes.
bool CheckOvPool(RuleContext& ctx, size_t count) {
  const Shape data = ctx.InputShape(0);
  for (int axis = 0; data.has_rank && axis < kFirstSpatialAxis; ++axis) {
    const bool is_known = data.dims[axis].is_constant();
    if (is_known &&
        !ctx.RequireAtLeast(data.dims[axis], Place::Input(0, axis), 1, "pool.fits"_check))
      return false;
  }
  const bool has_pads = OvText(ctx, "auto_pad", "explicit") == "explicit";
  for (const absl::string_view name : {"pads_begin", "pads_end"}) {
    const OvInts pads = OvList(ctx, name);
    const bool are_pads =
        !has_pads || std::all_of(pads.begin(), pads.end(), [](int64_t pad) { return pad >= 0; });
    if (are_pads && (pads.empty() || pads.size() == count)) continue;
    ctx.Error(
        "INVALID_ATTRIBUTE", {},
        absl::StrCat(ctx.op().op_type, " needs ", count, " entries of ", name, ", of at least 0"));
    return false;
  }
  if (ctx.version() < 14 && OvText(ctx, "rounding_type", "floor") == "ceil_torch") {
    ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " rounds by no ceil_torch"));
    return false;
  }
  if (!data.has_rank || ctx.FindAttribute("axis") == nullptr) return true;
  return ctx.NormalizeAxis(OvInt(ctx, "axis", 0), data.rank(), 0).has_value();
}

void InferOvPool(RuleContext& ctx) {
  const bool has_indices = ctx.op().op_type == "MaxPool" && ctx.version() >= 8;
  if (!CheckInputs(ctx, 1, 1) || !HasOutputs(ctx, has_indices ? 2 : 1)) return;
  const OvInts kernel = OvList(ctx, "kernel");
  const Shape data = ctx.InputShape(0);
  if (kernel.empty() || OvList(ctx, "strides").empty()) {
    ctx.Error("MISSING_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " needs kernel and strides"));
    return;
  }
  if (!ctx.CheckRankBetween(0, 3, 5) || !CheckOvPool(ctx, kernel.size())) return;
  const int count =
      data.has_rank ? data.rank() - kFirstSpatialAxis : static_cast<int>(kernel.size());
  DimVector dims = OvPoolDims(ctx, count);
  if (dims.empty()) return;
  if (ctx.HasOutput(1)) FillUnknown(ctx, dims);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  ctx.SetOutput(1, OvElement(ctx, "index_element_type", ElementType::kInt64), dims);
}

void InferAdaptivePool(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  const Shape data = ctx.InputShape(0);
  const ElementType index = OvElement(ctx, "index_element_type", ElementType::kInt64);
  if (!ctx.CheckRankBetween(0, 3, 5)) return;
  if (!data.has_rank) {
    ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank({3, 5}));
    return ctx.SetOutput(1, index, Shape::OfUnknownRank({3, 5}));
  }
  DimVector dims = {data.dims[0], data.dims[1]};
  const auto sizes = ctx.IntElementsOrFresh(1);
  const auto count = static_cast<size_t>(data.rank() - kFirstSpatialAxis);
  if (sizes && sizes->size() != count) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(1),
              absl::StrCat(sizes->size(), " sizes for ", count, " axes"));
    return;
  }
  for (size_t i = 0; i < count; ++i) dims.push_back(sizes ? (*sizes)[i] : Dim());
  FillUnknown(ctx, dims);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  ctx.SetOutput(1, index, dims);
}

// The mask [..., L, S] is broadcast with what is in front of the keys; a causal node does not look
// at it. False after an error.
bool ApplyMask(RuleContext& ctx, Dim keys, DimVector* dims) {
  if (ctx.HasInput(4)) ctx.CheckForm(4, Form::kScalarOrOne);
  const Shape mask = ctx.InputShape(3);
  if (!ctx.HasInput(3) || OvFlag(ctx, "causal", false) || !mask.has_rank || mask.rank() == 0) {
    return true;
  }
  if (!ctx.CheckRankBetween(3, 2, kAnyRank)) return false;
  const int last = mask.rank() - 1;
  UnifyUnlessOne(ctx, keys, Place::Input(2, 0), mask.dims[last], Place::Input(3, last),
                 "attention.mask"_check);
  const int rank = std::max(last, static_cast<int>(dims->size()));
  dims->insert(dims->begin(), static_cast<size_t>(rank) - dims->size(), Dim(1));
  for (int i = 0; i < last; ++i) {
    Dim& dim = (*dims)[static_cast<size_t>(rank - last + i)];
    dim = ctx.BroadcastDims(dim, {}, mask.dims[i], Place::Input(3, i));
  }
  return true;
}

// [..., L, E], [..., S, E] and [..., S, V] make [..., L, V].
void InferScaledDotProduct(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 6)) return;
  const ElementType element = FirstElement(ctx, {0, 1, 2});
  for (const int input : {1, 2, 4, 5}) {
    if (ctx.HasInput(input)) ctx.CheckSameElement(0, input);
  }
  const bool has_mask = ctx.HasInput(3) && !OvFlag(ctx, "causal", false);
  if (has_mask && ctx.InputElement(3) != ElementType::kBool) ctx.CheckSameElement(0, 3);
  const Shape query = ctx.InputShape(0);
  const Shape key = ctx.InputShape(1);
  const Shape value = ctx.InputShape(2);
  for (const int input : {0, 1, 2}) {
    if (!ctx.CheckRankBetween(input, 3, kAnyRank)) return;
  }
  if (!query.has_rank || !key.has_rank || !value.has_rank)
    return ctx.SetOutput(0, element, Shape());
  const int q = query.rank();
  const int k = key.rank();
  const int v = value.rank();
  ctx.RequireEqual(query.dims[q - 1], Place::Input(0, q - 1), key.dims[k - 1],
                   Place::Input(1, k - 1), "attention.head_size"_check);
  const int rank = std::max({q, k, v});
  DimVector dims(static_cast<size_t>(rank) - 2, Dim(1));
  for (int i = 0; i < rank - 2; ++i) {
    for (const auto& [input, shape] :
         {std::pair<int, const Shape*>(0, &query), std::pair<int, const Shape*>(1, &key),
          std::pair<int, const Shape*>(2, &value)}) {
      const int axis = i - (rank - shape->rank());
      if (axis < 0) continue;
      dims[i] = ctx.BroadcastDims(dims[i], {}, shape->dims[axis], Place::Input(input, axis));
    }
  }
  dims.push_back(query.dims[q - 2]);
  const Dim keys = ctx.Unify(key.dims[k - 2], Place::Input(1, k - 2), value.dims[v - 2],
                             Place::Input(2, v - 2), "attention.values"_check);
  if (!ApplyMask(ctx, keys, &dims)) return;
  dims.push_back(value.dims[v - 1]);
  ctx.SetOutput(0, element, dims);
}

constexpr absl::string_view kConvolved =
    "[N, filters, (size + pads - dilated kernel)//stride + 1 ...]";
constexpr absl::string_view kSpread = "[N, filters, (size - 1)*stride + dilated kernel - pads ...]";
constexpr absl::string_view kPooled =
    "[N, C, (size + pads - dilated kernel)//stride + 1 ...], rounded as rounding_type says";
constexpr absl::string_view kAdaptive = "[N, C, the sizes given by value]";

constexpr OperatorRow kOvNeuralRows[] = {
    {kOpenVino, "AdaptiveAvgPool", {8}, InferAdaptivePool, kAdaptive, {}, GlobalAveragePoolCost},
    {kOpenVino, "AdaptiveMaxPool", {8}, InferAdaptivePool, kAdaptive, {}, GlobalMaxPoolCost},
    {kOpenVino, "AvgPool", {1, 14, 16}, InferOvPool, kPooled, {}, OvAveragePoolCost},
    {kOpenVino, "BinaryConvolution", {1}, InferBinaryConvolution, kConvolved, {}, ConvCost},
    {kOpenVino, "Convolution", {1}, InferConvolution, kConvolved, {}, ConvCost},
    {kOpenVino,
     "ConvolutionBackpropData",
     {1},
     InferConvolutionBackprop,
     kSpread,
     {},
     ConvTransposeCost},
    {kOpenVino,
     "DeformableConvolution",
     {1, 8},
     InferDeformableConvolution,
     kConvolved,
     {},
     OvDeformableConvolutionCost},
    {kOpenVino,
     "GroupConvolution",
     {1},
     InferGroupConvolution,
     kConvolved,
     {},
     OvGroupConvolutionCost},
    {kOpenVino,
     "GroupConvolutionBackpropData",
     {1},
     InferGroupConvolutionBackprop,
     kSpread,
     {},
     OvGroupBackpropCost},
    {kOpenVino,
     "MatMul",
     {1},
     InferOvMatMul,
     "a matrix product by numpy.matmul, transposed before",
     {},
     OvMatMulCost},
    {kOpenVino, "MaxPool", {1, 8, 14}, InferOvPool, kPooled, {}, OvMaxPoolCost},
    {kOpenVino,
     "ScaledDotProductAttention",
     {13},
     InferScaledDotProduct,
     "[..., queries, values]",
     {},
     OvScaledDotProductCost},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoNeuralOperators() { return kOvNeuralRows; }

}  // namespace shapewright::rules
