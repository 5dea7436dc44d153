#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_REQUEST_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/guard/request_check.h"

namespace shapewright::server {

// An inference request of a model server, in the JSON of the Open Inference Protocol (KServe v2):
// {"model": ..., "inputs": [{"name": ..., "shape": [...], "datatype": ..., "data": [...]}]}.
// What else the protocol has is passed over.
struct GuardRequest {
  struct Tensor {
    std::string name;
    v1::ElementType element_type = v1::ELEMENT_TYPE_UNSPECIFIED;
    std::vector<int64_t> sizes;
    // The first elements, if they are integers or truths.
    std::vector<int64_t> elements;
  };

  std::string model;
  // Empty: the newest.
  std::string version;
  std::vector<Tensor> inputs;
  // What is wrong with an input by itself, whatever the model; empty: nothing. Those after it are
  // not read then.
  std::string defect;
  // Inputs may be missing here that the request has.
  bool is_partial = false;

  // Refers to this.
  std::vector<guard::RequestTensor> Tensors() const;
};

// INVALID_ARGUMENT says what is wrong with the JSON. The model is that of its field `model`.
absl::StatusOr<GuardRequest> ReadGuardRequest(absl::string_view json);
// The same of the body of a request whose path names the model.
absl::StatusOr<GuardRequest> ReadInferBody(absl::string_view json);

// The product of the sizes. Nothing where a size is negative or the product is beyond 64 bits.
std::optional<int64_t> CountElements(absl::Span<const int64_t> sizes);
// At most so many elements of an input are read: a guard asks for few.
inline constexpr size_t kMaxElements = 1024;

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_REQUEST_H_
