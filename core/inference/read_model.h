#ifndef SHAPEWRIGHT_CORE_INFERENCE_READ_MODEL_H_
#define SHAPEWRIGHT_CORE_INFERENCE_READ_MODEL_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// The field of the request that has the model: `model.onnx`, ...
const char* SourceField(const v1::ModelSpec& spec);

// Reads the model that a request brings as `onnx`, `file` or `graph`. INVALID_ARGUMENT if it has no
// source or one that is not a model; UNIMPLEMENTED for `path` and `model_id`, which only the server
// resolves.
absl::StatusOr<std::unique_ptr<graph::Model>> ReadModel(const v1::ModelSpec& spec,
                                                        const InferOptions& options);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_READ_MODEL_H_
