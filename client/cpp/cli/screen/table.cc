#include "client/cpp/cli/screen/table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/wire/utf8.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kGap = "  ";
constexpr absl::string_view kIndent = "  ";
constexpr absl::string_view kEllipsis = "\u2026";
// No column is shortened below this.
constexpr size_t kLeastColumnWidth = 8;

// The first byte of character number `index`.
size_t ByteOfCharacter(absl::string_view text, size_t index) {
  size_t byte = 0;
  for (; byte < text.size(); ++byte) {
    if (!IsUtf8Continuation(text[byte]) && index-- == 0) break;
  }
  return byte;
}

}  // namespace

size_t DisplayWidth(absl::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return !IsUtf8Continuation(c) && !IsStyleMark(c); }));
}

std::string ShortenMiddle(absl::string_view text, size_t width) {
  const size_t length = DisplayWidth(text);
  if (length <= width) return std::string(text);
  const size_t kept = std::max<size_t>(width, 1) - 1;
  // The end of a name says more than its start.
  const size_t tail = (kept + 1) / 2;
  return absl::StrCat(text.substr(0, ByteOfCharacter(text, kept - tail)), kEllipsis,
                      text.substr(ByteOfCharacter(text, length - tail)));
}

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
  std::string result;
  for (const std::vector<Cell>& row : rows_) {
    std::string line(kIndent);
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string cell = ShortenMiddle(row[i].text, widths[i]);
      const bool is_last = i + 1 == row.size();
      absl::StrAppend(&line, Styled(row[i].style, cell));
      if (!is_last) absl::StrAppend(&line, std::string(widths[i] - DisplayWidth(cell), ' '), kGap);
    }
    absl::StrAppend(&result, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  return result;
}

}  // namespace shapewright::cli
