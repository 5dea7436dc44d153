#include "tests/core/xla/visit.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;

// The indices of one dim: first, first + step, ...
struct DimRange {
  int64_t first = 0;
  int64_t step = 1;
  int64_t visits = 1;
};

absl::Status CheckLength(absl::string_view field, const Numbers& list, size_t rank) {
  if (list.empty() || list.size() == rank) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": there are ", list.size(), " for a shape of rank ", rank));
}

absl::StatusOr<DimRange> ReadRange(const IndexRange& range, size_t dim, int64_t size) {
  DimRange result;
  result.first = range.base.empty() ? 0 : range.base[dim];
  result.step = range.step.empty() ? 1 : range.step[dim];
  if (result.first < 0 || result.first >= size) {
    return absl::InvalidArgumentError(
        absl::StrCat("base[", dim, "]: ", result.first, " is not in a dimension of size ", size));
  }
  const int64_t count = range.count.empty() ? size - result.first : range.count[dim];
  if (count < 0 || count > size - result.first) {
    return absl::InvalidArgumentError(absl::StrCat("count[", dim, "]: ", count, " from ",
                                                   result.first, " on leaves a dimension of size ",
                                                   size));
  }
  if (result.step < 0 || (result.step == 0 && count > 1)) {
    return absl::InvalidArgumentError(
        absl::StrCat("step[", dim, "]: ", result.step, " is not a step through ", count));
  }
  result.visits = count <= 1 ? 1 : symbolic::CeilDivide(count, result.step);
  return result;
}

}  // namespace

absl::StatusOr<std::vector<Numbers>> VisitIndices(absl::Span<const int64_t> sizes,
                                                  absl::Span<const int64_t> minor_to_major,
                                                  const IndexRange& range, int64_t limit) {
  const size_t rank = sizes.size();
  absl::Status status = CheckLength("base", range.base, rank);
  if (status.ok()) status = CheckLength("count", range.count, rank);
  if (status.ok()) status = CheckLength("step", range.step, rank);
  if (!status.ok()) return status;
  std::vector<Numbers> indices;
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return indices;
  std::vector<DimRange> ranges(rank);
  int64_t visits = 1;
  for (size_t dim = 0; dim < rank; ++dim) {
    const absl::StatusOr<DimRange> read = ReadRange(range, dim, sizes[dim]);
    if (!read.ok()) return read.status();
    ranges[dim] = *read;
    visits = symbolic::CheckedMul(visits, read->visits).value_or(limit + 1);
    if (visits > limit) {
      return absl::InvalidArgumentError(absl::StrCat("more than ", limit, " indices"));
    }
  }
  for (int64_t visit = 0; visit < visits; ++visit) {
    Numbers& index = indices.emplace_back(rank);
    int64_t rest = visit;
    for (const int64_t number : minor_to_major) {
      const DimRange& dim = ranges[static_cast<size_t>(number)];
      index[static_cast<size_t>(number)] = dim.first + rest % dim.visits * dim.step;
      rest /= dim.visits;
    }
  }
  return indices;
}

}  // namespace shapewright::layout
