#ifndef SHAPEWRIGHT_CORE_INFERENCE_READ_MODEL_H_
#define SHAPEWRIGHT_CORE_INFERENCE_READ_MODEL_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// Reads the model that a request brings as `onnx` or `graph`. INVALID_ARGUMENT for what is no
// model, and where there is none; UNIMPLEMENTED for the sources that only a server can resolve.
absl::StatusOr<std::unique_ptr<graph::Model>> ReadModel(const v1::ModelSpec& spec,
                                                        const InferOptions& options);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_READ_MODEL_H_
