// Transforms, generators, texts and the rest of OpenVINO.
#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// Data whose last axis are the parts of complex numbers, transformed along axes, to the lengths
// that operand 2 gives.
struct Transform {
  DimVector dims;
  OvInts axes;
};

std::optional<Transform> ReadTransform(RuleContext& ctx, bool is_complex) {
  if (!CheckInputs(ctx, 2, 3) || !CheckKind(ctx, 1, OvKind::kInteger) || !ctx.CheckRank(1, 1)) {
    return std::nullopt;
  }
  UnifyVector(ctx, 2, VectorLength(ctx, 1), Place::Input(1, 0), "sizes.agree"_check);
  const Shape data = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, is_complex ? 2 : 1, kAnyRank) || !data.has_rank) return std::nullopt;
  Transform transform;
  transform.dims.assign(data.dims.begin(), data.dims.end());
  const int rank = data.rank() - (is_complex ? 1 : 0);
  if (is_complex) {
    ctx.RequireEqual(data.dims[rank], Place::Input(0, rank), 2, {}, "dft.parts"_check);
  }
  bool is_known = false;
  const auto axes = OvAxes(ctx, 1, rank, &is_known);
  if (!axes) return std::nullopt;
  for (size_t i = 0; i < axes->size(); ++i) {
    if (std::find(axes->begin(), axes->begin() + i, (*axes)[i]) == axes->begin() + i) continue;
    ctx.Error("DUPLICATE_AXIS", Place::Input(1), "an axis is transformed twice");
    return std::nullopt;
  }
  transform.axes = *axes;
  return transform;
}

// The lengths of operand 2; -1 keeps a dim.
void SetSignalSizes(RuleContext& ctx, Transform& transform) {
  if (!ctx.HasInput(2)) return;
  const auto sizes = ctx.IntElementsOrFresh(2);
  for (size_t i = 0; i < transform.axes.size(); ++i) {
    Dim& dim = transform.dims[static_cast<size_t>(transform.axes[i])];
    const Expr size = sizes && i < sizes->size() ? (*sizes)[i] : Expr();
    if (size.is_constant(-1)) continue;
    dim = !size.is_unknown() && ctx.Bounds(size).min >= 0 ? Dim(size) : Dim();
  }
}

void InferTransformOf(RuleContext& ctx, bool is_complex, bool makes_complex) {
  auto transform = ReadTransform(ctx, is_complex);
  const ElementType element = ctx.InputElement(0);
  if (!transform) {
    // The axes are not known: any dim but that of the parts may change.
    const Shape data = ctx.InputShape(0);
    const bool keeps_dims = is_complex && makes_complex && ctx.input_count() == 2;
    if (!data.has_rank || keeps_dims) return ctx.SetOutput(0, element, data);
    const int rank = data.rank() - (is_complex ? 1 : 0);
    if (rank < 0) return;
    DimVector dims(static_cast<size_t>(rank));
    if (makes_complex) dims.push_back(2);
    return ctx.SetOutput(0, element, dims);
  }
  DimVector& dims = transform->dims;
  const bool is_half = is_complex != makes_complex;
  if (is_half && is_complex && !transform->axes.empty()) {
    Dim& last = dims[static_cast<size_t>(transform->axes.back())];
    last = ctx.Multiply(ctx.Subtract(last, 1), 2);
  }
  SetSignalSizes(ctx, *transform);
  if (is_half && !is_complex && !transform->axes.empty()) {
    Dim& last = dims[static_cast<size_t>(transform->axes.back())];
    if (!last.is_constant(0)) last = ctx.Add(ctx.FloorDiv(last, 2), 1);
    dims.push_back(2);
  } else if (is_half && is_complex) {
    dims.pop_back();
  }
  ctx.SetOutput(0, element, dims);
}

void InferOvDft(RuleContext& ctx) { InferTransformOf(ctx, true, true); }
void InferRdft(RuleContext& ctx) { InferTransformOf(ctx, false, true); }
void InferIrdft(RuleContext& ctx) { InferTransformOf(ctx, true, false); }

