#ifndef SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "server/config/options.h"
#include "server/http/http_session.h"
#include "server/observe/health.h"
#include "server/observe/metrics.h"
#include "server/observe/status_page.h"

namespace shapewright::server {

// The answers of the port for probes, scrapers and people, by path: to GET and HEAD, and to POST of
// a body. They take almost no time.
class AdminPages {
 public:
  using Page = std::function<HttpAnswer()>;
  using Post = std::function<HttpAnswer(absl::string_view body)>;

  // /metrics, /healthz, /readyz, and for people / and /statusz, which shows what `status` tells.
  // All arguments but the last one outlive the pages.
  AdminPages(const Options& options, const Health& health, Metrics& metrics,
             std::function<StatusFacts()> status);

  // Before the first call.
  void AddPost(const std::string& path, Post door) { posts_[path] = std::move(door); }
  // Whether the body of the request is to be read: who does not take it does not read it.
  bool TakesBody(const HttpRequest& request) const {
    return request.method == "POST" && posts_.count(request.path) > 0;
  }
  // Any thread may call it; what answers is called by one at a time.
  HttpAnswer Answer(const HttpRequest& request);

 private:
  std::map<std::string, Page> pages_;
  std::map<std::string, Post> posts_;
  std::mutex mutex_;
};

// A connection of that port. `pages` outlives it.
class AdminSession final : public HttpSession {
 public:
  AdminSession(AdminPages& pages, HttpShared& port, HttpConnection connection)
      : HttpSession(port, std::move(connection)), pages_(pages) {}

 private:
  HttpAnswer AnswerTo(HttpRequest& request) override;
  HttpAnswer Refuse(int status) override;

  AdminPages& pages_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_
