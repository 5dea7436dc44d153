#ifndef SHAPEWRIGHT_CORE_INFERENCE_BINDING_BOUND_RANKS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BINDING_BOUND_RANKS_H_

#include <google/protobuf/repeated_ptr_field.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/given.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::inference {

using Bindings = google::protobuf::RepeatedPtrField<v1::Binding>;

// The inputs of a model whose rank, or whose length where they have rank 1, bindings can tell.
class OpenInputs {
 public:
  // Bindings tell nothing.
  OpenInputs() = default;
  // `given` is what the request says beside its bindings. The model and the memory of `given`
  // outlive it.
  OpenInputs(const graph::Model& model, const Given& given);

  // Whether bindings tell a rank or a length. If not, its inference is the one of
  // all such requests that differ in nothing but what they bind.
  bool AreToldBy(const Bindings& bindings) const;
  // Whether there are none.
  bool empty() const { return declared_.empty(); }

  // Calls `visit` for each rank or length that a binding tells, with the input's name, its declared
  // type and the sizes, until it fails. The error has the path of the sizes in the binding.
  template <typename Visit>
  absl::Status VisitTold(const v1::Binding& binding, const Visit& visit) const;

 private:
  HashMap<absl::string_view, const graph::DeclaredType*> declared_;
};

// What is wrong with bindings before they are evaluated, by their index: INVALID_ARGUMENT, with the
// path of the field in the binding.
using BindingErrors = HashMap<int, absl::Status>;

// Gives inputs of unknown rank the rank of their shapes in bindings, with the sizes
// that are the same in all bindings; and inputs of rank 1 their common length, as it may be the
// rank of a result. `errors` gets the bindings that give an input another rank than one before
// them, or one outside the declared bounds or above `max_rank`. An error of the work.
absl::Status TakeRanksOfBindings(const Bindings& bindings, const OpenInputs& open, int max_rank,
                                 Work& work, Given* given, BindingErrors* errors);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BINDING_BOUND_RANKS_H_
