#ifndef SHAPEWRIGHT_SERVER_SPLIT_REQUEST_H_
#define SHAPEWRIGHT_SERVER_SPLIT_REQUEST_H_

#include <grpcpp/support/byte_buffer.h>

#include <optional>
#include <string>

namespace shapewright::server {

// The pieces of an InferShapesRequest that brings its model as ONNX: the model, apart from all
// other fields. So the model is copied once, to where it stays, and hashed once, for its id and
// for the key of the cache.
struct SplitRequest {
  std::string onnx;
  std::string rest;  // a serialized InferShapesRequest without a model
};

// Nothing for requests of another form, malformed ones among them: they are parsed as a whole.
std::optional<SplitRequest> SplitInferShapesRequest(const grpc::ByteBuffer& request);

// Whether the request's model is a file of the server. `request` may be malformed.
bool NamesModelPath(const grpc::ByteBuffer& request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_SPLIT_REQUEST_H_
