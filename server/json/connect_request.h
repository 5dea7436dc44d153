#ifndef SHAPEWRIGHT_SERVER_JSON_CONNECT_REQUEST_H_
#define SHAPEWRIGHT_SERVER_JSON_CONNECT_REQUEST_H_

#include <google/protobuf/descriptor.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/http/http_request.h"

namespace shapewright::server {

// The RPCs that the JSON port answers, by path: /package.Service/Method. Those that stream are not
// among them.
using ConnectMethods = std::map<std::string, const google::protobuf::MethodDescriptor*>;
ConnectMethods AllConnectMethods();

// A refusal that HTTP itself has a status for.
struct HttpRefusal {
  int status = 0;  // 0: none
  absl::Status error;
  // A field of the answer that says what would be taken, with its line end.
  std::string field;
};

// A call in the unary form of the Connect protocol (https://connectrpc.com/docs/protocol).
struct ConnectRequest {
  const google::protobuf::MethodDescriptor* method = nullptr;
  bool is_json = true;
  bool wants_gzip = false;
  std::optional<std::chrono::milliseconds> timeout;
  // In the form that `is_json` says.
  std::string message;
};

// What the head of a request says, before its body is read.
HttpRefusal ReadConnectHead(const HttpRequest& http, const ConnectMethods& methods,
                            ConnectRequest* request);

// The message of a request by GET, from its query. INVALID_ARGUMENT says what is wrong with it.
absl::Status ReadConnectQuery(absl::string_view query, ConnectRequest* request);

// What callers tell about their calls, as metadata that is legal and not much: gRPC refuses calls
// with more. Of a name that is there twice others might see the other one; `tracestate` is joined.
std::vector<std::pair<std::string, std::string>> ReadCallerFields(const HttpRequest& http);

// The headers of the protocol. INVALID_ARGUMENT or UNIMPLEMENTED.
absl::Status ReadConnectFields(const HttpRequest& http, ConnectRequest* request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_CONNECT_REQUEST_H_
