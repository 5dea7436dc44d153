#include "page/html_table.h"

#include "absl/strings/str_cat.h"
#include "core/wire/html_text.h"

namespace shapewright {
namespace {

// A browser has to lay all of them out.
constexpr size_t kMostRows = 10000;

}  // namespace

HtmlTable::HtmlTable(absl::string_view caption, const std::vector<absl::string_view>& columns,
                     bool is_open)
    : caption_(caption), is_open_(is_open) {
  for (const absl::string_view column : columns) {
    absl::StrAppend(&head_, "<th scope=\"col\">", column, "</th>");
  }
}

void HtmlTable::Row(absl::string_view attributes, const std::vector<std::string>& cells) {
  if (++count_ > kMostRows) return;
  absl::StrAppend(&rows_, "<tr", attributes, ">");
  for (const std::string& cell : cells) absl::StrAppend(&rows_, "<td>", HtmlText(cell), "</td>");
  absl::StrAppend(&rows_, "</tr>\n");
}

std::string HtmlTable::Html() const {
  if (count_ == 0) return "";
  std::string left_out;
  if (count_ > kMostRows) left_out = absl::StrCat("<p>", count_ - kMostRows, " more</p>\n");
  return absl::StrCat("<details", is_open_ ? " open" : "", "><summary>", HtmlText(caption_), " (",
                      count_, ")</summary>\n<div class=\"scroll\"><table><thead><tr>", head_,
                      "</tr></thead><tbody>\n", rows_, "</tbody></table></div>\n", left_out,
                      "</details>\n");
}

}  // namespace shapewright
