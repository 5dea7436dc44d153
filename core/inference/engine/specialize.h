#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_SPECIALIZE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_SPECIALIZE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "core/inference/given/given.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// Cuts out the part of a model that `message` names, as a model of its own: the main graph or a
// function's body, with the named inner values as inputs and only the nodes its outputs depend on.
// The result views the model, the message and `given`, which outlive it. If an input has neither a
// type nor a constant in `given`, the whole model is inferred first to find its type.
// INVALID_ARGUMENT with the field's path for names that the model does not have.
absl::StatusOr<std::unique_ptr<graph::Model>> Specialize(const v1::Submodel& message,
                                                         const graph::Model& model,
                                                         const InferOptions& options, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_SPECIALIZE_H_
