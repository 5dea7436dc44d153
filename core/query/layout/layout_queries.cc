#include "core/query/layout/layout_queries.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/checked_math.h"
#include "core/graph/message/message_text.h"
#include "core/layout/memory_map.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/layout/dim_letter.h"
#include "core/query/layout/layout_changes.h"
#include "core/query/layout/layout_comparison.h"
#include "core/query/layout/visit_indices.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;
using layout::MemoryMap;

constexpr int64_t kMaxSearchedPlaces = 1 << 22;
constexpr uint64_t kCountPerQuery = 32;

// Questions about the places of elements.
class PlaceQuery {
 public:
  PlaceQuery(const QueryOptions& options, RequestBudget& budget, const TensorLayout& tensor,
             const std::vector<int64_t>& sizes)
      : options_(options),
        budget_(budget),
        tensor_(tensor),
        sizes_(sizes),
        // Strides that are no layout have no map, and nobody has measured the sizes.
        map_(tensor.has_layout()
                 ? MemoryMap(sizes, tensor.layout, tensor.element_bits(), options.work)
                 : MemoryMap({}, layout::Layout(), 0)) {}

  absl::Status ToLinear(const v1::Index& index, int64_t& place) const;
  // No coordinates, and false, for padding.
  absl::StatusOr<bool> ToMulti(int64_t place, v1::Index* out) const;
  absl::Status ToLinearAll(const v1::IndexList& indices, v1::LayoutAnswer* out) const;
  absl::Status ToMultiAll(const v1::LinearList& places, v1::LayoutAnswer* out) const;
  absl::Status MemoryOrder(v1::LayoutAnswer* out) const;
  absl::Status Visit(const v1::IndexRange& range, v1::IndexList* out) const {
    absl::Status status =
        VisitIndices(sizes_, tensor_.layout.minor_to_major, range, options_.max_memory_places, out);
    return status.ok() ? budget_.TakePlaces(out->indices_size()) : status;
  }
  void ContiguousRun(v1::LayoutAnswer* out) const;

 private:
  absl::StatusOr<int64_t> ByStrides(const v1::Index& index) const;

  const QueryOptions& options_;
  RequestBudget& budget_;
  const TensorLayout& tensor_;
  const std::vector<int64_t>& sizes_;
  const MemoryMap map_;
};

absl::StatusOr<int64_t> PlaceQuery::ByStrides(const v1::Index& index) const {
  symbolic::Int128 place = tensor_.offset;
  for (int i = 0; i < index.coordinates_size(); ++i) {
    place += static_cast<symbolic::Int128>(index.coordinates(i)) *
             tensor_.strides[static_cast<size_t>(i)];
  }
  const auto narrow = symbolic::Narrow(place);
  if (narrow) return *narrow;
  return CaseError("coordinates", "the linear index leaves 64 bits");
}

absl::Status PlaceQuery::ToLinear(const v1::Index& index, int64_t& place) const {
  if (index.coordinates_size() != static_cast<int>(sizes_.size())) {
    return CaseError("coordinates", absl::StrCat("there are ", index.coordinates_size(),
                                                 " for a shape of rank ", sizes_.size()));
  }
  for (int i = 0; i < index.coordinates_size(); ++i) {
    const int64_t size = sizes_[static_cast<size_t>(i)];
    if (index.coordinates(i) >= 0 && index.coordinates(i) < size) continue;
    return CaseError(Item("coordinates", i),
                     absl::StrCat(index.coordinates(i), " is not in a dimension of size ", size));
  }
  if (!tensor_.has_layout()) {
    const absl::StatusOr<int64_t> by_strides = ByStrides(index);
    if (!by_strides.ok()) return by_strides.status();
    place = *by_strides;
    return absl::OkStatus();
  }
  place = map_.PlaceOf(index.coordinates());
  return absl::OkStatus();
}

absl::StatusOr<bool> PlaceQuery::ToMulti(int64_t place, v1::Index* out) const {
  if (place < 0 || place >= map_.places()) {
    return CaseError("", absl::StrCat(place, " is not within ", map_.places(), " places"));
  }
  const auto index = map_.IndexAt(place);
  if (!index) return false;
  for (const int64_t coordinate : *index) out->add_coordinates(coordinate);
  return true;
}

