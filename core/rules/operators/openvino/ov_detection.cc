// Detection operators of OpenVINO: suppression, proposals, decoders.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// Boxes [batch, boxes, numbers], scores [batch, classes, boxes].
struct OvBoxes {
  Dim batch, boxes, classes;
};

OvBoxes ReadBoxes(RuleContext& ctx, int numbers) {
  ctx.CheckRank(0, 3);
  ctx.CheckRank(1, 3);
  const DimVector boxes = DimsOrUnknown(ctx, 0, 3);
  const DimVector scores = DimsOrUnknown(ctx, 1, 3);
  OvBoxes found;
  found.batch =
      ctx.Unify(boxes[0], Place::Input(0, 0), scores[0], Place::Input(1, 0), "boxes.batch"_check);
  found.boxes =
      ctx.Unify(boxes[1], Place::Input(0, 1), scores[2], Place::Input(1, 2), "boxes.scores"_check);
  found.classes = scores[1];
  ctx.RequireEqual(boxes[2], Place::Input(0, 2), numbers, {}, "boxes.coordinates"_check);
  return found;
}

// Selected indices [n, 3], and since version 5 scores [n, 3] and how many there are.
void InferNms(RuleContext& ctx, int numbers) {
  if (!CheckInputs(ctx, 2, 6)) return;
  const OvBoxes boxes = ReadBoxes(ctx, numbers);
  for (int input = 2; input < ctx.input_count(); ++input) {
    const Shape shape = ctx.InputShape(input);
    if (shape.has_rank) ctx.CheckForm(input, Form::kScalarOrOne);
  }
  Expr most = ctx.HasInput(2) ? ctx.OnlyElementOrFresh(2) : Expr(0);
  const bool is_known = !most.is_unknown() && ctx.Bounds(most).min >= 0;
  Expr limit = is_known ? ctx.Min(most, boxes.boxes) : Expr(boxes.boxes);
  limit = ctx.Multiply(ctx.Multiply(limit, boxes.classes), boxes.batch);
  // Versions 1 and 3 do not count the batch.
  if (ctx.version() < 4 && is_known)
    limit = ctx.Min(boxes.boxes, ctx.Multiply(most, boxes.classes));
  const ElementType index = OvElement(ctx, "output_type", ElementType::kInt64);
  // Before version 5 there are always as many rows.
  const bool is_exact = ctx.version() < 5 && is_known;
  const Dim selected =
      is_exact ? limit
               : ctx.DataDependentUpTo(Place::Output(0, 0), "how many boxes are selected", limit);
  ctx.SetOutput(0, index, {selected, Dim(3)});
  ctx.SetOutput(1, ElementType::kFloat, {selected, Dim(3)});
  ctx.SetOutput(2, index, {Dim(1)});
}

void InferNonMaxSuppression(RuleContext& ctx) { InferNms(ctx, 4); }
void InferNmsRotated(RuleContext& ctx) { InferNms(ctx, 5); }

// Rows [n, 6], indices [n, 1], and how many each image has.
void InferOvMatrixNms(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3)) return;
  const bool has_lists = ctx.input_count() == 3;
  const ElementType index = OvElement(ctx, "output_type", ElementType::kInt64);
  OvBoxes boxes;
  if (has_lists) {
    CheckDims(ctx, 0, {Dim(), Dim(), Dim(4)});
    ctx.CheckRank(2, 1);
    const DimVector lists = DimsOrUnknown(ctx, 0, 3);
    CheckDims(ctx, 1, {lists[0], lists[1]});
    boxes = {VectorLength(ctx, 2), lists[1], lists[0]};
  } else {
    boxes = ReadBoxes(ctx, 4);
  }
  const int64_t top = OvInt(ctx, "nms_top_k", -1);
  const int64_t keep = OvInt(ctx, "keep_top_k", -1);
  const int64_t background = OvInt(ctx, "background_class", -1);
  Expr classes = boxes.classes;
  const bool has_background =
      background >= 0 && classes.is_constant() && background < classes.constant();
  if (has_background) classes = ctx.Subtract(classes, 1);
  Expr each = top >= 0 ? ctx.Min(boxes.boxes, top) : Expr(boxes.boxes);
  each = ctx.Multiply(each, classes);
  if (keep >= 0) each = ctx.Min(each, keep);
  const Expr limit = ctx.Multiply(each, boxes.batch);
  const Dim images = boxes.batch;
  const Dim selected =
      ctx.DataDependentUpTo(Place::Output(0, 0), "how many boxes are selected", limit);
  ctx.SetOutput(0, ctx.InputElement(0), {selected, Dim(6)});
  ctx.SetOutput(1, index, {selected, Dim(1)});
  ctx.SetOutput(2, index, {images});
}

