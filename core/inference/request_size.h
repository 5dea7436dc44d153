#ifndef SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_

#include <cstdint>

#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// The limit of the operations before bindings are evaluated. It is equal for requests that differ
// only in bindings, as one finished inference may answer them all (S67).
uint64_t InferenceLimit(const v1::InferShapesRequest& request, const graph::Model& model,
                        const InferOptions& options);
uint64_t InferenceLimit(const v1::EvaluateShapesRequest& request, const graph::Model& model,
                        const InferOptions& options);
// The limit of all operations of the request.
uint64_t RequestLimit(const v1::InferShapesRequest& request, const graph::Model& model,
                      const InferOptions& options);
uint64_t RequestLimit(const v1::EvaluateShapesRequest& request, const graph::Model& model,
                      const InferOptions& options);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_
