#ifndef SHAPEWRIGHT_CORE_QUESTIONS_ANSWER_RUN_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_ANSWER_RUN_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/inference/infer_run.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::questions {

// The answer of a finished run for InferShapes, without ids and scenarios.
absl::StatusOr<std::string> AnswerRun(const v1::InferShapesRequest& request,
                                      inference::InferRun& run);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_ANSWER_RUN_H_
