// Losses: one per target, or their mean or sum.
#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr int kLossChannels = 1;

// The targets' dims are the scores' without the classes.
DimVector LossDims(RuleContext& ctx) {
  const Shape scores = ctx.InputShape(0);
  const Shape targets = ctx.InputShape(1);
  if (!scores.has_rank) return DimVector(targets.dims.begin(), targets.dims.end());
  DimVector dims;
  for (int axis = 0; axis < scores.rank(); ++axis) {
    if (axis != kLossChannels) dims.push_back(scores.dims[axis]);
  }
  if (!targets.has_rank || !ctx.CheckRank(1, scores.rank() - 1)) return dims;
  // onnxruntime reads as many targets as the scores have positions.
  const ToleratedChecks checks(ctx);
  for (int axis = 0; axis < targets.rank(); ++axis) {
    const int own = axis < kLossChannels ? axis : axis + 1;
    dims[axis] = ctx.Unify(dims[axis], Place::Input(0, own), targets.dims[axis],
                           Place::Input(1, axis), "loss.targets"_check);
  }
  return dims;
}

void InferLoss(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 2, kAnyRank);
  const Shape scores = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  const absl::string_view reduction = ctx.StringAttribute("reduction", "mean");
  const DimVector dims = LossDims(ctx);
  if (scores.has_rank && scores.rank() > kLossChannels) {
    UnifyVector(ctx, 2, scores.dims[kLossChannels], Place::Input(0, kLossChannels),
                "loss.weights"_check);
  }
  if (reduction == "none") {
    const bool has_rank = scores.has_rank || ctx.InputShape(1).has_rank;
    ctx.SetOutput(0, element, has_rank ? Shape::Of(dims) : Shape());
  } else if (reduction == "mean" || reduction == "sum") {
    ctx.SetOutput(0, element, absl::Span<const Dim>());
  } else {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " knows no reduction ", reduction));
  }
  // The second result of SoftmaxCrossEntropyLoss: log probabilities.
  ctx.SetOutput(1, element, scores);
}

constexpr absl::string_view kLoss = "a scalar; the targets' shape without reduction";

constexpr OperatorRow kLossRows[] = {
    {"", "NegativeLogLikelihoodLoss", {12, 13, 22}, InferLoss, kLoss},
    {"", "SoftmaxCrossEntropyLoss", {12, 13}, InferLoss, kLoss},
};

}  // namespace

absl::Span<const OperatorRow> LossOperators() { return kLossRows; }

}  // namespace shapewright::rules
