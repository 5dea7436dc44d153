#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_SELECTION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_SELECTION_H_

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/answer/answer_writer.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Which parts of the answer a request selects. INVALID_ARGUMENT, with the field, for a name that no
// value of the main graph has and for an unknown part.
absl::StatusOr<AnswerOptions> ReadSelection(const v1::InferShapesRequest& request,
                                            const graph::Model& model);

// Whether a part is asked for.
bool Includes(const v1::InferShapesRequest& request, v1::Part part);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_SELECTION_H_
