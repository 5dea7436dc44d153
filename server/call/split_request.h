#ifndef SHAPEWRIGHT_SERVER_CALL_SPLIT_REQUEST_H_
#define SHAPEWRIGHT_SERVER_CALL_SPLIT_REQUEST_H_

#include <grpcpp/support/byte_buffer.h>

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::server {

// The pieces of a request about a model that brings it as ONNX: the model, apart from all
// other fields. So the model is copied once, to where it stays, and hashed once, for its id and
// for the key of the cache.
struct SplitRequest {
  std::string onnx;
  std::string rest;  // a serialized request without a source of its model
};

// Nothing for requests of another form, malformed ones among them: they are parsed as a whole.
std::optional<SplitRequest> SplitModelRequest(const grpc::ByteBuffer& request);

// Whether the request's model is a file of the server. `request` may be malformed.
bool NamesModelPath(absl::string_view request);

// What a request about a model shows of the work that it asks for. `request` may be malformed.
struct RequestedWork {
  absl::string_view model_id;  // within the request; empty: it brings its model, or names a file
  // Without the items.
  size_t bytes = 0;
  size_t items = 0;
};
// A list of a request, of which each item takes about as much work.
struct ItemList {
  int field;
  // Each entry has an item for so many bytes; 0: it is one.
  size_t item_bytes;
};
RequestedWork ReadRequestedWork(absl::string_view request, absl::Span<const ItemList> lists);

// The fields of a message, not those of the messages within; up to the first that is malformed.
size_t CountFields(absl::string_view message);

// The pieces of an EvaluateShapesRequest that names its model and has bindings.
struct BindingRequest {
  // Within the request: its `model_id`, the rest of its ModelSpec, and its bindings, which are such
  // a request by themselves.
  absl::string_view model_id;
  absl::string_view spec;
  absl::string_view bindings;
  // All other fields, in their order.
  std::string unbound;
};

// Nothing for requests of another form; malformed ones may pass.
std::optional<BindingRequest> SplitBindingRequest(absl::string_view request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_SPLIT_REQUEST_H_