absl::Status PlaceQuery::ToLinearAll(const v1::IndexList& indices, v1::LayoutAnswer* out) const {
  absl::Status taken = budget_.TakePlaces(indices.indices_size());
  if (!taken.ok()) return taken;
  v1::LinearList* list = out->mutable_linears();
  for (int i = 0; i < indices.indices_size(); ++i) {
    int64_t place = 0;
    const absl::Status status = ToLinear(indices.indices(i), place);
    if (!status.ok()) return Within(Item("indices", i), status);
    list->add_values(place);
  }
  return absl::OkStatus();
}

absl::Status PlaceQuery::ToMultiAll(const v1::LinearList& places, v1::LayoutAnswer* out) const {
  absl::Status taken = budget_.TakePlaces(places.values_size());
  if (!taken.ok()) return taken;
  v1::IndexList* list = out->mutable_multis();
  size_t bytes = 0;
  for (int i = 0; i < places.values_size(); ++i) {
    const absl::StatusOr<bool> read = ToMulti(places.values(i), list->add_indices());
    if (!read.ok()) return Within(Item("values", i), read.status());
    bytes += list->indices(i).ByteSizeLong();
    if (taken = budget_.CheckPart(bytes); !taken.ok()) return taken;
  }
  return absl::OkStatus();
}

absl::Status PlaceQuery::MemoryOrder(v1::LayoutAnswer* out) const {
  if (map_.places() > options_.max_memory_places) {
    return CaseError("memory_order",
                     absl::StrCat("the image has ", map_.places(), " places; the limit is ",
                                  options_.max_memory_places));
  }
  absl::Status taken = budget_.TakePlaces(map_.places());
  if (!taken.ok()) return taken;
  v1::Index* order = out->mutable_order();
  for (const int64_t number : map_.Image()) order->add_coordinates(number);
  return absl::OkStatus();
}

void PlaceQuery::ContiguousRun(v1::LayoutAnswer* out) const {
  if (map_.places() == map_.elements()) {
    out->set_count(map_.elements());
  } else if (tensor_.layout.tiles.empty() && map_.places() > kMaxSearchedPlaces) {
    // Without tiles the pieces are all alike: the first is the longest.
    out->set_count(map_.LeadingRun());
  } else if (map_.places() <= kMaxSearchedPlaces) {
    out->set_count(map_.LongestRun());
  } else {
    out->set_reason(absl::StrCat("a search of ", map_.places(), " places takes too long"));
  }
}

absl::Status AnswerToMulti(const PlaceQuery& places, int64_t place, v1::LayoutAnswer* out) {
  v1::Index index;
  const absl::StatusOr<bool> is_element = places.ToMulti(place, &index);
  if (!is_element.ok()) return Within("to_multi", is_element.status());
  if (*is_element) {
    *out->mutable_multi() = index;
  } else {
    out->set_reason("there is padding");
  }
  return absl::OkStatus();
}

absl::Status AnswerPlaces(const PlaceQuery& places, const v1::LayoutQuery& query,
                          v1::LayoutAnswer* out) {
  int64_t place = 0;
  absl::Status status;
  switch (query.kind_case()) {
    case v1::LayoutQuery::kToLinear:
      status = Within("to_linear", places.ToLinear(query.to_linear(), place));
      out->set_linear(place);
      return status;
    case v1::LayoutQuery::kToLinearAll:
      return Within("to_linear_all", places.ToLinearAll(query.to_linear_all(), out));
    case v1::LayoutQuery::kToMulti:
      return AnswerToMulti(places, query.to_multi(), out);
    case v1::LayoutQuery::kToMultiAll:
      return Within("to_multi_all", places.ToMultiAll(query.to_multi_all(), out));
    case v1::LayoutQuery::kMemoryOrder:
      return places.MemoryOrder(out);
    case v1::LayoutQuery::kVisit:
      return Within("visit", places.Visit(query.visit(), out->mutable_multis()));
    default:
      break;
  }
  places.ContiguousRun(out);
  return status;
}

bool IsAboutPlaces(v1::LayoutQuery::KindCase kind) {
  return kind == v1::LayoutQuery::kToLinear || kind == v1::LayoutQuery::kToLinearAll ||
         kind == v1::LayoutQuery::kToMulti || kind == v1::LayoutQuery::kToMultiAll ||
         kind == v1::LayoutQuery::kMemoryOrder || kind == v1::LayoutQuery::kContiguousRun ||
         kind == v1::LayoutQuery::kVisit;
}