// [1, 1, kept, 7]
void InferDetectionOutput(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 5)) return;
  for (const int input : {0, 1}) ctx.CheckRank(input, 2);
  ctx.CheckRank(2, 3);
  const DimVector confidence = DimsOrUnknown(ctx, 1, 2);
  const DimVector priors = DimsOrUnknown(ctx, 2, 3);
  const OvInts keep = OvList(ctx, "keep_top_k");
  const int64_t top = OvInt(ctx, "top_k", -1);
  const int64_t prior_size = OvFlag(ctx, "normalized", false) ? 4 : 5;
  const Dim batch = DimsOrUnknown(ctx, 0, 2)[0];
  const Dim boxes = ctx.FloorDiv(priors[2], prior_size);
  Dim classes;
  if (const graph::Attribute* given = ctx.FindAttribute("num_classes"); given != nullptr) {
    classes = given->int_value;
  } else {
    classes =
        boxes.is_unknown() || boxes.is_constant(0) ? Dim() : ctx.FloorDiv(confidence[1], boxes);
  }
  const int64_t rows = OvFlag(ctx, "variance_encoded_in_target", false) ? 1 : 2;
  ctx.RequireEqual(priors[1], Place::Input(2, 1), rows, {}, "sizes.agree"_check);
  const Expr located = OvFlag(ctx, "share_location", true) ? Expr(4) : ctx.Multiply(classes, 4);
  CheckDims(ctx, 0, {Dim(), ctx.Multiply(boxes, located)});
  CheckDims(ctx, 1, {batch, ctx.Multiply(boxes, classes)});
  Dim kept;
  if (!keep.empty() && keep[0] > 0) {
    kept = ctx.Multiply(batch, keep[0]);
  } else if (top > 0) {
    kept = ctx.Multiply(ctx.Multiply(batch, top), classes);
  } else {
    kept = ctx.Multiply(ctx.Multiply(batch, boxes), classes);
  }
  ctx.SetOutput(0, ctx.InputElement(0), {Dim(1), Dim(1), kept, Dim(7)});
}

void InferProposal(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  for (const int input : {0, 1, 2}) {
    if (!CheckKind(ctx, input, OvKind::kReal)) return;
  }
  for (const int input : {0, 1}) ctx.CheckRank(input, 4);
  ctx.CheckRank(2, 1);
  const Interval numbers = LengthBounds(ctx, 2);
  if (numbers.max < 3 || numbers.min > 4) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2), "the image's shape has 3 or 4 numbers");
    return;
  }
  const DimVector scores = DimsOrUnknown(ctx, 0, 4);
  const DimVector deltas = DimsOrUnknown(ctx, 1, 4);
  const Dim batch =
      ctx.Unify(scores[0], Place::Input(0, 0), deltas[0], Place::Input(1, 0), "boxes.batch"_check);
  const auto kept = OvSize(ctx, "post_nms_topn", 1);
  if (!kept) return;
  const Dim rows = ctx.Multiply(batch, *kept);
  ctx.SetOutput(0, ctx.InputElement(0), {rows, Dim(5)});
  ctx.SetOutput(1, ctx.InputElement(0), {rows});
}

