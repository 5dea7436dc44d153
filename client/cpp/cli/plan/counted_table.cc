#include "client/cpp/cli/plan/counted_table.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kCount = "count";

std::vector<absl::string_view> Cells(absl::string_view line) {
  std::vector<absl::string_view> cells = absl::StrSplit(line, ',');
  for (absl::string_view& cell : cells) cell = absl::StripAsciiWhitespace(cell);
  return cells;
}

}  // namespace

absl::Status BadLine(size_t number, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", what));
}

absl::Status ReadCountedTable(
    absl::string_view text,
    absl::FunctionRef<absl::Status(size_t line, absl::Span<const absl::string_view>)> on_columns,
    absl::FunctionRef<absl::Status(const CountedRow&)> on_row) {
  size_t columns = 0;
  bool has_count = false;
  CountedRow row;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++row.line;
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    row.cells = Cells(line);
    if (columns == 0) {
      columns = row.cells.size();
      has_count = columns > 1 && row.cells.back() == kCount;
      if (has_count) row.cells.pop_back();
      if (absl::Status good = on_columns(row.line, row.cells); !good.ok()) return good;
      continue;
    }
    if (row.cells.size() != columns) {
      return BadLine(row.line,
                     absl::StrCat(row.cells.size(), " columns, the first line has ", columns));
    }
    if (has_count) {
      if (!absl::SimpleAtoi(row.cells.back(), &row.count)) {
        return BadLine(row.line, absl::StrCat("\"", row.cells.back(), "\" is not a count"));
      }
      row.cells.pop_back();
    }
    if (absl::Status good = on_row(row); !good.ok()) return good;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::cli
