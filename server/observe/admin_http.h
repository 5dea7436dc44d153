#ifndef SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_HTTP_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_HTTP_H_

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// A response of the HTTP port.
struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
};

// The answers of the port, by path: to GET and HEAD, and to POST of a body. They take almost no
// time, and are called on any thread, one at a time.
struct HttpPages {
  std::map<std::string, std::function<HttpAnswer()>> pages;
  std::map<std::string, std::function<HttpAnswer(absl::string_view)>> doors;
};

// A small HTTP server for probes, scrapers and people: GET and HEAD of a few fixed paths, POST of
// fewer, without TLS or state.
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
