#include "core/query/layout/layout_questions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/layout/dim_names.h"
#include "core/layout/memory_map.h"
#include "core/query/case_error.h"
#include "core/query/layout/layout_comparison.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;
using layout::MemoryMap;

// Questions about the places of elements.
class PlaceQuestion {
 public:
  PlaceQuestion(const LayoutContext& context, const TensorLayout& tensor,
                const std::vector<int64_t>& sizes)
      : context_(context),
        tensor_(tensor),
        sizes_(sizes),
        // Strides that are no layout have no map, and nobody has measured the sizes.
        map_(tensor.has_layout()
                 ? MemoryMap(sizes, tensor.layout, tensor.element_bits(), context.options.work)
                 : MemoryMap({}, layout::Layout(), 0)) {}

  absl::Status Locate(const v1::CoordinatesList& list, v1::Numbers* out) const;
  absl::Status ElementsAt(const v1::Numbers& places, v1::CoordinatesList* out) const;
  absl::Status MemoryOrder(const v1::PlaceRange& range, v1::Numbers* out) const;

 private:
  absl::StatusOr<int64_t> PlaceOf(const v1::Coordinates& element) const;
  absl::StatusOr<int64_t> ByStrides(const v1::Coordinates& element) const;

  const LayoutContext& context_;
  const TensorLayout& tensor_;
  const std::vector<int64_t>& sizes_;
  const MemoryMap map_;
};

absl::StatusOr<int64_t> PlaceQuestion::ByStrides(const v1::Coordinates& element) const {
  symbolic::Int128 place = tensor_.offset;
  for (int i = 0; i < element.indices_size(); ++i) {
    place +=
        static_cast<symbolic::Int128>(element.indices(i)) * tensor_.strides[static_cast<size_t>(i)];
  }
  const auto narrow = symbolic::Narrow(place);
  if (narrow) return *narrow;
  return CaseError("indices", "the place leaves 64 bits");
}

absl::StatusOr<int64_t> PlaceQuestion::PlaceOf(const v1::Coordinates& element) const {
  if (element.padding()) return CaseError("padding", "only answers tell of padding");
  if (element.indices_size() != static_cast<int>(sizes_.size())) {
    return CaseError("indices", absl::StrCat("there are ", element.indices_size(),
                                             " for a shape of rank ", sizes_.size()));
  }
  for (int i = 0; i < element.indices_size(); ++i) {
    const int64_t size = sizes_[static_cast<size_t>(i)];
    if (element.indices(i) >= 0 && element.indices(i) < size) continue;
    return CaseError(Item("indices", i),
                     absl::StrCat(element.indices(i), " is not in a dimension of size ", size));
  }
  if (!tensor_.has_layout()) return ByStrides(element);
  return map_.PlaceOf(element.indices());
}

absl::Status PlaceQuestion::Locate(const v1::CoordinatesList& list, v1::Numbers* out) const {
  absl::Status taken = context_.budget.TakePlaces(list.elements_size());
  if (!taken.ok()) return taken;
  for (int i = 0; i < list.elements_size(); ++i) {
    const absl::StatusOr<int64_t> place = PlaceOf(list.elements(i));
    if (!place.ok()) return Within(Item("elements", i), place.status());
    out->add_values(*place);
  }
  return absl::OkStatus();
}

absl::Status PlaceQuestion::ElementsAt(const v1::Numbers& places, v1::CoordinatesList* out) const {
  absl::Status taken = context_.budget.TakePlaces(places.values_size());
  if (!taken.ok()) return taken;
  size_t bytes = 0;
  for (int i = 0; i < places.values_size(); ++i) {
    const int64_t place = places.values(i);
    if (place < 0 || place >= map_.places()) {
      return CaseError(Item("values", i),
                       absl::StrCat(place, " is not within ", map_.places(), " places"));
    }
    v1::Coordinates* element = out->add_elements();
    if (const auto index = map_.IndexAt(place)) {
      element->mutable_indices()->Add(index->begin(), index->end());
    } else {
      element->set_padding(true);
    }
    bytes += element->ByteSizeLong();
    if (taken = context_.budget.CheckPart(bytes); !taken.ok()) return taken;
  }
  return absl::OkStatus();
}