// Frames and steps have at least one element, and the window is no longer than a frame. Unknown
// ones pass.
bool CheckWindow(RuleContext& ctx, Expr frame, Expr step) {
  if ((frame.is_constant() && frame.constant() < 1) ||
      (step.is_constant() && step.constant() < 1)) {
    ctx.Error("INVALID_ATTRIBUTE", Place::Input(2),
              absl::StrCat(ctx.op().op_type, " needs frames and steps of at least 1"));
    return false;
  }
  const Expr window = VectorLength(ctx, 1);
  if (!frame.is_constant() || !window.is_constant()) return true;
  return ctx.RequireAtLeast(window, Place::Input(1, 0), 1, "stft.fits"_check) &&
         ctx.RequireAtMost(window, Place::Input(1, 0), frame, Place::Element(2, 0),
                           "stft.fits"_check);
}

// [..., frames, bins, 2], or with the first two the other way round.
void InferOvStft(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  const Shape signal = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  ctx.CheckSameElement(0, 1);
  if (!ctx.CheckRankBetween(0, 1, 2)) return;
  if (!signal.has_rank) return ctx.SetOutput(0, element, Shape());
  const Expr frame = ctx.OnlyElementOrFresh(2);
  const Expr step = ctx.OnlyElementOrFresh(3);
  const int last = signal.rank() - 1;
  Dim frames;
  Dim bins;
  if (frame.is_constant() && step.is_constant()) {
    if (!CheckWindow(ctx, frame, step)) return;
    bins = frame.constant() / 2 + 1;
    ctx.RequireAtMost(frame, Place::Element(2, 0), signal.dims[last], Place::Input(0, last),
                      "stft.fits"_check);
    frames = ctx.Add(ctx.FloorDiv(ctx.Subtract(signal.dims[last], frame), step), 1);
  }
  DimVector dims(signal.dims.begin(), signal.dims.begin() + last);
  const bool frames_last = OvFlag(ctx, "transpose_frames", false);
  dims.push_back(frames_last ? bins : frames);
  dims.push_back(frames_last ? frames : bins);
  dims.push_back(2);
  ctx.SetOutput(0, element, dims);
}

void InferIstft(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 5)) return;
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  ctx.CheckSameElement(0, 1);
  if (!ctx.CheckRankBetween(0, 3, 4)) return;
  const Expr frame = ctx.OnlyElementOrFresh(2);
  const Expr step = ctx.OnlyElementOrFresh(3);
  if (!CheckWindow(ctx, frame, step)) return;
  if (!data.has_rank) return ctx.SetOutput(0, element, Shape::OfUnknownRank({1, 2}));
  if (frame.is_constant()) {
    const int bins = data.rank() - 3;
    ctx.RequireEqual(data.dims[bins], Place::Input(0, bins), frame.constant() / 2 + 1, {},
                     "stft.fits"_check);
  }
  DimVector dims(data.dims.begin(), data.dims.end() - 3);
  Dim length;
  if (ctx.HasInput(4)) {
    length = ctx.OnlyElementOrFresh(4);
    if (length.is_constant() && length.constant() < 0) length = Dim();
  } else if (frame.is_constant() && step.is_constant()) {
    Dim frames = data.dims[data.rank() - 2];
    if (frames.is_unknown()) frames = ctx.Fresh(Place::Input(0, data.rank() - 2), "open frames");
    // Half a frame is cut off at both ends where frames are centered.
    const int64_t last = OvFlag(ctx, "center", false) ? frame.constant() % 2 : frame.constant();
    length = ctx.Add(ctx.Multiply(ctx.Max(0, ctx.Subtract(frames, 1)), step), last);
  }
  dims.push_back(length);
  ctx.SetOutput(0, element, dims);
}

void InferOvEinsum(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1 << 20)) return;
  for (int input = 1; input < ctx.input_count(); ++input) ctx.CheckSameElement(0, input);
  OnnxView(ctx).Text("equation", OvText(ctx, "equation")).Infer("Einsum", 12);
}

// The number that an operand is, where it is a constant.
std::optional<double> OvNumber(RuleContext& ctx, int input) {
  if (const auto given = ctx.ConstantInt(input)) return static_cast<double>(*given);
  const auto floats = ctx.FloatElements(input);
  const bool is_known =
      floats && floats->size() == 1 && floats->front().kind == FloatElement::Kind::kConstant;
  return is_known ? std::optional<double>(floats->front().constant) : std::nullopt;
}

