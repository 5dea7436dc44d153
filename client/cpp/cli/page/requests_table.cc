#include "client/cpp/cli/page/requests_table.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/wire/html_text.h"
#include "page/html_table.h"

namespace shapewright::cli {
namespace {

constexpr size_t kMostShapes = 200;

std::string Paragraph(absl::string_view text) {
  return text.empty() ? "" : absl::StrCat("<p>", HtmlText(text), "</p>\n");
}

std::string TableHtml(const StudyTable& table) {
  std::vector<absl::string_view> columns(table.columns.begin(), table.columns.end());
  HtmlTable html(table.title, columns, true);
  for (const std::vector<std::string>& row : table.rows) html.Row("", row);
  const std::string rest =
      table.left_out == 0 ? "" : absl::StrCat("and ", Plural(table.left_out, "other"));
  return absl::StrCat(html.Html(), Paragraph(rest));
}

}  // namespace

std::string RequestsTable(const RequestStudy& study) {
  std::string html = absl::StrCat("<section class=\"requests\">\n<h2>Requests of the log</h2>\n",
                                  Paragraph(StudySummary(study)));
  for (const StudyTable& table : StudyTables(study, kMostShapes)) {
    absl::StrAppend(&html, TableHtml(table));
  }
  absl::StrAppend(&html, Paragraph(StudyMemory(study)));
  for (const std::string& note : study.notes) absl::StrAppend(&html, Paragraph(note));
  return absl::StrCat(html, "</section>\n");
}

}  // namespace shapewright::cli
