// Operators of onnxruntime that move, look up or select data.
#include <algorithm>
#include <utility>

#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/conv_cost.h"

namespace shapewright::rules {
namespace {

void InferGatherNd(RuleContext& ctx) { InferAsOnnx(ctx, "GatherND", 11); }
void InferGridSample(RuleContext& ctx) { InferAsOnnx(ctx, "GridSample", 16); }
void InferPad(RuleContext& ctx) { InferAsOnnx(ctx, "Pad", 13); }
void InferDynamicSlice(RuleContext& ctx) { InferAsOnnx(ctx, "Slice", 10); }

// The default delta is 1.
void InferRange(RuleContext& ctx) {
  if (ctx.HasInput(2)) return InferAsOnnx(ctx, "Range", 11);
  const ElementType element = FirstElement(ctx, {0, 1});
  const auto start = ctx.IntElementsOrFresh(0);
  const auto limit = ctx.IntElementsOrFresh(1);
  if (start && limit && start->size() == 1 && limit->size() == 1) {
    return ctx.SetOutput(0, element, {ctx.Max(0, ctx.Subtract((*limit)[0], (*start)[0]))});
  }
  ctx.SetOutput(0, element, {ctx.DataDependent(Place::Output(0, 0), "the values of a range")});
}

// [rois, C, height, width], the sizes given by value.
void InferCropAndResize(RuleContext& ctx) {
  ctx.CheckRank(0, 4);
  ctx.CheckRank(1, 2);
  const DimVector regions = DimsOrUnknown(ctx, 1, 2);
  ctx.RequireEqual(regions[1], Place::Input(1, 1), 4, {}, "crop_resize.corners"_check);
  const Dim rois = UnifyVector(ctx, 2, regions[0], Place::Input(1, 0), "crop_resize.batch"_check);
  if (ctx.CheckRank(3, 1)) UnifyVector(ctx, 3, 2, {}, "crop_resize.size"_check);
  DimVector dims = {rois, DimsOrUnknown(ctx, 0, 4)[1], Dim(), Dim()};
  const auto sizes = ctx.IntElementsOrFresh(3);
  for (int i = 0; sizes && sizes->size() == 2 && i < 2; ++i) {
    if ((*sizes)[i].is_unknown()) continue;
    ctx.RequireAtLeast((*sizes)[i], Place::Element(3, i), 1, "crop_resize.positive"_check);
    dims[i + 2] = (*sizes)[i];
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferExpandDims(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!shape.has_rank) {
    return ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(1)));
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const auto given = ctx.ConstantInt(1);
  if (!given) {
    ctx.NoteUnchecked(Place::Input(1), "an axis of the result");
    return ctx.SetOutput(0, element, DimVector(dims.size() + 1, Dim()));
  }
  const auto axis = ctx.NormalizeAxis(*given, shape.rank() + 1, 0);
  if (!axis) return;
  dims.insert(dims.begin() + *axis, 1);
  ctx.SetOutput(0, element, dims);
}

// Tokens of each string along a new last axis.
void InferTokenizer(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, 1, 2) || !shape.has_rank) {
    return ctx.SetOutput(0, ElementType::kString, Shape::OfUnknownRank({2, 3}));
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims.push_back(ctx.DataDependent(Place::Output(0, shape.rank()), "the most tokens in a string"));
  ctx.SetOutput(0, ElementType::kString, dims);
}

// The indices' dims, then a row of the weights.
void InferTorchEmbedding(RuleContext& ctx) {
  ctx.CheckRank(0, 2);
  const Shape indices = ctx.InputShape(1);
  if (!indices.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  DimVector dims(indices.dims.begin(), indices.dims.end());
  dims.push_back(DimsOrUnknown(ctx, 0, 2)[1]);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Slices along an axis, the elements of each along a new last one.
void InferUnfoldTensor(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const auto size = RequiredPositive(ctx, "size");
  const int64_t step = ctx.IntAttribute("step", 1);
  if (!shape.has_rank || !size || step < 1) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(Interval::AtLeast(2)));
  }
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("dim", -1), shape.rank(), 0);
  if (!axis) return;
  DimVector dims(shape.dims.begin(), shape.dims.end());
  ctx.RequireAtLeast(dims[*axis], Place::Input(0, *axis), *size, "unfold.slice"_check);
  dims[*axis] = ctx.Add(ctx.FloorDiv(ctx.Subtract(dims[*axis], *size), step), 1);
  dims.push_back(*size);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Results: distinct elements, where each element went, and their counts.
void InferUnique(RuleContext& ctx) {
  ctx.CheckRank(0, 1);
  const Dim length = DimsOrUnknown(ctx, 0, 1)[0];
  const Dim distinct = DistinctSize(ctx, length);
  ctx.SetOutput(0, ctx.InputElement(0), {distinct});
  ctx.SetOutput(1, ElementType::kInt64, {length});
  ctx.SetOutput(2, ElementType::kInt64, {distinct});
}

// A row for each word, with a column for each filter of the convolution.
void InferWordConvEmbedding(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "SW");
  dims.Read(1, "FCKE");
  dims.Read(2, "F");
  dims.Read(3, "AE");
  const std::pair<absl::string_view, char> sizes[] = {
      {"embedding_size", 'F'}, {"conv_window_size", 'K'}, {"char_embedding_size", 'E'}};
  for (const auto& [name, letter] : sizes) {
    const int64_t size = ctx.IntAttribute(name, -1);
    if (size >= 0) dims.Unify(letter, size, {}, "word_conv.size"_check);
  }
  ctx.RequireAtMost(dims.Get('K'), Place::Input(1, 2), dims.Get('W'), Place::Input(0, 1),
                    "word_conv.kernel"_check);
  dims.Write(0, ctx.InputElement(1), "SF");
}

