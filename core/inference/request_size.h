#ifndef SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_

#include <google/protobuf/message_lite.h>

#include <cstdint>

#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// Serialized size of a submessage with its length and its tag of one byte.
uint64_t FieldBytes(const google::protobuf::MessageLite& message);

// The serialized size of a request without the source of its model, whose bytes are counted
// separately and alike for all kinds of source. `spec` is the request's ModelSpec; null if it has
// none.
uint64_t BytesBesideModel(const google::protobuf::MessageLite& request, const v1::ModelSpec* spec);

// The limit of all operations of a request about a model.
template <typename Request>
uint64_t RequestLimit(const Request& request, const graph::Model& model,
                      const InferOptions& options) {
  const v1::ModelSpec* const spec = request.has_model() ? &request.model() : nullptr;
  return WorkLimit(options.max_work, request.limits().work(),
                   model.byte_size + BytesBesideModel(request, spec));
}

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_REQUEST_SIZE_H_
