#include "client/cpp/cli/page/changes_table.h"

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/diff/diff_report.h"
#include "core/wire/html_text.h"
#include "page/html_table.h"

namespace shapewright::cli {

std::string ChangesTable(const std::vector<Change>& changes) {
  HtmlTable table("Changes", {"effect", "what", "", "before", "after", "why"}, true);
  for (const Change& change : changes) {
    const ChangeWords words = WordsOf(change);
    std::string subject = absl::StrCat(words.part, change.name.empty() ? "" : " ", change.name);
    if (change.axis.has_value()) absl::StrAppend(&subject, " axis ", *change.axis);
    table.Row(
        absl::StrCat(" class=\"", words.effect, "\" data-name=\"", HtmlText(change.name), "\""),
        {std::string(words.effect), subject, std::string(words.what), change.before, change.after,
         change.reason});
  }
  const std::string html = table.Html();
  return absl::StrCat("<section class=\"changes\">\n<h2>What changed</h2>\n",
                      html.empty() ? "<p>No difference.</p>\n" : html, "</section>\n");
}

}  // namespace shapewright::cli
