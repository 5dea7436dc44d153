#ifndef SHAPEWRIGHT_SERVER_JSON_TRANSCODE_H_
#define SHAPEWRIGHT_SERVER_JSON_TRANSCODE_H_

#include <google/protobuf/descriptor.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/json/json_check.h"

namespace shapewright::server {

// A message in binary form, from protobuf's JSON mapping. INVALID_ARGUMENT says what is wrong with
// the text; the error of `wanted` ends it. Throws bad_alloc.
absl::StatusOr<std::string> BinaryOf(absl::string_view json,
                                     const google::protobuf::Descriptor& message,
                                     const StillWanted& wanted);

// How the bytes of an answer are written.
struct AnswerForm {
  bool is_json = true;
  bool is_gzip = false;
  // RESOURCE_EXHAUSTED if it would have more, before it is compressed.
  size_t max_bytes = 0;
};

// A message in binary form, as it is sent. The error of `wanted` ends it. Throws bad_alloc.
absl::StatusOr<std::string> AnswerOf(const grpc::ByteBuffer& bytes,
                                     const google::protobuf::Descriptor& message,
                                     const AnswerForm& form, const StillWanted& wanted);

// `invalid_argument`: a code as the Connect protocol writes it, and the status of HTTP for it.
absl::string_view ConnectCode(grpc::StatusCode code);
int HttpStatusOf(grpc::StatusCode code);

// An error as the Connect protocol writes it: {"code", "message", "details"}.
std::string ErrorJson(const grpc::Status& error);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_TRANSCODE_H_
