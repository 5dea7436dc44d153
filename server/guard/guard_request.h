#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_REQUEST_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/guard/request_check.h"

namespace shapewright::server {

// An inference request of a model server, in the JSON of the Open Inference Protocol (KServe v2):
// {"model": ..., "inputs": [{"name": ..., "shape": [...], "datatype": ..., "data": [...]}]}.
// `model` is an inference_id or a path; what else the protocol has is passed over.
struct GuardRequest {
  struct Tensor {
    std::string name;
    v1::ElementType element_type = v1::ELEMENT_TYPE_UNSPECIFIED;
    std::vector<int64_t> sizes;
    // The first elements, if they are integers or truths.
    std::vector<int64_t> elements;
  };

  std::string model;
  std::vector<Tensor> inputs;

  // Refers to this.
  std::vector<guard::RequestTensor> Tensors() const;
};

// INVALID_ARGUMENT says what is wrong with the JSON.
absl::StatusOr<GuardRequest> ReadGuardRequest(absl::string_view json);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_REQUEST_H_
