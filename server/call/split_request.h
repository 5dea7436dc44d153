#ifndef SHAPEWRIGHT_SERVER_CALL_SPLIT_REQUEST_H_
#define SHAPEWRIGHT_SERVER_CALL_SPLIT_REQUEST_H_

#include <grpcpp/support/byte_buffer.h>

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::server {

// A request that brings its model as ONNX, split into the model and all other fields, so that the
// model is copied only once, to its final place, and hashed only once, for its id and for the cache
// key.
struct SplitRequest {
  std::string onnx;
  std::string rest;  // a serialized request without a source of its model
};

// Nothing for any other request, also a malformed one: the caller then parses it as a whole.
std::optional<SplitRequest> SplitModelRequest(const grpc::ByteBuffer& request);

// Whether the request's model is a file of the server. `request` may be malformed.
bool NamesModelPath(absl::string_view request);

// An estimate of the work that a request about a model asks for, without parsing it. `request` may
// be malformed.
struct RequestedWork {
  // Within the request; both empty: it brings its model, or names a file.
  absl::string_view model_id;
  absl::string_view inference_id;
  // The size of the request without the lists that are counted as items.
  size_t bytes = 0;
  size_t items = 0;
};
// A repeated field of a request whose items each take about the same work.
struct ItemList {
  int field;
  // If an entry is itself a packed list: the bytes of each of its items. 0: the entry is one item.
  size_t item_bytes;
};
RequestedWork ReadRequestedWork(absl::string_view request, absl::Span<const ItemList> lists);

// The number of fields of a message, without nested ones; ends at the first malformed field.
size_t CountFields(absl::string_view message);

// An EvaluateShapesRequest with a `model_id` or an `inference_id`, and bindings, split without
// parsing.
struct BindingRequest {
  // Views into the request: the one id that it has, the other fields of its ModelSpec, and its
  // bindings, whose bytes can be parsed as an EvaluateShapesRequest of their own.
  absl::string_view model_id;
  absl::string_view inference_id;
  absl::string_view spec;
  absl::string_view bindings;
  // All other fields, in their order.
  std::string unbound;
};

// Nothing for any other request. What it leaves to others to read is malformed only where these see
// that: `spec` and `unbound` are parts of the key of an inference, which has them as protobuf
// writes them, and `bindings` are parsed. So what is kept never makes a malformed request a good
// one.
std::optional<BindingRequest> SplitBindingRequest(absl::string_view request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_SPLIT_REQUEST_H_
