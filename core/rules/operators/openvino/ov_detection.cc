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
void InferNms(RuleContext& ctx, int numbers, int least_inputs, int most_inputs) {
  if (!CheckInputs(ctx, least_inputs, most_inputs)) return;
  if (!HasOutputs(ctx, ctx.version() < 5 ? 1 : 3)) return;
  const OvBoxes boxes = ReadBoxes(ctx, numbers);
  for (int input = 2; input < ctx.input_count(); ++input) {
    const Shape shape = ctx.InputShape(input);
    if (shape.has_rank) {
      ctx.CheckForm(input, numbers == 4 && ctx.version() < 5 ? Form::kScalar : Form::kScalarOrOne);
    }
  }
  Expr most = ctx.HasInput(2) ? ctx.OnlyElementOrFresh(2) : Expr(0);
  if (most.is_constant() && most.constant() < 0 && ctx.version() < 4) most = 0;
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

void InferNonMaxSuppression(RuleContext& ctx) { InferNms(ctx, 4, 2, 6); }
void InferNmsRotated(RuleContext& ctx) { InferNms(ctx, 5, 5, 5); }

bool CheckNmsEta(RuleContext& ctx) {
  const double eta = OvReal(ctx, "nms_eta", 1);
  if (eta >= 0 && eta <= 1) return true;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs nms_eta of 0 to 1, it is ", eta));
  return false;
}

// Rows [n, 6], indices [n, 1], and how many each image has.
void InferOvMatrixNms(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3)) return;
  ctx.CheckSameElement(0, 1);
  if (!CheckNmsEta(ctx)) return;
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
  if (top < -1 || keep < -1) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs nms_top_k and keep_top_k of at least -1"));
    return;
  }
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

// How many boxes and classes there are, from what tells it: the priors, or where these are open,
// the places and the confidences.
struct Detections {
  Dim boxes, classes;
};

Detections CountDetections(RuleContext& ctx, Dim located, Dim confidence, Dim priors) {
  Detections found;
  if (!priors.is_unknown())
    found.boxes = ctx.FloorDiv(priors, OvFlag(ctx, "normalized", false) ? 4 : 5);
  if (ctx.FindAttribute("num_classes") != nullptr) found.classes = OvInt(ctx, "num_classes", 0);
  const bool is_shared = OvFlag(ctx, "share_location", true);
  const Expr per_box = is_shared ? Expr(4) : ctx.Multiply(found.classes, 4);
  const auto divide = [&ctx](Dim dim, Expr by) {
    const bool is_known = dim.is_constant() && by.is_constant() && by.constant() > 0;
    return is_known ? ctx.FloorDiv(dim, by) : Dim();
  };
  if (!found.boxes.is_constant()) {
    Dim boxes = divide(located, per_box);
    if (boxes.is_unknown()) boxes = divide(confidence, found.classes);
    if (!boxes.is_unknown()) found.boxes = boxes;
  }
  if (found.classes.is_unknown()) found.classes = divide(confidence, found.boxes);
  return found;
}