// Sizes given by value.
void InferRandomUniform(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3) || !CheckKind(ctx, 0, OvKind::kInteger)) return;
  ctx.CheckSameElement(1, 2);
  for (const int input : {1, 2}) ctx.CheckForm(input, Form::kScalarOrOne);
  const ElementType element = OvElement(ctx, "output_type", ElementType::kUndefined);
  const ElementType given = ctx.InputElement(1);
  const bool is_made =
      shape::IsFloat(element) || element == ElementType::kInt32 || element == ElementType::kInt64;
  if (!is_made || (given != ElementType::kUndefined && given != element)) {
    ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Input(1),
              "RandomUniform makes numbers of the type of its limits: real ones, int32 or int64");
    return;
  }
  const auto least = OvNumber(ctx, 1);
  const auto most = OvNumber(ctx, 2);
  if (least && most && *least >= *most) {
    ctx.Error("INVALID_ATTRIBUTE", Place::Input(2), "the least number is less than the greatest");
    return;
  }
  if (!ctx.CheckRank(0, 1)) return;
  const auto sizes = SizesFromElements(ctx, 0, "size.negative"_check);
  if (sizes) return ctx.SetOutput(0, element, *sizes);
  ctx.SetOutput(0, element, Shape::OfUnknownRank(LengthBounds(ctx, 0)));
}

void InferOvMultinomial(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckRank(0, 2);
  ctx.CheckForm(1, Form::kScalarOrOne);
  const Dim batch = DimsOrUnknown(ctx, 0, 2)[0];
  const Expr samples = ctx.OnlyElementOrFresh(1);
  ctx.SetOutput(0, OvElement(ctx, "convert_type", ElementType::kInt32), {batch, samples});
}

// A constant of an operand, as the result's element type has it.
std::optional<double> ConstantAs(RuleContext& ctx, int input, ElementType element) {
  std::optional<double> value;
  if (const auto given = ctx.ConstantInt(input)) {
    value = static_cast<double>(*given);
  } else if (const auto floats = ctx.FloatElements(input);
             floats && floats->size() == 1 &&
             floats->front().kind == FloatElement::Kind::kConstant) {
    value = floats->front().constant;
  }
  if (value && shape::IsInteger(element)) value = std::trunc(*value);
  return value;
}

// The length of a range of operands of several types.
Dim MixedLength(RuleContext& ctx, ElementType element) {
  const auto start = ConstantAs(ctx, 0, element);
  const auto stop = ConstantAs(ctx, 1, element);
  const auto step = ConstantAs(ctx, 2, element);
  constexpr double kMost = 1e15;
  if (start && stop && step && *step != 0) {
    const double count = std::ceil((*stop - *start) / *step);
    if (std::abs(count) < kMost) return static_cast<int64_t>(std::max(0.0, count));
  }
  return ctx.Fresh(Place::Output(0, 0), "a range of two types");
}

void InferOvRange(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  for (const int input : {0, 1, 2}) {
    if (!CheckKind(ctx, input, OvKind::kNumber)) return;
  }
  const ElementType element = ctx.InputElement(0);
  const ElementType result = OvElement(ctx, "output_type", element);
  if (ConstantAs(ctx, 2, result) == 0.0) {
    ctx.Error("ZERO_STEP", Place::Element(2, 0), "Range with a step of 0");
    return;
  }
  const bool is_one_type = ctx.InputElement(1) == element && ctx.InputElement(2) == element;
  if (!is_one_type && ctx.version() < 4) {
    ctx.CheckSameElement(0, 1);
    ctx.CheckSameElement(0, 2);
  }
  if (!is_one_type || shape::IsInteger(element) != shape::IsInteger(result)) {
    return ctx.SetOutput(0, result, {MixedLength(ctx, result)});
  }
  InferAs<"Range", 11>(ctx);
  if (result != element) ctx.SetOutput(0, result, OutputShape(ctx, 0));
}

// [batch..., rows, columns]
void InferEye(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 4)) return;
  for (const int input : {0, 1, 2}) {
    if (!CheckKind(ctx, input, OvKind::kInteger)) return;
    ctx.CheckForm(input, Form::kScalarOrOne);
  }
  const ElementType element = OvElement(ctx, "output_type", ElementType::kFloat);
  DimVector dims;
  if (ctx.HasInput(3)) {
    if (!ctx.CheckRank(3, 1)) return;
    const auto batch = SizesFromElements(ctx, 3, "size.negative"_check);
    if (!batch) return ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(2)));
    dims = *batch;
  }
  for (const int input : {0, 1}) {
    const Expr size = ctx.OnlyElementOrFresh(input);
    if (!size.is_unknown()) {
      ctx.RequireAtLeast(size, Place::Element(input, 0), 0, "size.negative"_check);
    }
    dims.push_back(size);
  }
  ctx.SetOutput(0, element, dims);
}

