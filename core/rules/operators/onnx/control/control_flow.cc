// The table of If, Loop and Scan.
#include "core/rules/operators/onnx/control/conditional.h"
#include "core/rules/operators/onnx/control/loop.h"
#include "core/rules/operators/onnx/control/scan.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr OperandForm kIfForms[] = {{0, Form::kOneElement}};
constexpr OperandForm kLoopForms[] = {{0, Form::kOneElement}, {1, Form::kOneElement}};

constexpr OperatorRow kControlFlowRows[] = {
    {"",
     "If",
     {1, 11, 13, 16, 19, 21, 23, 24, 25},
     InferIf,
     "the join of both branches, by the condition where it is of sizes; one branch where it is "
     "known, or where the other one cannot run",
     {.bodies = Bodies::kBranches, .forms = kIfForms},
     kBodiesOnly},
    {"",
     "Loop",
     {1, 11, 13, 16, 19, 21, 23, 24, 25},
     InferLoop,
     "a fixed point by widening; steps times trip count where known",
     {.bodies = Bodies::kLoop, .forms = kLoopForms},
     kBodiesOnly},
    {"",
     "Scan",
     {8, 9, 11, 16, 19, 21, 23, 24, 25},
     InferScan,
     "a fixed point by widening; one slice per step",
     {.bodies = Bodies::kScan},
     kBodiesOnly},
};

}  // namespace

absl::Span<const OperatorRow> ControlFlowOperators() { return kControlFlowRows; }

}  // namespace shapewright::rules