// Images' sizes, anchors, deltas, scores: boxes [n, 4], scores [n], and how many each image has.
void InferGenerateProposals(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  ctx.CheckRank(0, 2);
  for (const int input : {1, 2, 3}) ctx.CheckRank(input, 4);
  const DimVector sizes = DimsOrUnknown(ctx, 0, 2);
  const Dim batch = sizes[0];
  const Interval numbers = ctx.Bounds(sizes[1]);
  if (numbers.max < 3 || numbers.min > 4) {
    ctx.Error("DIM_MISMATCH", Place::Input(0, 1), "an image's size has 3 or 4 numbers");
    return;
  }
  const DimVector anchors = DimsOrUnknown(ctx, 1, 4);
  CheckDims(ctx, 1, {Dim(), Dim(), Dim(), Dim(4)});
  CheckDims(ctx, 2, {batch, ctx.Multiply(anchors[2], 4), anchors[0], anchors[1]});
  CheckDims(ctx, 3, {batch, anchors[2], anchors[0], anchors[1]});
  const auto most = OvSize(ctx, "post_nms_count", 0);
  if (!most) return;
  const Dim rows = ctx.DataDependentUpTo(Place::Output(0, 0), "how many proposals are kept",
                                         ctx.Multiply(batch, *most));
  const ElementType element = ctx.InputElement(0);
  ctx.SetOutput(0, element, {rows, Dim(4)});
  ctx.SetOutput(1, element, {rows});
  ctx.SetOutput(2, OvElement(ctx, "roi_num_type", ElementType::kInt64), {batch});
}

// [N, T, 1, 1] of data [T, N, C].
void InferCtcGreedyDecoder(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckRank(0, 3);
  ctx.CheckRank(1, 2);
  DimVector data = DimsOrUnknown(ctx, 0, 3);
  const DimVector mask = DimsOrUnknown(ctx, 1, 2);
  for (int i = 0; i < 2; ++i) {
    data[i] =
        ctx.Unify(data[i], Place::Input(0, i), mask[i], Place::Input(1, i), "sizes.agree"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), {data[1], data[0], Dim(1), Dim(1)});
}

// [N, T] and [N] of data [N, T, C].
void InferCtcGreedyDecoderSeqLen(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3)) return;
  ctx.CheckRank(0, 3);
  ctx.CheckRank(1, 1);
  const DimVector data = DimsOrUnknown(ctx, 0, 3);
  const Dim batch = UnifyVector(ctx, 1, data[0], Place::Input(0, 0), "sizes.agree"_check);
  ctx.SetOutput(0, OvElement(ctx, "classes_index_type", ElementType::kInt32), {batch, data[1]});
  ctx.SetOutput(1, OvElement(ctx, "sequence_length_type", ElementType::kInt32), {batch});
}

void InferCtcLoss(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 5)) return;
  ctx.CheckRank(0, 3);
  ctx.CheckRank(2, 2);
  Dim batch = DimsOrUnknown(ctx, 0, 3)[0];
  for (const int input : {1, 3}) {
    if (ctx.CheckRank(input, 1)) {
      batch = UnifyVector(ctx, input, batch, Place::Input(0, 0), "sizes.agree"_check);
    }
  }
  ctx.SetOutput(0, ctx.InputElement(0), {batch});
}

void InferDetectronTopK(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  CheckDims(ctx, 1, {DimsOrUnknown(ctx, 0, 2)[0]});
  const auto most = OvSize(ctx, "max_rois", 0);
  if (most) ctx.SetOutput(0, ctx.InputElement(0), {Dim(*most), Dim(4)});
}

void InferDetectronDetection(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  const auto classes = OvSize(ctx, "num_classes", 1);
  if (!classes) return;
  const Dim rows = DimsOrUnknown(ctx, 0, 2)[0];
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  CheckDims(ctx, 1, {rows, ctx.Multiply(*classes, 4)});
  CheckDims(ctx, 2, {rows, Dim(*classes)});
  CheckDims(ctx, 3, {Dim(1), Dim(3)});
  const int64_t most = OvInt(ctx, "max_detections_per_image", 0);
  ctx.SetOutput(0, ctx.InputElement(0), {Dim(most), Dim(4)});
  ctx.SetOutput(1, ElementType::kInt32, {Dim(most)});
  ctx.SetOutput(2, ctx.InputElement(0), {Dim(most)});
}

void InferDetectronProposals(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  const DimVector scores = DimsOrUnknown(ctx, 3, 3);
  CheckDims(ctx, 0, {Dim(3)});
  CheckDims(ctx, 1, {Dim(), Dim(4)});
  CheckDims(ctx, 2, {ctx.Multiply(scores[0], 4), scores[1], scores[2]});
  CheckDims(ctx, 3, {Dim(), Dim(), Dim()});
  const int64_t most = OvInt(ctx, "post_nms_count", 0);
  ctx.SetOutput(0, ctx.InputElement(0), {Dim(most), Dim(4)});
  ctx.SetOutput(1, ctx.InputElement(0), {Dim(most)});
}

