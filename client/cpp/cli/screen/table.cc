#include "client/cpp/cli/screen/table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kGap = "  ";
constexpr absl::string_view kIndent = "  ";
// No column is shortened below this.
constexpr size_t kLeastColumnWidth = 8;

}  // namespace

std::string Wrap(absl::string_view text, size_t width, size_t indent) {
  constexpr size_t kHanging = 4;
  std::string result(indent, ' ');
  size_t column = indent;
  bool is_line_empty = true;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    const size_t length = DisplayWidth(word);
    if (!is_line_empty && column + 1 + length > width) {
      absl::StrAppend(&result, "\n", std::string(indent + kHanging, ' '));
      column = indent + kHanging;
      is_line_empty = true;
    }
    absl::StrAppend(&result, is_line_empty ? "" : " ", word);
    column += length + (is_line_empty ? 0 : 1);
    is_line_empty = false;
  }
  return result;
}

Table::Table(std::vector<Cell> titles) {
  for (Cell& title : titles) title.style = Style::kHeading;
  rows_.push_back(std::move(titles));
}

void Table::AddRow(std::vector<Cell> cells) {
  cells.resize(rows_[0].size());
  rows_.push_back(std::move(cells));
}

std::vector<size_t> Table::ColumnWidths(size_t width) const {
  std::vector<size_t> widths(rows_[0].size());
  for (const std::vector<Cell>& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i].text));
    }
  }
  size_t total = kIndent.size() + kGap.size() * (widths.size() - 1);
  for (const size_t column : widths) total += column;
  while (total > width) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kLeastColumnWidth) break;
    --*widest;
    --total;
  }
  return widths;
}

std::string Table::Print(size_t width) const {
  const std::vector<size_t> widths = ColumnWidths(width);
  std::vector<std::vector<std::string>> columns;
  for (size_t i = 0; i < widths.size(); ++i) {
    std::vector<absl::string_view> texts;
    texts.reserve(rows_.size());
    for (const std::vector<Cell>& row : rows_) texts.emplace_back(row[i].text);
    columns.push_back(ShortenApart(texts, widths[i]));
  }
  std::string result;
  for (size_t number = 0; number < rows_.size(); ++number) {
    const std::vector<Cell>& row = rows_[number];
    std::string line(kIndent);
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string& cell = columns[i][number];
      const bool is_last = i + 1 == row.size();
      absl::StrAppend(&line, Styled(row[i].style, cell));
      if (!is_last) absl::StrAppend(&line, std::string(widths[i] - DisplayWidth(cell), ' '), kGap);
    }
    absl::StrAppend(&result, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  return result;
}

}  // namespace shapewright::cli