absl::Status PlaceQuestion::MemoryOrder(const v1::PlaceRange& range, v1::Numbers* out) const {
  if (range.first() < 0 || range.first() > map_.places()) {
    return CaseError("first",
                     absl::StrCat(range.first(), " is not within ", map_.places(), " places"));
  }
  if (range.count() < 0) return CaseError("count", absl::StrCat("is negative: ", range.count()));
  int64_t count = std::min(map_.places() - range.first(), context_.options.max_memory_places);
  if (range.count() > 0) count = std::min(count, range.count());
  absl::Status taken = context_.budget.TakePlaces(count);
  if (!taken.ok()) return taken;
  for (const int64_t number : map_.Image(range.first(), range.first() + count)) {
    out->add_values(number);
  }
  return absl::OkStatus();
}

absl::Status AskAboutPlaces(const LayoutContext& context, const TensorLayout& tensor,
                            const v1::LayoutQuestion& question, v1::LayoutAnswer* out) {
  const std::optional<std::vector<int64_t>> sizes = tensor.sizes();
  if (!sizes) return CaseError("", "a question about places needs a static shape");
  if (tensor.layout.is_sparse()) {
    return NoLayoutError("the elements of a sparse array have no places of their own");
  }
  const PlaceQuestion places(context, tensor, *sizes);
  if (question.has_locate()) return places.Locate(question.locate(), out->mutable_numbers());
  if (question.has_elements_at()) {
    return places.ElementsAt(question.elements_at(), out->mutable_coordinates());
  }
  return places.MemoryOrder(question.memory_order(), out->mutable_numbers());
}

// The number of a dim that is given by the name it has in the layout, as a number,
// negative from the end, or by its letter: x is the last, then y, z, p backwards,
// whatever the layout.
absl::StatusOr<int64_t> ReadDimLetter(absl::string_view text, absl::Span<const std::string> names,
                                      size_t rank) {
  if (const auto named = layout::FindDim(names, text)) return static_cast<int64_t>(*named);
  constexpr absl::string_view kLetters = "xyzp";
  const auto limit = static_cast<int64_t>(rank);
  int64_t number = 0;
  if (text.size() == 1 && kLetters.find(text[0]) != absl::string_view::npos) {
    number = -1 - static_cast<int64_t>(kLetters.find(text[0]));
  } else if (!absl::SimpleAtoi(text, &number)) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected a number, one of the letters x, y, z, p, or a name that the layout "
                     "gives, found ",
                     QuotedText(text, 40)));
  }
  if (number >= -limit && number < limit) return number < 0 ? number + limit : number;
  return absl::InvalidArgumentError(
      absl::StrCat("there is no dimension ", number, " in a shape of rank ", rank));
}

absl::Status FindAxis(const TensorLayout& tensor, const std::string& name, v1::LayoutAnswer* out) {
  const absl::StatusOr<int64_t> dim = ReadDimLetter(name, tensor.dim_names, tensor.dims.size());
  if (!dim.ok()) return CaseError("", dim.status().message());
  out->mutable_numbers()->add_values(*dim);
  return absl::OkStatus();
}

}  // namespace

absl::Status AnswerLayoutQuestion(const LayoutContext& context, const TensorLayout& tensor,
                                  const v1::LayoutQuestion& question, const v1::LayoutSpec& other,
                                  v1::LayoutAnswer* out) {
  if (question.question_case() == v1::LayoutQuestion::QUESTION_NOT_SET) {
    return CaseError("", "a question asks something");
  }
  const bool follows_strides = question.has_locate() && tensor.is_strided;
  if (!tensor.has_layout() && !follows_strides) return NoLayoutError(tensor.reason);
  switch (question.question_case()) {
    case v1::LayoutQuestion::kLocate:
      return Within("locate", AskAboutPlaces(context, tensor, question, out));
    case v1::LayoutQuestion::kElementsAt:
      return Within("elements_at", AskAboutPlaces(context, tensor, question, out));
    case v1::LayoutQuestion::kMemoryOrder:
      return Within("memory_order", AskAboutPlaces(context, tensor, question, out));
    case v1::LayoutQuestion::kCompare:
      return Within("compare", AnswerComparison(context, tensor, question.compare(), other,
                                                out->mutable_comparison()));
    case v1::LayoutQuestion::kAxisNamed:
      return Within("axis_named", FindAxis(tensor, question.axis_named(), out));
    case v1::LayoutQuestion::QUESTION_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::query
