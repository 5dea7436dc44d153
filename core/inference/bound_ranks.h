#ifndef SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/inference/engine/given.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// The inputs of a model whose rank, or whose length where they have rank 1, bindings can tell.
class OpenInputs {
 public:
  // Bindings tell nothing.
  OpenInputs() = default;
  // `given` is what the request says beside its bindings. The model and the memory of `given`
  // outlive it.
  OpenInputs(const graph::Model& model, const Given& given);

  // Whether the bindings of a request tell a rank or a length. If not, its inference is the one of
  // all such requests that differ in nothing but what they bind.
  bool AreToldBy(const v1::InferShapesRequest& request) const;

  // Calls `visit` for each rank or length that a binding tells, with the input's name, its declared
  // type and the sizes, until it fails. The error has the path of the sizes in the binding.
  template <typename Visit>
  absl::Status VisitTold(const v1::Binding& binding, const Visit& visit) const;

 private:
  HashMap<absl::string_view, const graph::DeclaredType*> declared_;
};

// Gives inputs of unknown rank the rank of their shapes in the request's bindings, with the sizes
// that are the same in all bindings; and inputs of rank 1 their common length, as it may be the
// rank of a result. INVALID_ARGUMENT, with the path of the field, for bindings with different ranks
// of one input, and for a rank outside the declared bounds or above `max_rank`.
absl::Status TakeRanksOfBindings(const v1::InferShapesRequest& request, const OpenInputs& open,
                                 int max_rank, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BOUND_RANKS_H_
