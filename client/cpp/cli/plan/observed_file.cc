#include "client/cpp/cli/plan/observed_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/plan/counted_table.h"

namespace shapewright::cli {

absl::StatusOr<v1::ChooseBucketsRequest> ParseObservedTable(absl::string_view text) {
  v1::ChooseBucketsRequest request;
  const auto take_names = [&](size_t line, absl::Span<const absl::string_view> names) {
    for (const absl::string_view name : names) {
      int64_t size = 0;
      if (name.empty() || absl::SimpleAtoi(name, &size)) {
        return BadLine(line, "the first line has the names of the symbols");
      }
      request.add_symbols(std::string(name));
    }
    return absl::OkStatus();
  };
  // How often each combination of sizes was seen.
  std::map<std::vector<int64_t>, uint64_t> counts;
  const auto add = [&](const CountedRow& row) {
    std::vector<int64_t> sizes(row.cells.size());
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (!absl::SimpleAtoi(row.cells[i], &sizes[i]) || sizes[i] < 0) {
        return BadLine(row.line, absl::StrCat("\"", row.cells[i], "\" is not a size"));
      }
    }
    uint64_t& all = counts[std::move(sizes)];
    if (__builtin_add_overflow(all, row.count, &all)) return BadLine(row.line, "too large a count");
    return absl::OkStatus();
  };
  if (absl::Status good = ReadCountedTable(text, take_names, add); !good.ok()) return good;
  if (request.symbols().empty()) return absl::InvalidArgumentError("there are no observed sizes");
  for (const auto& [sizes, count] : counts) {
    v1::ObservedSizes* const observed = request.add_observed();
    observed->mutable_sizes()->Add(sizes.begin(), sizes.end());
    observed->set_count(count);
  }
  return request;
}

}  // namespace shapewright::cli
