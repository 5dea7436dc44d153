#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_SPECIALIZE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_SPECIALIZE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/given.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// The part of a model that a message names, as a model of its own: its main graph is the
// model's or a function's body, with inner values as inputs and only the nodes that its
// outputs need. It views the model, the message and `given`, which must outlive it. Where
// an input has neither a type nor a constant in `given`, the whole model is inferred to
// find one. INVALID_ARGUMENT, with the path of the field, for what the model does not have.
absl::StatusOr<std::unique_ptr<graph::Model>> Specialize(const v1::Submodel& message,
                                                         const graph::Model& model,
                                                         const InferOptions& options, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_SPECIALIZE_H_
