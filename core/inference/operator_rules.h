#ifndef SHAPEWRIGHT_CORE_INFERENCE_OPERATOR_RULES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_OPERATOR_RULES_H_

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "core/inference/given/given.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// The functions that a request brings as rules, each a model of its own.
using RuleBodies = std::vector<std::unique_ptr<const graph::Model>>;

// Reads the rules that a request brings for operators of the model (S62 to S64): signatures into
// `given`, whose memory the bodies view. INVALID_ARGUMENT with the path of the field within the
// request.
absl::Status ReadOperatorRules(const v1::ModelSpec& spec, const graph::Model& model,
                               const InferOptions& options, Work& work, Given* given,
                               RuleBodies* bodies);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_OPERATOR_RULES_H_
