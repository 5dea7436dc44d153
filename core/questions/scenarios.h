#ifndef SHAPEWRIGHT_CORE_QUESTIONS_SCENARIOS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_SCENARIOS_H_

#include <string>

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::questions {

// Answers the scenarios of a request (S41), each by one more inference with its premises behind
// those of the ModelSpec, and appends the ScenarioAnswers to the serialized answer about the model
// itself. A scenario whose premises make no sense gets an error of its own. The call fails for its
// work, which `work` counts, and for the limit of the answer's bytes.
absl::Status AppendScenarios(const v1::InferShapesRequest& request, const graph::Model& model,
                             const inference::InferOptions& options, Work& work,
                             std::string* answer);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_SCENARIOS_H_
