#include "core/query/layout/visit_indices.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/checked_math.h"
#include "core/graph/message/message_text.h"
#include "core/query/case_error.h"

namespace shapewright::query {
namespace {

using graph::Item;
using Numbers = std::vector<int64_t>;

// The indices of one dim: first, first + step, ...
struct DimRange {
  int64_t first = 0;
  int64_t step = 1;
  int64_t visits = 1;
};

using List = google::protobuf::RepeatedField<int64_t>;

absl::Status CheckLength(absl::string_view field, const List& list, size_t rank) {
  if (list.empty() || list.size() == static_cast<int>(rank)) return absl::OkStatus();
  return CaseError(field, absl::StrCat("there are ", list.size(), " for a shape of rank ", rank));
}

absl::Status ReadRange(const v1::IndexRange& range, int dim, int64_t size, DimRange& out) {
  out.first = range.base().empty() ? 0 : range.base(dim);
  out.step = range.step().empty() ? 1 : range.step(dim);
  if (out.first < 0 || out.first >= size) {
    return CaseError(Item("base", dim),
                     absl::StrCat(out.first, " is not in a dimension of size ", size));
  }
  const int64_t count = range.count().empty() ? size - out.first : range.count(dim);
  if (count < 0 || count > size - out.first) {
    return CaseError(Item("count", dim), absl::StrCat(count, " from ", out.first,
                                                      " on leaves a dimension of size ", size));
  }
  if (out.step < 0 || (out.step == 0 && count > 1)) {
    return CaseError(Item("step", dim), absl::StrCat(out.step, " is no step through ", count));
  }
  out.visits = count <= 1 ? 1 : symbolic::CeilDivide(count, out.step);
  return absl::OkStatus();
}

}  // namespace

absl::Status VisitIndices(absl::Span<const int64_t> sizes, absl::Span<const int64_t> minor_to_major,
                          const v1::IndexRange& range, int64_t limit, v1::IndexList* out) {
  const size_t rank = sizes.size();
  absl::Status status = CheckLength("base", range.base(), rank);
  if (status.ok()) status = CheckLength("count", range.count(), rank);
  if (status.ok()) status = CheckLength("step", range.step(), rank);
  if (!status.ok() || std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return status;
  std::vector<DimRange> ranges(rank);
  int64_t visits = 1;
  for (size_t dim = 0; dim < rank; ++dim) {
    status = ReadRange(range, static_cast<int>(dim), sizes[dim], ranges[dim]);
    if (!status.ok()) return status;
    visits = symbolic::CheckedMul(visits, ranges[dim].visits).value_or(limit + 1);
    if (visits > limit) return CaseError("", absl::StrCat("more than ", limit, " indices"));
  }
  for (int64_t visit = 0; visit < visits; ++visit) {
    Numbers index(rank);
    int64_t rest = visit;
    for (const int64_t number : minor_to_major) {
      const DimRange& dim = ranges[static_cast<size_t>(number)];
      index[static_cast<size_t>(number)] = dim.first + rest % dim.visits * dim.step;
      rest /= dim.visits;
    }
    out->add_indices()->mutable_coordinates()->Add(index.begin(), index.end());
  }
  return status;
}

}  // namespace shapewright::query
