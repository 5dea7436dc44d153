#ifndef SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/given.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Gives inputs of unknown rank the rank of their shapes in the request's bindings, with the sizes
// that are the same in all bindings; and inputs of rank 1 their common length, as it may be the
// rank of a result. Returns whether there are such inputs: other bindings may then need another
// inference. INVALID_ARGUMENT, with the path of the field, for bindings with different ranks of one
// input, and for a rank outside the declared bounds or above `max_rank`.
absl::StatusOr<bool> TakeRanksOfBindings(const v1::InferShapesRequest& request,
                                         const graph::Model& model, int max_rank, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_