absl::Status AnswerDimension(const TensorLayout& tensor, const std::string& name,
                             v1::LayoutAnswer* out) {
  const absl::StatusOr<int64_t> dim = ReadDimLetter(name, tensor.dim_names, tensor.dims.size());
  if (!dim.ok()) return CaseError("dimension", dim.status().message());
  out->set_dimension(*dim);
  return absl::OkStatus();
}

absl::Status AskAboutPlaces(const QueryOptions& options, RequestBudget& budget,
                            const TensorLayout& tensor, const v1::LayoutQuery& query,
                            v1::LayoutAnswer* out) {
  const std::optional<std::vector<int64_t>> sizes = tensor.sizes();
  if (!sizes) return CaseError("", "a query about places needs a static shape");
  if (tensor.layout.is_sparse()) {
    out->set_reason("the elements of a sparse array have no places of their own");
    return absl::OkStatus();
  }
  return AnswerPlaces(PlaceQuery(options, budget, tensor, *sizes), query, out);
}

// One question; `changed` is the tensor that it leads to, where it is about a change.
absl::Status Ask(const QueryOptions& options, SymbolScope& scope, RequestBudget& budget,
                 const TensorLayout& tensor, const v1::LayoutQuery& query, v1::LayoutAnswer* out,
                 TensorLayout* changed) {
  if (absl::Status taken = budget.TakeQueries(1); !taken.ok()) return taken;
  if (!options.CountWork(kCountPerQuery + tensor.entries() + query.ByteSizeLong())) {
    return scope.exprs().work_status();
  }
  const v1::LayoutQuery::KindCase kind = query.kind_case();
  if (kind == v1::LayoutQuery::KIND_NOT_SET) return CaseError("", "a query asks something");
  if (query.ignored_size() > 0 && kind != v1::LayoutQuery::kCompare) {
    return CaseError("ignored", "only COMPARE ignores anything");
  }
  for (int i = 0; i < query.ignored_size(); ++i) {
    absl::Status known =
        CheckKnown(Item("ignored", i), query.ignored(i), v1::LayoutQuery::Aspect_IsValid);
    if (!known.ok()) return known;
  }
  if (kind == v1::LayoutQuery::kDimension) return AnswerDimension(tensor, query.dimension(), out);
  const bool follows_strides =
      kind == v1::LayoutQuery::kToLinear || kind == v1::LayoutQuery::kToLinearAll;
  if (!tensor.has_layout() && !follows_strides) {
    out->set_reason(Printable(tensor.reason));
    return absl::OkStatus();
  }
  if (IsAboutPlaces(kind)) return AskAboutPlaces(options, budget, tensor, query, out);
  if (kind == v1::LayoutQuery::kCompare) {
    return Within("compare", AnswerLayoutComparison(options, scope, tensor, query, out, changed));
  }
  if (kind == v1::LayoutQuery::kConvert) {
    return Within("convert", AnswerLayoutComparison(options, scope, tensor, query, out, changed));
  }
  return AnswerLayoutChange(options, scope, tensor, query, out, changed);
}

absl::Status AskInTurn(const QueryOptions& options, SymbolScope& scope, RequestBudget& budget,
                       const TensorLayout& tensor, const v1::LayoutSequence& sequence,
                       v1::LayoutAnswer* out) {
  if (sequence.steps().empty()) return CaseError("steps", "there are none");
  TensorLayout now = tensor;
  for (int i = 0; i < sequence.steps_size(); ++i) {
    if (i > 0 && !out->has_converted()) {
      return CaseError(Item("steps", i - 1),
                       out->reason().empty() ? "only the last step may leave the tensor as it is"
                                             : absl::StrCat("there is no result: ", out->reason()));
    }
    TensorLayout changed;
    out->Clear();
    const absl::Status status =
        sequence.steps(i).has_in_turn()
            ? CaseError("in_turn", "is within another one")
            : Ask(options, scope, budget, now, sequence.steps(i), out, &changed);
    if (!status.ok()) return Within(Item("steps", i), status);
    now = std::move(changed);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AnswerLayoutQuery(const QueryOptions& options, SymbolScope& scope,
                               RequestBudget& budget, const TensorLayout& tensor,
                               const v1::LayoutQuery& query, v1::LayoutAnswer* out) {
  TensorLayout changed;
  if (query.has_in_turn()) {
    return Within("in_turn", AskInTurn(options, scope, budget, tensor, query.in_turn(), out));
  }
  return Ask(options, scope, budget, tensor, query, out, &changed);
}

}  // namespace shapewright::query
