#include "client/cpp/cli/plan/observed_file.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kCount = "count";

absl::Status BadLine(int number, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", what));
}

std::vector<absl::string_view> Cells(absl::string_view line) {
  std::vector<absl::string_view> cells = absl::StrSplit(line, ',');
  for (absl::string_view& cell : cells) cell = absl::StripAsciiWhitespace(cell);
  return cells;
}

// The lines below the first one: how often each combination of sizes was seen.
class ObservedRows {
 public:
  ObservedRows(size_t symbols, bool has_count) : symbols_(symbols), has_count_(has_count) {}

  absl::Status Add(int number, absl::string_view line) {
    const std::vector<absl::string_view> cells = Cells(line);
    if (cells.size() != symbols_ + (has_count_ ? 1 : 0)) {
      return BadLine(number, absl::StrCat(cells.size(), " columns, the first line has ",
                                          symbols_ + (has_count_ ? 1 : 0)));
    }
    std::vector<int64_t> sizes(symbols_);
    for (size_t i = 0; i < symbols_; ++i) {
      if (!absl::SimpleAtoi(cells[i], &sizes[i]) || sizes[i] < 0) {
        return BadLine(number, absl::StrCat("\"", cells[i], "\" is not a size"));
      }
    }
    uint64_t count = 1;
    if (has_count_ && !absl::SimpleAtoi(cells.back(), &count)) {
      return BadLine(number, absl::StrCat("\"", cells.back(), "\" is not a count"));
    }
    uint64_t& all = counts_[std::move(sizes)];
    if (__builtin_add_overflow(all, count, &all)) return BadLine(number, "too large a count");
    return absl::OkStatus();
  }

  void Write(v1::ChooseBucketsRequest* request) const {
    for (const auto& [sizes, count] : counts_) {
      v1::ObservedSizes* const observed = request->add_observed();
      observed->mutable_sizes()->Add(sizes.begin(), sizes.end());
      observed->set_count(count);
    }
  }

 private:
  const size_t symbols_;
  const bool has_count_;
  std::map<std::vector<int64_t>, uint64_t> counts_;
};

}  // namespace

absl::StatusOr<v1::ChooseBucketsRequest> ParseObservedTable(absl::string_view text) {
  v1::ChooseBucketsRequest request;
  std::optional<ObservedRows> rows;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    if (rows) {
      absl::Status status = rows->Add(number, line);
      if (!status.ok()) return status;
      continue;
    }
    std::vector<absl::string_view> names = Cells(line);
    const bool has_count = names.size() > 1 && names.back() == kCount;
    if (has_count) names.pop_back();
    for (const absl::string_view name : names) {
      int64_t size = 0;
      if (name.empty() || absl::SimpleAtoi(name, &size)) {
        return BadLine(number, "the first line has the names of the symbols");
      }
      request.add_symbols(std::string(name));
    }
    rows.emplace(names.size(), has_count);
  }
  if (!rows) return absl::InvalidArgumentError("there are no observed sizes");
  rows->Write(&request);
  return request;
}

}  // namespace shapewright::cli
