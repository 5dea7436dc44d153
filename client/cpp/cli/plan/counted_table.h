#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_COUNTED_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_COUNTED_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::cli {

// The error for a line of a file, numbered from 1 on.
absl::Status BadLine(size_t number, absl::string_view what);

// A line below the first one.
struct CountedRow {
  size_t line = 0;
  std::vector<absl::string_view> cells;
  // How often it was seen.
  uint64_t count = 1;
};

// Reads a table of comma-separated values. The first line names the columns; a last column `count`
// says how often a line was seen, else once, and is not among them. Empty lines do not count.
// Errors of `on_columns` and `on_row`; INVALID_ARGUMENT for a line of another number of cells.
absl::Status ReadCountedTable(
    absl::string_view text,
    absl::FunctionRef<absl::Status(size_t line, absl::Span<const absl::string_view>)> on_columns,
    absl::FunctionRef<absl::Status(const CountedRow&)> on_row);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_COUNTED_TABLE_H_
