#ifndef SHAPEWRIGHT_SERVER_JSON_ALLOWED_ORIGINS_H_
#define SHAPEWRIGHT_SERVER_JSON_ALLOWED_ORIGINS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "server/http/http_request.h"
#include "server/http/http_session.h"

namespace shapewright::server {

// The origins whose pages a browser lets read answers of the JSON port: the CORS protocol of
// https://fetch.spec.whatwg.org/#http-cors-protocol, without credentials. It keeps no other caller
// out. Not changed after the start, hence readable from every thread.
class AllowedOrigins {
 public:
  // INVALID_ARGUMENT, by the flag, if one is neither `*` nor SCHEME://HOST[:PORT].
  static absl::StatusOr<AllowedOrigins> Make(std::vector<std::string> origins);

  // What an answer's head says of it, each with its line end; empty if the request is of no page
  // or of one that is not allowed.
  std::string FieldsOf(const HttpRequest& http) const;
  // The answer to a browser that asks before the call of an RPC; none if it is another request.
  std::optional<HttpAnswer> AnswerPreflight(const HttpRequest& http) const;

 private:
  explicit AllowedOrigins(std::vector<std::string> origins) : origins_(std::move(origins)) {}

  std::vector<std::string> origins_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_ALLOWED_ORIGINS_H_