// Distinct elements or slices; their first places, where each went, and their counts.
void InferOvUnique(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 2)) return;
  const Shape data = ctx.InputShape(0);
  if (ctx.HasInput(1)) {
    ctx.CheckForm(1, Form::kScalarOrOne);
    if (!ctx.ConstantInts(1)) {
      ctx.Error("INVALID_ATTRIBUTE", Place::Input(1), "Unique needs an axis that is a constant");
      return;
    }
  }
  const ElementType index = OvElement(ctx, "index_element_type", ElementType::kInt64);
  const ElementType count = OvElement(ctx, "count_element_type", ElementType::kInt64);
  const ElementType element = ctx.InputElement(0);
  Dim whole = ctx.InputElementCount(0);
  Shape result;
  DimVector dims;
  Dim distinct;
  const auto most_of = [&](Dim size) {
    const bool has_any = ctx.Bounds(size).min > 0;
    return ctx.DataDependentUpTo(Place::Output(0, 0), "how many differ", size, has_any ? 1 : 0);
  };
  if (!ctx.HasInput(1)) {
    distinct = most_of(whole);
    dims = {distinct};
    result = Shape::Of(dims);
  } else if (data.has_rank) {
    const auto named = ctx.ConstantInt(1);
    const auto axis = named ? ctx.NormalizeAxis(*named, data.rank(), 0) : std::nullopt;
    dims.assign(data.dims.begin(), data.dims.end());
    if (axis) {
      whole = dims[*axis];
      distinct = most_of(whole);
      dims[*axis] = distinct;
    } else {
      std::fill(dims.begin(), dims.end(), Dim());
      whole = Dim();
    }
    result = Shape::Of(dims);
  }
  ctx.SetOutput(0, element, result);
  ctx.SetOutput(1, index, {distinct});
  ctx.SetOutput(2, index, {whole});
  ctx.SetOutput(3, count, {distinct});
}

// Square matrices.
void InferInverse(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1) || !CheckKind(ctx, 0, OvKind::kReal)) return;
  const Shape data = ctx.InputShape(0);
  ctx.CheckRankBetween(0, 2, kAnyRank);
  if (data.has_rank && data.rank() >= 2) {
    const int last = data.rank() - 1;
    ctx.RequireEqual(data.dims[last - 1], Place::Input(0, last - 1), data.dims[last],
                     Place::Input(0, last), "matrix.square"_check);
  }
  SetSameAsInput(ctx, 0, 0);
}

// How many blocks an image has, where that is known.
std::optional<int64_t> CountBlocks(RuleContext& ctx) {
  const auto sizes = ctx.ConstantInts(1);
  const auto kernel = ctx.ConstantInts(2);
  if (!sizes || !kernel || sizes->size() != 2 || kernel->size() != 2) return std::nullopt;
  const OvInts strides = OvList(ctx, "strides");
  const OvInts dilations = OvList(ctx, "dilations");
  const OvInts begins = OvList(ctx, "pads_begin");
  const OvInts ends = OvList(ctx, "pads_end");
  for (const OvInts* list : {&strides, &dilations, &begins, &ends}) {
    if (list->size() >= 2) continue;
    return std::nullopt;
  }
  if (strides[0] < 1 || strides[1] < 1 || dilations[0] < 1 || dilations[1] < 1) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "Col2Im needs strides and dilations of at least 1");
    return std::nullopt;
  }
  constexpr int64_t kMost = int64_t{1} << 30;
  for (const absl::Span<const int64_t> numbers :
       {absl::MakeConstSpan(*sizes), absl::MakeConstSpan(*kernel), absl::MakeConstSpan(strides),
        absl::MakeConstSpan(dilations), absl::MakeConstSpan(begins), absl::MakeConstSpan(ends)}) {
    for (const int64_t number : numbers) {
      if (number < 0 || number > kMost) return std::nullopt;
    }
  }
  int64_t count = 1;
  for (size_t i = 0; i < 2; ++i) {
    if (strides[i] < 1) return std::nullopt;
    const int64_t window = dilations[i] * ((*kernel)[i] - 1) + 1;
    const int64_t room = (*sizes)[i] + begins[i] + ends[i] - window;
    if (room < 0) return std::nullopt;
    count *= room / strides[i] + 1;
  }
  return count;
}