// [1, 1, kept, 7]
void InferDetectionOutput(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 5)) return;
  for (const int input : {0, 1}) ctx.CheckRank(input, 2);
  for (int input = 1; input < ctx.input_count(); ++input) {
    if (input != 2) ctx.CheckSameElement(0, input);
  }
  if (ctx.version() < 8 && !OvSize(ctx, "num_classes", 1)) return;
  ctx.CheckRank(2, 3);
  const DimVector located = DimsOrUnknown(ctx, 0, 2);
  const DimVector confidence = DimsOrUnknown(ctx, 1, 2);
  const DimVector priors = DimsOrUnknown(ctx, 2, 3);
  const OvInts keep = OvList(ctx, "keep_top_k");
  const int64_t top = OvInt(ctx, "top_k", -1);
  const Dim batch = ctx.Unify(located[0], Place::Input(0, 0), confidence[0], Place::Input(1, 0),
                              "boxes.batch"_check);
  const auto [boxes, classes] = CountDetections(ctx, located[1], confidence[1], priors[2]);
  const int64_t rows = OvFlag(ctx, "variance_encoded_in_target", false) ? 1 : 2;
  ctx.RequireEqual(priors[1], Place::Input(2, 1), rows, {}, "sizes.agree"_check);
  UnifyUnlessOne(ctx, batch, Place::Input(0, 0), priors[0], Place::Input(2, 0),
                 "boxes.batch"_check);
  const Expr places = OvFlag(ctx, "share_location", true) ? Expr(4) : ctx.Multiply(classes, 4);
  CheckDims(ctx, 0, {Dim(), ctx.Multiply(boxes, places)});
  CheckDims(ctx, 1, {batch, ctx.Multiply(boxes, classes)});
  if (!boxes.is_unknown()) {
    CheckDims(ctx, 2,
              {Dim(), Dim(), ctx.Multiply(boxes, OvFlag(ctx, "normalized", false) ? 4 : 5)});
  }
  Dim kept;
  if (!keep.empty() && keep[0] > 0) {
    kept = ctx.Multiply(batch, keep[0]);
  } else if (top > 0 && !keep.empty() && keep[0] == -1) {
    kept = ctx.Multiply(ctx.Multiply(batch, top), classes);
  } else {
    kept = ctx.Multiply(ctx.Multiply(batch, boxes), classes);
  }
  ctx.SetOutput(0, ctx.InputElement(0), {Dim(1), Dim(1), kept, Dim(7)});
}

void InferProposal(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3) || !HasOutputs(ctx, ctx.version() < 4 ? 1 : 2)) return;
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
  // Two scores and four deltas for each anchor.
  if (!scores[1].is_unknown() && !deltas[1].is_unknown()) {
    ctx.RequireEqual(ctx.Multiply(scores[1], 2), Place::Input(0, 1), deltas[1], Place::Input(1, 1),
                     "sizes.agree"_check);
  }
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
  Dim batch = sizes[0];
  for (const int input : {2, 3}) {
    batch = ctx.Unify(batch, Place::Input(0, 0), DimsOrUnknown(ctx, input, 4)[0],
                      Place::Input(input, 0), "boxes.batch"_check);
  }
  const Interval numbers = ctx.Bounds(sizes[1]);
  if (numbers.max < 3 || numbers.min > 4) {
    ctx.Error("DIM_MISMATCH", Place::Input(0, 1), "an image's size has 3 or 4 numbers");
    return;
  }
  const DimVector anchors = DimsOrUnknown(ctx, 1, 4);
  CheckDims(ctx, 1, {Dim(), Dim(), Dim(), Dim(4)});
  CheckDims(ctx, 2, {batch, ctx.Multiply(anchors[2], 4), anchors[0], anchors[1]});
  CheckDims(ctx, 3, {batch, anchors[2], anchors[0], anchors[1]});
  const auto most = OvSize(ctx, "post_nms_count", 1);
  if (!most || !OvSize(ctx, "pre_nms_count", 1)) return;
  if (OvReal(ctx, "nms_eta", 1) != 1) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "GenerateProposals needs nms_eta of 1");
    return;
  }
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
  if (ctx.HasInput(2)) ctx.CheckForm(2, Form::kScalarOrOne);
  const DimVector data = DimsOrUnknown(ctx, 0, 3);
  const Dim batch = UnifyVector(ctx, 1, data[0], Place::Input(0, 0), "sizes.agree"_check);
  ctx.SetOutput(0, OvElement(ctx, "classes_index_type", ElementType::kInt32), {batch, data[1]});
  ctx.SetOutput(1, OvElement(ctx, "sequence_length_type", ElementType::kInt32), {batch});
}

