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

// The inputs that a model leaves open in a way inference depends on: of unknown rank, or of rank 1
// and unknown length. Bindings can fix ("tell") those. Immutable, hence thread-safe.
class OpenInputs {
 public:
  // No input is open.
  OpenInputs() = default;
  // `given` is what the request says besides its bindings. The model and the memory of `given`
  // outlive this.
  OpenInputs(const graph::Model& model, const Given& given);

  // Whether a binding fixes the rank or length of an open input. If not, requests that differ only
  // in bindings share one inference.
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

// Adds to `given` what the bindings say of open inputs: a type with the rank and those sizes that
// are equal in all bindings, or the common length of an input of rank 1 (it may become the rank of
// a result). Bindings that contradict an earlier one, the declared rank bounds or `max_rank` go to
// `errors`. Fails only if the work does.
absl::Status TakeRanksOfBindings(const Bindings& bindings, const OpenInputs& open, int max_rank,
                                 Work& work, Given* given, BindingErrors* errors);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BINDING_BOUND_RANKS_H_
