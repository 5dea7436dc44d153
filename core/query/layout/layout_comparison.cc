#include "core/query/layout/layout_comparison.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/layout/dim_names.h"
#include "core/layout/reshape.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/layout/layout_facts.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using graph::Within;
using layout::Layout;
using Sizes = std::vector<int64_t>;

constexpr int64_t kMaxCompareSteps = 1 << 20;

// Any size will do, if it is the same for all.
constexpr int32_t kSameBits = 8;

struct AspectRow {
  v1::CompareLayouts::Aspect aspect;
  void (*clear)(Layout& layout);
};

constexpr AspectRow kAspects[] = {
    {v1::CompareLayouts::ASPECT_TILES, [](Layout& layout) { layout.tiles.clear(); }},
    {v1::CompareLayouts::ASPECT_MEMORY_SPACE, [](Layout& layout) { layout.memory_space = 0; }},
    {v1::CompareLayouts::ASPECT_ELEMENT_SIZE,
     [](Layout& layout) { layout.element_size_in_bits = kSameBits; }},
    {v1::CompareLayouts::ASPECT_SPLITS, [](Layout& layout) { layout.splits.clear(); }},
    {v1::CompareLayouts::ASPECT_TAIL_PADDING,
     [](Layout& layout) { layout.tail_padding_alignment = 1; }},
    {v1::CompareLayouts::ASPECT_SPARSE_STORAGE,
     [](Layout& layout) {
       layout.index_type = shape::ElementType::kUndefined;
       layout.pointer_type = shape::ElementType::kUndefined;
       layout.physical_shape.clear();
     }},
    {v1::CompareLayouts::ASPECT_PREFIX, [](Layout& layout) { layout.metadata_prefix_bytes = 0; }},
    {v1::CompareLayouts::ASPECT_ALL_BUT_ORDER,
     [](Layout& layout) {
       Layout order;
       order.minor_to_major = std::move(layout.minor_to_major);
       order.element_size_in_bits = kSameBits;
       layout = std::move(order);
     }},
};

// The layout, whose bits of an element are filled in, as if what the question ignores
// were nowhere.
Layout WithoutIgnored(const v1::CompareLayouts& question, Layout layout) {
  for (const int ignored : question.ignored()) {
    for (const AspectRow& row : kAspects) {
      if (row.aspect == ignored) row.clear(layout);
    }
  }
  return layout;
}

// The sizes, -1 where one is no constant.
Sizes KnownSizes(const TensorLayout& tensor) {
  Sizes sizes;
  for (const shape::Dim dim : tensor.dims) {
    sizes.push_back(dim.is_constant() ? dim.constant() : -1);
  }
  return sizes;
}

// Why a shape does not fit beside another one; empty if it does.
absl::StatusOr<std::string> MisfitOfShape(const TensorLayout& tensor, const TensorLayout& other) {
  if (tensor.dims == other.dims) return "";
  const std::optional<Sizes> own_sizes = tensor.sizes();
  const std::optional<Sizes> other_sizes = other.sizes();
  if (!own_sizes || !other_sizes) {
    return CaseError("text", "a comparison of two shapes needs static ones");
  }
  const auto elements = layout::ElementsOf(*other_sizes);
  if (!elements) return CaseError("text", "its size leaves 64 bits");
  const auto own = layout::ElementsOf(*own_sizes);
  if (elements == own) return "";
  return absl::StrCat("has ", *elements, " elements, not ", own.value_or(0));
}

bool HaveNames(const TensorLayout& tensor, const TensorLayout& other) {
  return !tensor.names_text.empty() && !other.names_text.empty();
}

absl::Status TooLargeError() {
  return graph::ReadError("TOO_LARGE_TO_COMPARE",
                          "the tiles are too many to compare them one by one");
}

// A comparison of tensors that are not alike.
void WriteUnlike(absl::string_view reason, v1::LayoutComparison* out) {
  out->set_needs_copy(true);
  out->set_reason(Printable(reason));
}

}  // namespace

absl::Status NoLayoutError(absl::string_view reason) {
  return graph::ReadError("NO_LAYOUT", reason);
}

Layout WithBits(const TensorLayout& tensor) {
  Layout layout = tensor.layout;
  layout.element_size_in_bits = tensor.element_bits();
  return layout;
}

