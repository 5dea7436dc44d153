#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_REQUESTS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_REQUESTS_H_

#include <google/protobuf/message.h>

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Builds requests that differ in the length of one list, for tests that their cost does not grow
// faster than the list.
template <typename Request>
struct Growing {
  absl::string_view name;
  // From this length on the list dominates the cost of the request.
  int length;
  Request (*build)(int length);
};
using GrowingRequest = Growing<v1::InferShapesRequest>;
// For ExplainShapes and PlanService.
using GrowingQuestion = Growing<std::shared_ptr<const google::protobuf::Message>>;
using GrowingEvaluation = Growing<v1::EvaluateShapesRequest>;

absl::Span<const GrowingRequest> GrowingRequests();
absl::Span<const GrowingEvaluation> GrowingEvaluations();
absl::Span<const GrowingQuestion> GrowingQuestions();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_REQUESTS_H_
