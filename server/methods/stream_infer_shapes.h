#ifndef SHAPEWRIGHT_SERVER_METHODS_STREAM_INFER_SHAPES_H_
#define SHAPEWRIGHT_SERVER_METHODS_STREAM_INFER_SHAPES_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "server/call/stream_rpc.h"

namespace shapewright::server {

// The answers of InferShapes in pieces.
const StreamRpc& StreamInferShapesRpc();

// The StreamInferShapesResponses that a serialized InferShapesResponse is sent in: as few as fit,
// of at most `max_bytes` each (1 kB at least), in the order of its bytes. A graph that fits into
// none is sent in pieces of its own. RESOURCE_EXHAUSTED, ANSWER_TOO_LARGE for an entry that fits
// into none by itself. A slice of `answer` holds whole fields. They refer to its bytes.
absl::StatusOr<std::vector<grpc::ByteBuffer>> SplitAnswer(const grpc::ByteBuffer& answer,
                                                          size_t max_bytes);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_STREAM_INFER_SHAPES_H_
