#ifndef SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_HTTP_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_HTTP_H_

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace shapewright::server {

// A response of the HTTP port.
struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
};

// The answer for a GET of each path. Called on any thread.
using HttpPages = std::map<std::string, std::function<HttpAnswer()>>;

// A small HTTP server for probes, scrapers and people: GET and HEAD of a few fixed paths, without
// TLS or state.
class AdminHttp {
 public:
  // Listens on HOST:PORT until it is destroyed. INVALID_ARGUMENT for any other text,
  // FAILED_PRECONDITION if it cannot listen there.
  static absl::StatusOr<std::unique_ptr<AdminHttp>> Start(const std::string& address,
                                                          HttpPages pages);
  virtual ~AdminHttp() = default;

  // The address it listens on; port 0 is replaced by the actual port.
  virtual std::string address() const = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_HTTP_H_
