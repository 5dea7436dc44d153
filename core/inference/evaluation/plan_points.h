#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_PLAN_POINTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_PLAN_POINTS_H_

#include "absl/status/status.h"
#include "core/base/answer_budget.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Whether a request has buckets or histograms.
bool AsksForPlans(const v1::InferShapesRequest& request);

// Writes a point for each combination of bucket sizes, the last axis varying fastest.
// INVALID_ARGUMENT, with the path of the field in the request, for what does not fit the model;
// errors of the work, and of the budget of `out`.
absl::Status WriteBuckets(Evaluations& evaluations, const v1::InferShapesRequest& request,
                          Work& work, WireWriter* out);

// Fills in the advice that a request asks for, and counts it.
absl::Status WriteAdvice(const Evaluations& evaluations, const v1::InferShapesRequest& request,
                         Work& work, AnswerBudget& budget, v1::InferShapesResponse* answer);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_PLAN_POINTS_H_
