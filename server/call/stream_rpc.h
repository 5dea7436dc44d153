#ifndef SHAPEWRIGHT_SERVER_CALL_STREAM_RPC_H_
#define SHAPEWRIGHT_SERVER_CALL_STREAM_RPC_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"

namespace shapewright::server {

// How an RPC that answers in many messages is made of a method that gives the answer whole. Errors
// name the fields of the method's request: who asks one way or the other reads the same.
struct StreamRpc {
  // The request of the method within that of the RPC.
  absl::StatusOr<grpc::ByteBuffer> (*unwrap)(const grpc::ByteBuffer& request);
  // The messages that an answer of the method is sent in, each of at most so many bytes. They refer
  // to the bytes of the answer.
  absl::StatusOr<std::vector<grpc::ByteBuffer>> (*split)(const grpc::ByteBuffer& answer,
                                                         size_t max_bytes);
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_STREAM_RPC_H_
