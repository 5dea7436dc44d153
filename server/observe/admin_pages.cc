#include "server/observe/admin_pages.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/version/build_info.h"
#include "core/wire/html_text.h"
#include "server/config/option_table.h"
#include "server/config/parse_options.h"

namespace shapewright::server {
namespace {

constexpr int kServiceUnavailable = 503;

HttpAnswer LivenessPage(const Health& health) {
  if (health.is_live()) return {.body = "alive\n"};
  return {.status = kServiceUnavailable, .body = "the listeners do not answer\n"};
}

HttpAnswer Readiness(const Health& health) {
  HttpAnswer answer;
  if (!health.is_ready()) answer.status = kServiceUnavailable;
  answer.body = absl::StrCat(StateName(health.state()), "\n");
  return answer;
}

HttpAnswer FrontPage(const Options& options, const Health& health) {
  HttpAnswer answer;
  answer.content_type = "text/html; charset=utf-8";
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

HttpPages AdminPages(const Options& options, const Health& health, Metrics& metrics,
                     std::function<StatusFacts()> status) {
  HttpPages answers;
  auto& pages = answers.pages;
  if (options.options_page != 0) {
    pages["/"] = [&options, &health] { return FrontPage(options, health); };
  }
  pages["/healthz"] = [&health] { return LivenessPage(health); };
  pages["/readyz"] = [&health] { return Readiness(health); };
  pages["/metrics"] = [&metrics] {
    return HttpAnswer{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                      .body = metrics.Render()};
  };
  if (options.status_page != 0) {
    pages["/statusz"] = [&options, status = std::move(status)] {
      return HttpAnswer{.content_type = "text/html; charset=utf-8",
                        .body = StatusPage(status(), options)};
    };
  }
  return answers;
}

}  // namespace shapewright::server
