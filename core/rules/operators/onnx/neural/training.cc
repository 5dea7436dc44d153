// Optimizers: new values of tensors that come in groups.
#include "absl/strings/str_cat.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// The learning rate and the update count come first.
constexpr int kFirstTensor = 2;

void SetLike(RuleContext& ctx, int output, int input) {
  if (input < ctx.input_count()) {
    ctx.SetOutput(output, ctx.InputElement(input), ctx.InputShape(input));
  }
}

// Operands are the tensors, their gradients and `states` more groups; results are
// the new tensors and states.
void InferOptimizer(RuleContext& ctx, int states) {
  const int groups = 2 + states;
  const int tensors = ctx.input_count() - kFirstTensor;
  if (tensors < groups || tensors % groups != 0) {
    ctx.Error("WRONG_INPUT_COUNT", {},
              absl::StrCat(ctx.op().op_type, " takes 2 inputs and ", groups,
                           " for each tensor, the node has ", ctx.input_count()));
    return;
  }
  const int count = tensors / groups;
  for (int i = 0; i < count; ++i) {
    SetLike(ctx, i, kFirstTensor + i);
    for (int state = 1; state <= states; ++state) {
      SetLike(ctx, state * count + i, kFirstTensor + (state + 1) * count + i);
    }
  }
}

void InferAdam(RuleContext& ctx) { InferOptimizer(ctx, 2); }
void InferOneState(RuleContext& ctx) { InferOptimizer(ctx, 1); }

// A gradient has the shape of the tensor that it is the gradient for.
void InferGradient(RuleContext& ctx) {
  for (int i = 0; i < ctx.output_count(); ++i) SetLike(ctx, i, i);
}

constexpr absl::string_view kDomain = "ai.onnx.preview.training";
constexpr absl::string_view kOptimizer = "the tensors' shapes, then the states'";

constexpr OperatorRow kTrainingRows[] = {
    {kDomain, "Adagrad", {1}, InferOneState, kOptimizer},
    {kDomain, "Adam", {1}, InferAdam, kOptimizer},
    {kDomain, "Gradient", {1}, InferGradient, "the shapes of what it is taken for"},
    {kDomain, "Momentum", {1}, InferOneState, kOptimizer},
};

}  // namespace

absl::Span<const OperatorRow> TrainingOperators() { return kTrainingRows; }

}  // namespace shapewright::rules
