#include "server/observe/admin_pages.h"

#include "absl/strings/str_cat.h"
#include "core/version/build_info.h"
#include "core/wire/html_text.h"
#include "server/config/option_table.h"
#include "server/config/parse_options.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

constexpr size_t kMaxBodyBytes = size_t{256} << 10;

HttpAnswer LivenessPage(const Health& health) {
  if (health.is_live()) return {.body = "alive\n"};
  return {.status = kHttpUnavailable, .body = "the listeners do not answer\n"};
}

HttpAnswer Readiness(const Health& health) {
  HttpAnswer answer;
  if (!health.is_ready()) answer.status = kHttpUnavailable;
  answer.body = absl::StrCat(StateName(health.state()), "\n");
  return answer;
}

HttpAnswer FrontPage(const Options& options, const Health& health) {
  HttpAnswer answer;
  answer.type = "text/html; charset=utf-8";
  answer.body = absl::StrCat(
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Shapewright</title>"
      "<h1>Shapewright</h1><p>",
      HtmlText(BuildText()), ", ", StateName(health.state()),
      ".<p><a href=\"metrics\">metrics</a> <a href=\"healthz\">healthz</a> "
      "<a href=\"readyz\">readyz</a>",
      options.status_page != 0 ? " <a href=\"statusz\">statusz</a>" : "",
      "<h2>Options</h2><table>");
  for (const OptionRow& row : OptionTable()) {
    absl::StrAppend(&answer.body, "<tr><td>--", row.flag, "<td>",
                    HtmlText(OptionText(row, options)), "<td>", HtmlText(row.doc), "\n");
  }
  absl::StrAppend(&answer.body, "</table></html>\n");
  return answer;
}

}  // namespace

AdminPages::AdminPages(const Options& options, const Health& health, Metrics& metrics,
                       std::function<StatusFacts()> status) {
  if (options.options_page != 0) {
    pages_["/"] = [&options, &health] { return FrontPage(options, health); };
  }
  pages_["/healthz"] = [&health] { return LivenessPage(health); };
  pages_["/readyz"] = [&health] { return Readiness(health); };
  pages_["/metrics"] = [&metrics] {
    return HttpAnswer{.body = metrics.Render(), .type = "text/plain; version=0.0.4; charset=utf-8"};
  };
  if (options.status_page != 0) {
    pages_["/statusz"] = [&options, status = std::move(status)] {
      return HttpAnswer{.body = StatusPage(status(), options), .type = "text/html; charset=utf-8"};
    };
  }
}

HttpAnswer AdminPages::Answer(const HttpRequest& request) {
  const bool is_post = request.method == "POST";
  const auto door = posts_.find(request.path);
  const auto page = pages_.find(request.path);
  if (is_post ? door == posts_.end() : request.method != "GET" && request.method != "HEAD") {
    return {.status = kHttpNotAllowed,
            .body = "only GET and HEAD\n",
            .ends_connection = true,
            .fields = "Allow: GET, HEAD\r\n"};
  }
  if (!is_post && page == pages_.end()) return {.status = kHttpNotFound, .body = "no such page\n"};
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_post ? door->second(request.body) : page->second();
}

HttpAnswer AdminSession::AnswerTo(HttpRequest& request) {
  if (pages_.TakesBody(request)) {
    const auto takes = [](size_t /*bytes*/) { return HttpReader::kGood; };
    const int status = ReadBody(kMaxBodyBytes, takes, &request);
    if (status != HttpReader::kGood) {
      HttpAnswer refusal = Refuse(status == HttpReader::kClosed ? kHttpBadRequest : status);
      refusal.ends_connection = true;
      return refusal;
    }
  }
  BeginAnswer();
  return pages_.Answer(request);
}

HttpAnswer AdminSession::Refuse(int status) {
  return {.status = status, .body = absl::StrCat(ReasonPhrase(status), "\n")};
}

}  // namespace shapewright::server