// The last axis by its non-negative frequencies; real and imaginary parts last.
void InferRfft(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, 1, kAnyRank) || !shape.has_rank) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(Interval::AtLeast(2)));
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims.back() = ctx.Add(ctx.FloorDiv(dims.back(), 2), 1);
  dims.push_back(2);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferIrfft(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, 2, kAnyRank) || !shape.has_rank) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(Interval::AtLeast(1)));
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const int signal = shape.rank() - 2;
  ctx.RequireEqual(dims.back(), Place::Input(0, signal + 1), 2, {}, "fft.parts"_check);
  ctx.RequireAtLeast(dims[signal], Place::Input(0, signal), 1, "fft.frequency"_check);
  dims.pop_back();
  dims.back() = ctx.Multiply(2, ctx.Subtract(dims.back(), 1));
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// A path [2, x] through a matrix, with max(M, N) <= x < M + N.
void InferDynamicTimeWarping(RuleContext& ctx) {
  if (!ctx.CheckRankBetween(0, 2, 3)) return;
  const Shape shape = ctx.InputShape(0);
  Interval bounds = Interval::Size();
  if (shape.has_rank && shape.rank() == 3) {
    ctx.RequireEqual(shape.dims[0], Place::Input(0, 0), 1, {}, "matrix.one"_check);
  }
  if (shape.has_rank) {
    const Expr rows = shape.dims[shape.rank() - 2];
    const Expr columns = shape.dims[shape.rank() - 1];
    bounds.min = ctx.Bounds(ctx.Max(rows, columns)).min;
    const int64_t sum = ctx.Bounds(ctx.Add(rows, columns)).max;
    bounds.max = sum == Interval::kInfinity ? sum : std::max(bounds.min, sum - 1);
  }
  ctx.SetOutput(0, ElementType::kInt32,
                {Dim(2), DataSize(ctx, Place::Output(0, 1), "the length of a path", bounds)});
}

// Source tokens, tokens so far, where their end was found in the source before, and predicted
// tokens: one more than the source has behind that place. As many of these as agree with the source
// are appended, and the first that does not.
void InferBifurcationDetector(RuleContext& ctx) {
  SetSameAs(ctx, 1, 2);
  for (const int input : {0, 1, 3}) ctx.CheckRank(input, 1);
  if (!ctx.HasInput(3)) return SetSameAs(ctx, 0, 1);
  const Expr source = VectorLength(ctx, 0);
  const Expr tokens = VectorLength(ctx, 1);
  const Expr predicted = VectorLength(ctx, 3);
  const Expr found = ctx.OnlyElementOrFresh(2);
  if (!found.is_unknown()) {
    const Place place = Place::Element(2, 0);
    ctx.RequireAtLeast(found, place, 0, "bifurcation.place"_check);
    ctx.RequireEqual(predicted, Place::Input(3, 0), ctx.Subtract(ctx.Add(source, 1), found), place,
                     "bifurcation.predicted"_check);
  }
  ctx.RequireAtLeast(predicted, Place::Input(3, 0), 1, "bifurcation.empty"_check);
  const Dim appended =
      ctx.DataDependentUpTo(Place::Output(0, 0), "how many predicted tokens agree", predicted, 1);
  ctx.SetOutput(0, ElementType::kInt64, {ctx.Add(tokens, appended)});
}