void InferCtcLoss(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 5)) return;
  ctx.CheckRank(0, 3);
  ctx.CheckRank(2, 2);
  const DimVector logits = DimsOrUnknown(ctx, 0, 3);
  const DimVector labels = DimsOrUnknown(ctx, 2, 2);
  Dim batch =
      ctx.Unify(logits[0], Place::Input(0, 0), labels[0], Place::Input(2, 0), "sizes.agree"_check);
  ctx.Unify(logits[1], Place::Input(0, 1), labels[1], Place::Input(2, 1), "sizes.agree"_check);
  for (const int input : {1, 3}) {
    if (ctx.CheckRank(input, 1)) {
      batch = UnifyVector(ctx, input, batch, Place::Input(0, 0), "sizes.agree"_check);
    }
  }
  ctx.SetOutput(0, ctx.InputElement(0), {batch});
}

// All operands are of one type.
bool CheckDetectron(RuleContext& ctx, int least, int most) {
  if (!CheckInputs(ctx, least, most)) return false;
  bool is_one = true;
  for (int input = 1; input < ctx.input_count(); ++input) {
    is_one = ctx.CheckSameElement(0, input) && is_one;
  }
  return is_one;
}

void InferDetectronTopK(RuleContext& ctx) {
  if (!CheckDetectron(ctx, 2, 2)) return;
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  CheckDims(ctx, 1, {DimsOrUnknown(ctx, 0, 2)[0]});
  const auto most = OvSize(ctx, "max_rois", 0);
  if (most) ctx.SetOutput(0, ctx.InputElement(0), {Dim(*most), Dim(4)});
}

void InferDetectronDetection(RuleContext& ctx) {
  if (!CheckDetectron(ctx, 4, 4)) return;
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
  if (!CheckDetectron(ctx, 4, 4)) return;
  const DimVector scores = DimsOrUnknown(ctx, 3, 3);
  CheckDims(ctx, 0, {Dim(3)});
  CheckDims(ctx, 1, {Dim(), Dim(4)});
  // The numbers of the boxes are not compared.
  CheckDims(ctx, 2, {Dim(), scores[1], scores[2]});
  CheckDims(ctx, 3, {Dim(), Dim(), Dim()});
  const int64_t most = OvInt(ctx, "post_nms_count", 0);
  ctx.SetOutput(0, ctx.InputElement(0), {Dim(most), Dim(4)});
  ctx.SetOutput(1, ctx.InputElement(0), {Dim(most)});
}

void InferDetectronFeatures(RuleContext& ctx) {
  if (!CheckDetectron(ctx, 2, 1 << 20)) return;
  const int64_t size = OvInt(ctx, "output_size", 0);
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  const Dim regions = DimsOrUnknown(ctx, 0, 2)[0];
  Dim channels;
  for (int input = 1; input < ctx.input_count(); ++input) {
    if (!ctx.CheckRank(input, 4)) return;
    const DimVector level = DimsOrUnknown(ctx, input, 4);
    CheckDims(ctx, input, {Dim(1), Dim(), Dim(), Dim()});
    channels = ctx.Unify(channels, Place::Input(1, 1), level[1], Place::Input(input, 1),
                         "sizes.agree"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), {regions, channels, Dim(size), Dim(size)});
  ctx.SetOutput(1, ctx.InputElement(0), {regions, Dim(4)});
}

// One box of each prior for each place of a feature map.
void InferDetectronGrid(RuleContext& ctx) {
  if (!CheckDetectron(ctx, 3, 3)) return;
  CheckDims(ctx, 0, {Dim(), Dim(4)});
  for (const int input : {1, 2}) ctx.CheckRank(input, 4);
  const Dim priors = DimsOrUnknown(ctx, 0, 2)[0];
  const DimVector features = DimsOrUnknown(ctx, 1, 4);
  const Dim images = DimsOrUnknown(ctx, 2, 4)[0];
  ctx.Unify(features[0], Place::Input(1, 0), images, Place::Input(2, 0), "sizes.agree"_check);
  // The attributes h and w say what the boxes are divided by.
  const Dim rows = features[2];
  const Dim columns = features[3];
  if (OvFlag(ctx, "flatten", false)) {
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
