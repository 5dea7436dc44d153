#ifndef SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_

#include <cstdint>

#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// What a request may cost until its bindings are looked at, which one finished inference may serve
// whatever they are: the same for all that say the same but for what they bind (S67).
uint64_t InferenceLimit(const v1::InferShapesRequest& request, const graph::Model& model,
                        const InferOptions& options);
// What it may cost in all.
uint64_t RequestLimit(const v1::InferShapesRequest& request, const graph::Model& model,
                      const InferOptions& options);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_