// Borders are left, top, right, bottom; with a scale, the size of what is kept.
void InferCrop(RuleContext& ctx) {
  ctx.CheckRank(0, 4);
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  const auto border = ctx.IntsAttribute("border");
  const auto scale = ctx.IntsAttribute("scale");
  const bool has_border = border && border->size() == 4;
  const bool has_scale = scale && scale->size() == 2;
  for (int i = 0; i < 2; ++i) {
    Dim& dim = dims[i + 2];
    if (has_scale) {
      dim = (*scale)[i];
    } else if (has_border) {
      const Expr cut = ctx.Add((*border)[1 - i], (*border)[3 - i]);
      ctx.RequireAtMost(cut, {}, dim, Place::Input(0, i + 2), "crop.borders"_check);
      dim = ctx.Subtract(dim, cut);
    } else {
      dim = Dim();
    }
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Bytes, and the shape and the strides that DequantizeBFP needs.
void InferQuantizeBfp(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  ctx.SetOutput(0, ElementType::kUint8, {Dim()});
  const Dim rank = shape.has_rank ? Dim(shape.rank()) : Dim();
  for (const int output : {1, 2}) ctx.SetOutput(output, ElementType::kInt64, {rank});
  if (shape.has_rank) ctx.SetIntElements(1, shape.dims);
}

// The elements' original shape is an operand.
void InferDequantizeBfp(RuleContext& ctx) {
  const auto element = ctx.ElementAttribute("dtype", ElementType::kFloat);
  const auto dims = SizesFromElements(ctx, 1, "size.negative"_check);
  ctx.SetOutput(0, element, dims ? Shape::Of(*dims) : Shape());
}

// The only element of an operand, as a size; unknown where it is not known.
Dim SizeByValue(RuleContext& ctx, int input) {
  const Dim size = ctx.OnlyElementOrFresh(input);
  if (size.is_unknown()) return Dim();
  ctx.RequireAtLeast(size, Place::Element(input, 0), 0, "size.negative"_check);
  return size;
}

Dim SearchBatch(RuleContext& ctx) {
  const Shape prompt = ctx.InputShape(0);
  return prompt.has_rank && prompt.rank() > 0 ? prompt.dims[0] : Dim();
}

// Sequences [B, returned, longest]; further results depend on the decoder.
void InferBeamSearch(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kInt32,
                {SearchBatch(ctx), SizeByValue(ctx, 4), SizeByValue(ctx, 1)});
}

void InferGreedySearch(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kInt32, {SearchBatch(ctx), SizeByValue(ctx, 1)});
}

constexpr OperandForm kFormsOfRange[] = {
    {0, Form::kScalarOrOne}, {1, Form::kScalarOrOne}, {2, Form::kScalarOrOne}};

constexpr OperandForm kFormsOfBifurcation[] = {{2, Form::kOneElement}};

constexpr OperatorRow kContribTensorRows[] = {
    {"", "Crop", {1, 10}, InferCrop, "[N, C, kept height, kept width]", {}, kMoved},
    {"", "DynamicSlice", {1, 10}, InferDynamicSlice, "as Slice", {}, kMoved},
    {kMicrosoft, "BeamSearch", {1}, InferBeamSearch, "[B, returned, longest]"},
    {kMicrosoft,
     "BifurcationDetector",
     {1},
     InferBifurcationDetector,
     "tokens; the place's shape",
     {.precision = Precision::kBounded, .forms = kFormsOfBifurcation}},
    {kMicrosoft,
     "CropAndResize",
     {1},
     InferCropAndResize,
     "[rois, C, height, width]",
     {},
     CropAndResizeCost},
    {kMicrosoft, "DequantizeBFP", {1}, InferDequantizeBfp, "the shape given by value"},
    {kMicrosoft,
     "DynamicTimeWarping",
     {1},
     InferDynamicTimeWarping,
     "[2, length of the path]",
     kBoundedSizes},
    {kMicrosoft, "ExpandDims", {1}, InferExpandDims, "one more axis of 1", {}, kFree},
    {kMicrosoft, "GatherND", {1}, InferGatherNd, "as GatherND", {}, kMoved},
    {kMicrosoft, "GreedySearch", {1}, InferGreedySearch, "[B, longest]"},
    {kMicrosoft, "GridSample", {1}, InferGridSample, "as GridSample", {}, GridSampleCost},
    {kMicrosoft, "Irfft", {1}, InferIrfft, "twice the frequencies, less one"},
    {kMicrosoft, "Pad", {1}, InferPad, "as Pad", {}, kMoved},
    {kMicrosoft,
     "QuantizeBFP",
     {1},
     InferQuantizeBfp,
     "bytes, the operand's shape by value",
     kBoundedSizes},
    {kMicrosoft,
     "Range",
     {1},
     InferRange,
     "as Range",
     {.forms = kFormsOfRange},
     PerElement{.alu = 2}},
    {kMicrosoft, "Rfft", {1}, InferRfft, "half the last axis, and 2"},
    {kMicrosoft, "Sampling", {1}, InferGreedySearch, "[B, longest]", kRandom},
    {kMicrosoft, "Tokenizer", {1}, InferTokenizer, "one more axis, of the tokens", kBoundedSizes},
    {kMicrosoft,
     "TorchEmbedding",
     {1},
     InferTorchEmbedding,
     "the indices' dims and a row",
     {},
     kMoved},
    {kMicrosoft, "UnfoldTensor", {1}, InferUnfoldTensor, "slices along a new axis", {}, kMoved},
    {kMicrosoft, "Unique", {1}, InferUnique, "at most the number of elements", kBoundedSizes},
    {kMicrosoft, "WhisperBeamSearch", {1}, InferBeamSearch, "[B, returned, longest]"},
    {kMicrosoft, "WordConvEmbedding", {1}, InferWordConvEmbedding, "[words, filters]"},
};

}  // namespace

absl::Span<const OperatorRow> ContribTensorOperators() { return kContribTensorRows; }

}  // namespace shapewright::rules
