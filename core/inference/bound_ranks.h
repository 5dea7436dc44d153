#ifndef SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/given.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Gives the inputs of unknown rank the rank that the request's bindings have for them, and the
// sizes that are the same in all, so that one inference serves them all; inputs of rank 1 the
// length of their elements, where it is the same in all: it may be the rank of a result. Returns
// whether there are such inputs: other bindings may want another inference. INVALID_ARGUMENT, with
// the path of the field, where two bindings have two ranks for an input, one outside the declared
// bounds, or one above `max_rank`.
absl::StatusOr<bool> TakeRanksOfBindings(const v1::InferShapesRequest& request,
                                         const graph::Model& model, int max_rank, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_