absl::StatusOr<OtherTensor> ReadOther(const LayoutContext& context, const TensorLayout& tensor,
                                      const v1::LayoutSpec& spec, bool may_differ_in_rank) {
  OtherTensor other;
  if (spec.has_text() && HasShape(spec.text())) {
    absl::Status status = ReadTensorText(context.options, context.scope, spec.text(), other.tensor);
    if (!status.ok()) return status;
    if (other.tensor.element == shape::ElementType::kUndefined) {
      other.tensor.element = tensor.element;
    }
    absl::StatusOr<std::string> misfit = MisfitOfShape(tensor, other.tensor);
    if (!misfit.ok()) return misfit.status();
    other.misfit = *std::move(misfit);
    return other;
  }
  const std::optional<size_t> rank = OtherRank(spec, tensor.dims.size());
  if (rank && may_differ_in_rank) {
    other.misfit = absl::StrCat("a layout of ", *rank, " dimensions, for ", tensor.dims.size());
    return other;
  }
  other.tensor.dims = tensor.dims;
  other.tensor.element = tensor.element;
  absl::Status status = ReadLayoutSpec(spec, other.tensor);
  if (!status.ok()) return status;
  return other;
}

std::optional<NamedOrder> CompareNames(const TensorLayout& tensor, const TensorLayout& other) {
  if (!HaveNames(tensor, other) || tensor.dim_names == other.dim_names) return std::nullopt;
  NamedOrder order;
  for (const std::string& name : other.dim_names) {
    const std::optional<size_t> dim = layout::FindDim(tensor.dim_names, name);
    if (!dim) return NamedOrder{{}, "the dimensions have other names"};
    order.axes.push_back(static_cast<int64_t>(*dim));
  }
  order.reason = "the dimensions stand in another order";
  return order;
}

std::optional<layout::Comparison> CompareTensors(const LayoutContext& context,
                                                 const TensorLayout& tensor,
                                                 const TensorLayout& other,
                                                 const v1::CompareLayouts& question) {
  const Layout first = WithoutIgnored(question, WithBits(tensor));
  const Layout second = WithoutIgnored(question, WithBits(other));
  const Sizes own_sizes = KnownSizes(tensor);
  const Sizes other_sizes = KnownSizes(other);
  std::optional<layout::Comparison> comparison;
  if (tensor.sizes() && other.sizes()) {
    comparison = layout::CompareTensors({own_sizes, first}, {other_sizes, second}, kMaxCompareSteps,
                                        context.options.work);
  } else {
    comparison = layout::CompareUnsized(own_sizes, first, second, 0);
  }
  if (comparison && HaveNames(tensor, other) && tensor.names_text != other.names_text) {
    comparison->equal = false;
  }
  return comparison;
}

void WriteComparison(const layout::Comparison& comparison, v1::LayoutComparison* out) {
  out->set_equal(comparison.equal);
  out->set_equivalent(comparison.equivalent);
  out->set_bitcast(comparison.bitcast);
  for (const int64_t axis : comparison.transpose) out->add_transpose(axis);
  out->set_needs_copy(!comparison.bitcast);
}

absl::Status AnswerComparison(const LayoutContext& context, const TensorLayout& tensor,
                              const v1::CompareLayouts& question, const v1::LayoutSpec& spec,
                              v1::LayoutComparison* out) {
  for (int i = 0; i < question.ignored_size(); ++i) {
    absl::Status known = CheckSaid(graph::Item("ignored", i), question.ignored(i),
                                   v1::CompareLayouts::Aspect_IsValid);
    if (!known.ok()) return known;
  }
  const absl::StatusOr<OtherTensor> read = ReadOther(context, tensor, spec, true);
  if (!read.ok()) return Within("other", read.status());
  if (!read->misfit.empty()) {
    WriteUnlike(read->misfit, out);
    return absl::OkStatus();
  }
  const TensorLayout& other = read->tensor;
  if (!other.has_layout()) return Within("other", NoLayoutError(other.reason));
  if (const std::optional<NamedOrder> names = CompareNames(tensor, other)) {
    WriteUnlike(names->reason, out);
    out->mutable_transpose()->Add(names->axes.begin(), names->axes.end());
    return absl::OkStatus();
  }
  const absl::StatusOr<layout::Measures> measures = MeasureTensor(context, other);
  if (!measures.ok()) return Within("other", InLayoutField(other.field, measures.status()));
  const std::optional<layout::Comparison> comparison =
      CompareTensors(context, tensor, other, question);
  if (!comparison) return TooLargeError();
  WriteComparison(*comparison, out);
  if (!comparison->equivalent && !tensor.sizes()) {
    out->set_reason("other places for some sizes; not all sizes are known");
  }
  return absl::OkStatus();
}

}  // namespace shapewright::query
