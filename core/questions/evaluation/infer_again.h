#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_INFER_AGAIN_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_INFER_AGAIN_H_

#include <memory>

#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "core/questions/evaluation/own_cases.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::questions {

// Infers the model of a request again for single bindings. A few of these
// inferences are kept for the next bindings. All arguments outlive the result; `model` is the whole
// model, and `question` what is evaluated.
std::unique_ptr<OwnCases> InferAgain(const v1::ModelSpec& spec, const graph::Model& model,
                                     const inference::InferOptions& options,
                                     const v1::EvaluateShapesRequest& question);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_INFER_AGAIN_H_