void InferDetectronFeatures(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 1 << 20)) return;
  const int64_t size = OvInt(ctx, "output_size", 0);
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  const Dim regions = DimsOrUnknown(ctx, 0, 2)[0];
  Dim channels;
  for (int input = 1; input < ctx.input_count(); ++input) {
    if (!ctx.CheckRank(input, 4)) return;
    channels = ctx.Unify(channels, Place::Input(1, 1), DimsOrUnknown(ctx, input, 4)[1],
                         Place::Input(input, 1), "sizes.agree"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), {regions, channels, Dim(size), Dim(size)});
  ctx.SetOutput(1, ctx.InputElement(0), {regions, Dim(4)});
}

// One box of each prior for each place of a feature map.
void InferDetectronGrid(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  for (const int input : {1, 2}) ctx.CheckRank(input, 4);
  const Dim priors = DimsOrUnknown(ctx, 0, 2)[0];
  const DimVector features = DimsOrUnknown(ctx, 1, 4);
  const int64_t height = OvInt(ctx, "h", 0);
  const int64_t width = OvInt(ctx, "w", 0);
  const Dim rows = height > 0 ? Dim(height) : features[2];
  const Dim columns = width > 0 ? Dim(width) : features[3];
  if (OvFlag(ctx, "flatten", true)) {
    return ctx.SetOutput(0, ctx.InputElement(0),
                         {ctx.Multiply(ctx.Multiply(rows, columns), priors), Dim(4)});
  }
  ctx.SetOutput(0, ctx.InputElement(0), {rows, columns, priors, Dim(4)});
}

constexpr absl::string_view kSelected = "at most as many rows as there are boxes";

constexpr OperatorRow kOvDetectionRows[] = {
    {kOpenVino, "CTCGreedyDecoder", {1}, InferCtcGreedyDecoder, "[N, T, 1, 1]"},
    {kOpenVino, "CTCGreedyDecoderSeqLen", {6}, InferCtcGreedyDecoderSeqLen, "[N, T] and [N]"},
    {kOpenVino, "CTCLoss", {4}, InferCtcLoss, "[N]"},
    {kOpenVino, "DetectionOutput", {1, 8}, InferDetectionOutput, "[1, 1, kept boxes, 7]"},
    {kOpenVino,
     "ExperimentalDetectronDetectionOutput",
     {6},
     InferDetectronDetection,
     "[detections, 4] ..."},
    {kOpenVino,
     "ExperimentalDetectronGenerateProposalsSingleImage",
     {6},
     InferDetectronProposals,
     "[proposals, 4], [proposals]"},
    {kOpenVino, "ExperimentalDetectronPriorGridGenerator", {6}, InferDetectronGrid, "[boxes, 4]"},
    {kOpenVino,
     "ExperimentalDetectronROIFeatureExtractor",
     {6},
     InferDetectronFeatures,
     "[regions, C, size, size]"},
    {kOpenVino, "ExperimentalDetectronTopKROIs", {6}, InferDetectronTopK, "[regions, 4]"},
    {kOpenVino, "GenerateProposals", {9}, InferGenerateProposals, kSelected, kBoundedSizes},
    {kOpenVino, "MatrixNms", {8}, InferOvMatrixNms, kSelected, kBoundedSizes},
    {kOpenVino, "MulticlassNms", {8, 9}, InferOvMatrixNms, kSelected, kBoundedSizes},
    {kOpenVino, "NMSRotated", {13}, InferNmsRotated, kSelected, kBoundedSizes},
    {kOpenVino,
     "NonMaxSuppression",
     {1, 3, 4, 5, 9},
     InferNonMaxSuppression,
     kSelected,
     kBoundedSizes},
    {kOpenVino, "Proposal", {1, 4}, InferProposal, "[N*kept, 5], [N*kept]"},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoDetectionOperators() { return kOvDetectionRows; }

}  // namespace shapewright::rules
