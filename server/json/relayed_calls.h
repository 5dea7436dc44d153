#ifndef SHAPEWRIGHT_SERVER_JSON_RELAYED_CALLS_H_
#define SHAPEWRIGHT_SERVER_JSON_RELAYED_CALLS_H_

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/net/file_descriptor.h"

namespace shapewright::server {

using TextPairs = std::vector<std::pair<std::string, std::string>>;

// The calls of one caller of the JSON port, made to the server's own gRPC over a connection of
// their own, so that limits, errors, admission, metrics and log are those of gRPC. For one thread.
class RelayedCalls {
 public:
  // Hands a connection to the server's gRPC (ConnectionRouter::Relay).
  using Relay = std::function<void(FileDescriptor)>;

  // `mark` and `peer`: the caller, as AccessControl::RelayCredentials() takes them.
  RelayedCalls(Relay relay, const std::string& mark, const std::string& peer);

  struct Request {
    std::string path;  // /package.Service/Method
    grpc::ByteBuffer request;
    std::optional<std::chrono::system_clock::time_point> deadline;
    // Legal as metadata.
    TextPairs metadata;
  };
  struct Reply {
    grpc::Status status;
    grpc::ByteBuffer body;
    TextPairs trailers;
  };
  // Waits for the answer. When the other end of `caller` closes, the call is cancelled.
  Reply Call(const Request& request, int caller);

 private:
  using Stub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

  bool Connect();
  Reply CallOnce(const Request& request, int caller);

  const Relay relay_;
  const std::string mark_;
  const std::string peer_;
  std::unique_ptr<Stub> stub_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_RELAYED_CALLS_H_
