#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_SELECTION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_SELECTION_H_

#include "absl/status/status.h"
#include "core/graph/model.h"
#include "core/inference/answer/answer_writer.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// The sections that a request selects; if it selects none, all but the large ones.
AnswerOptions ReadSelection(const v1::Selection& selection);

// Whether the section is asked for by name.
bool HasSection(const v1::Selection& selection, v1::Section section);

// INVALID_ARGUMENT with the field of a name that no value of the main graph has.
absl::Status CheckNames(const graph::Model& model, const v1::Selection& selection);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_SELECTION_H_