// Columns [N, C * kernel, blocks] put together to images [N, C, height, width].
void InferOvCol2Im(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!ctx.CheckRankBetween(0, 2, 3)) return;
  const auto size = ctx.IntElementsOrFresh(1);
  const auto kernel = ctx.ConstantInts(2);
  ctx.CheckSameElement(1, 2);
  for (const int input : {1, 2}) CheckDims(ctx, input, {Dim(2)});
  const bool has_places =
      !kernel || std::all_of(kernel->begin(), kernel->end(), [](int64_t side) { return side > 0; });
  if (!has_places) {
    ctx.Error("INVALID_ATTRIBUTE", Place::Input(2), "Col2Im needs kernels of at least 1");
    return;
  }
  if (!data.has_rank) return ctx.SetOutput(0, element, Shape::OfUnknownRank({3, 4}));
  DimVector dims(data.dims.begin(), data.dims.end() - 2);
  const int channels = data.rank() - 2;
  Dim channel;
  if (kernel && kernel->size() == 2 && (*kernel)[0] > 0 && (*kernel)[1] > 0) {
    const Expr block = ctx.Multiply((*kernel)[0], (*kernel)[1]);
    const Place place = Place::Input(0, channels);
    if (block.is_unknown() ||
        !ctx.RequireDivisible(data.dims[channels], place, block, {}, "col2im.channels"_check)) {
      return;
    }
    channel = ctx.FloorDiv(data.dims[channels], block);
  }
  dims.push_back(channel);
  if (const auto blocks = CountBlocks(ctx); blocks) {
    const int last = data.rank() - 1;
    ctx.RequireEqual(data.dims[last], Place::Input(0, last), *blocks, {}, "col2im.windows"_check);
  }
  for (size_t i = 0; i < 2; ++i) dims.push_back(size && size->size() == 2 ? (*size)[i] : Dim());
  ctx.SetOutput(0, element, dims);
}

// Indices, values, and which rows were empty.
void InferSparseFill(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  ctx.CheckSameElement(1, 2);
  ctx.CheckRank(0, 1);
  CheckDims(ctx, 1, {Dim(2)});
  CheckDims(ctx, 2, {DimsOrUnknown(ctx, 0, 1)[0], Dim(2)});
  ctx.CheckRank(3, 0);
  const ElementType index = ctx.InputElement(2);
  const auto shape = ctx.IntElementsOrFresh(1);
  const Dim rows = shape && !shape->empty() ? Dim((*shape)[0]) : Dim();
  const Dim filled =
      ctx.DataDependent(Place::Output(0, 0), "how many elements a sparse tensor has");
  ctx.SetOutput(0, index, {filled, Dim(2)});
  ctx.SetOutput(1, ctx.InputElement(0), {filled});
  ctx.SetOutput(2, ElementType::kBool, {rows});
}

constexpr absl::string_view kGiven = "the sizes given by value";

constexpr OperatorRow kOvSignalRows[] = {
    {kOpenVino, "Col2Im", {15}, InferOvCol2Im, "[N, C, height, width]", {}, kMoved},
    {kOpenVino, "DFT", {7}, InferOvDft, "the signal's shape, or the lengths given by value"},
    {kOpenVino, "Einsum", {7}, InferOvEinsum, "as ONNX's Einsum"},
    {kOpenVino, "Eye", {9}, InferEye, "[batch..., rows, columns]", {}, kMoved},
    {kOpenVino, "IDFT", {7}, InferOvDft, "the signal's shape, or the lengths given by value"},
    {kOpenVino, "IRDFT", {9}, InferIrdft, "twice the frequencies, less one"},
    {kOpenVino, "ISTFT", {16}, InferIstft, "the length of the signal"},
    {kOpenVino, "Inverse", {14}, InferInverse, kSameAsFirst},
    {kOpenVino, "Multinomial", {13}, InferOvMultinomial, "[batch, samples]", kRandom},
    {kOpenVino, "RDFT", {9}, InferRdft, "half the last axis, and 2"},
    {kOpenVino, "RandomUniform", {8}, InferRandomUniform, kGiven, kRandom},
    {kOpenVino,
     "Range",
     {1, 4},
     InferOvRange,
     "as ONNX's Range; by value",
     {},
     PerElement{.alu = 2}},
    {kOpenVino, "STFT", {15}, InferOvStft, "[N, frames, bins, 2]"},
    {kOpenVino, "SparseFillEmptyRows", {16}, InferSparseFill, "at least a row each", kBoundedSizes},
    {kOpenVino, "Unique", {10}, InferOvUnique, "at most as many as there are", kBoundedSizes},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoSignalOperators() { return kOvSignalRows; }

}  // namespace shapewright::rules
