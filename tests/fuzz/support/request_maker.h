#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_REQUEST_MAKER_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_REQUEST_MAKER_H_

#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/fuzz/support/decisions.h"
#include "tests/fuzz/support/model_maker.h"

namespace shapewright::fuzz {

// A request about a made model: with policies, types of inputs, elements, premises, selections, and
// parts of the model.
v1::InferShapesRequest MakeRequest(const MadeModel& model, Decisions& decisions);
// For sizes of the model of such a request: with bindings, values by name or packed, and memory.
v1::EvaluateShapesRequest MakeEvaluation(const v1::ModelSpec& spec, const MadeModel& model,
                                         Decisions& decisions);

// Of such a model too: buckets with placements, and questions why.
v1::PlanBucketsRequest MakeBuckets(const v1::ModelSpec& spec, const MadeModel& model,
                                   Decisions& decisions);
v1::ExplainShapesRequest MakeQuestions(const v1::ModelSpec& spec, const MadeModel& model,
                                       Decisions& decisions);

// The same model twice: with a binding that gives every input its sizes and elements, and with
// those sizes and elements in the place of what the model declares.
struct BoundTwice {
  v1::EvaluateShapesRequest bound;
  v1::InferShapesRequest concrete;
};
BoundTwice BindTwice(const MadeModel& model, Decisions& decisions);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_REQUEST_MAKER_H_
