#include "core/query/layout/read_layout.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/layout/layout_text.h"
#include "core/layout/named_layout.h"
#include "core/layout/strided.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/read_type.h"
#include "core/shape/notation/notation.h"

namespace shapewright::query {
namespace {

using layout::Layout;

constexpr absl::string_view kText = "text";

Layout FromMessage(const v1::Layout& message) {
  Layout result;
  result.minor_to_major.assign(message.minor_to_major().begin(), message.minor_to_major().end());
  result.padded_dimensions.assign(message.padded_dimensions().begin(),
                                  message.padded_dimensions().end());
  if (message.padding_value() != v1::PADDING_VALUE_UNSPECIFIED) {
    result.padding_value = static_cast<layout::PaddingValue>(message.padding_value());
  }
  for (const v1::Tile& tile : message.tiles()) {
    result.tiles.push_back({{tile.sizes().begin(), tile.sizes().end()}});
  }
  result.tail_padding_alignment = message.tail_padding_alignment();
  result.memory_space = message.memory_space();
  result.row_alignment_bytes = message.row_alignment_bytes();
  result.buffer_alignment_bytes = message.buffer_alignment_bytes();
  result.element_size_in_bits = message.element_size_in_bits();
  return result;
}

}  // namespace

absl::Status InLayoutField(absl::string_view field, absl::Status status) {
  const std::string inner = graph::FieldOf(status);
  const bool has_such_fields = field == "layout";
  if (has_such_fields || inner.empty()) return graph::Within(field, std::move(status));
  absl::Status named = WithMessage(status, absl::StrCat(inner, " ", status.message()));
  named.SetPayload(graph::kFieldPayload, absl::Cord(field));
  return named;
}

namespace {

absl::Status Completed(absl::string_view field, Layout layout, TensorLayout& tensor) {
  const auto fault = Complete(layout, tensor.dims.size());
  if (fault) return InLayoutField(field, CaseError(fault->field, fault->message));
  tensor.layout = std::move(layout);
  tensor.field = field;
  return absl::OkStatus();
}

absl::Status ReadStrided(const v1::StridedLayout& message, TensorLayout& tensor) {
  const std::optional<std::vector<int64_t>> sizes = tensor.sizes();
  if (!sizes) return CaseError("strides", "strides need a static shape");
  if (message.strides_size() != static_cast<int>(sizes->size())) {
    return CaseError("strides", absl::StrCat("there are ", message.strides_size(),
                                             " for a shape of rank ", sizes->size()));
  }
  const int bits = ElementBits(tensor.element);
  if (message.in_bytes() && (bits == 0 || bits % 8 != 0)) {
    return CaseError("in_bytes", "the element type has no size in whole bytes");
  }
  const int64_t unit = message.in_bytes() ? bits / 8 : 1;
  tensor.layout = layout::RowMajor(sizes->size());
  tensor.is_strided = true;
  tensor.field = "strided";
  for (const int64_t stride : message.strides()) {
    if (stride % unit != 0) {
      tensor.reason = absl::StrCat("the stride of ", stride, " bytes is not a whole element");
    }
    tensor.strides.push_back(stride / unit);
  }
  if (message.offset() % unit != 0) {
    tensor.reason =
        absl::StrCat("the offset of ", message.offset(), " bytes is not a whole element");
  }
  tensor.offset = message.offset() / unit;
  if (!tensor.reason.empty()) return absl::OkStatus();
  layout::StridesAsLayout described =
      layout::DescribeStrides(*sizes, tensor.strides, tensor.offset);
  tensor.layout = std::move(described.layout);
  tensor.reason = std::move(described.reason);
  return absl::OkStatus();
}

absl::Status ReadXlaText(absl::string_view text, TensorLayout& tensor) {
  absl::StatusOr<Layout> layout = layout::ParseLayout(text);
  if (!layout.ok()) return CaseError(kText, layout.status().message());
  return Completed(kText, *std::move(layout), tensor);
}

// `{1,0}`, or a name.
absl::Status ReadLayoutText(absl::string_view text, TensorLayout& tensor) {
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "{")) {
    return ReadXlaText(text, tensor);
  }
  absl::StatusOr<layout::LayoutByName> named = layout::NamedLayout(text, tensor.dims.size());
  if (!named.ok()) return CaseError(kText, named.status().message());
  tensor.dim_names = std::move(named->dim_names);
  tensor.names_text = std::move(named->names_text);
  return Completed(kText, std::move(named->layout), tensor);
}

// Where the layout begins in `f32[2,3]{1,0}`; npos where there is none.
size_t FindLayout(absl::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && depth == 0) return i == 0 ? absl::string_view::npos : i;
    if (text[i] == '[' || text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == ')' || text[i] == '}') --depth;
  }
  return absl::string_view::npos;
}

bool IsListOfNumbers(absl::string_view text) {
  const auto may_stand = [](char c) {
    return absl::ascii_isdigit(c) || absl::ascii_isspace(c) || c == ',';
  };
  return std::all_of(text.begin(), text.end(), may_stand) &&
         std::any_of(text.begin(), text.end(), absl::ascii_isdigit);
}

// What is known of the symbols is put into the dims.
absl::Status TakeType(const QueryOptions& options, SymbolScope& scope, shape::TypeId id,
                      TensorLayout& tensor) {
  const shape::Type& type = scope.types().at(id);
  if (type.kind == shape::TypeKind::kSparseTensor) {
    return CaseError("",
                     "nothing says how it is stored: give it as a dense one with a sparse "
                     "layout, f32[2,3]{1,0:D(D,C)}");
  }
  if (!type.is_tensor()) return CaseError("", "expected a tensor such as f32[2,3]");
  if (!type.shape.has_rank) return CaseError("", "the rank is not known");
  if (type.shape.rank() > options.max_rank) {
    return RankTooLarge(options);
  }
  tensor.element = type.element;
  tensor.dims.assign(type.shape.dims.begin(), type.shape.dims.end());
  for (shape::Dim& dim : tensor.dims) {
    if (scope.facts().has_learned()) dim = scope.facts().Finalize(dim);
    if (dim.is_constant() && dim.constant() < 0) {
      return CaseError("", absl::StrCat("a size is negative: ", dim.constant()));
    }
  }
  return absl::OkStatus();
}

}  // namespace

int TensorLayout::element_bits() const {
  return layout.element_size_in_bits > 0 ? layout.element_size_in_bits : ElementBits(element);
}

size_t TensorLayout::entries() const {
  size_t entries = dims.size() + layout.physical_shape.size();
  for (const layout::Tile& tile : layout.tiles) entries += tile.sizes.size();
  for (const layout::DimSplit& split : layout.splits) entries += split.indices.size();
  return entries;
}

std::optional<std::vector<int64_t>> TensorLayout::sizes() const {
  std::vector<int64_t> sizes;
  for (const shape::Dim dim : dims) {
    if (!dim.is_constant()) return std::nullopt;
    sizes.push_back(dim.constant());
  }
  return sizes;
}

absl::Status ReadLayoutSpec(const v1::LayoutSpec& message, TensorLayout& tensor) {
  switch (message.kind_case()) {
    case v1::LayoutSpec::kLayout: {
      absl::Status known = CheckKnown("layout.padding_value", message.layout().padding_value(),
                                      v1::PaddingValue_IsValid);
      if (!known.ok()) return known;
      return Completed("layout", FromMessage(message.layout()), tensor);
    }
    case v1::LayoutSpec::kStrided:
      return graph::Within("strided", ReadStrided(message.strided(), tensor));
    case v1::LayoutSpec::kText:
      return ReadLayoutText(message.text(), tensor);
    case v1::LayoutSpec::KIND_NOT_SET:
      break;
  }
  tensor.layout = layout::RowMajor(tensor.dims.size());
  return absl::OkStatus();
}

bool HasShape(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (absl::StartsWith(text, "{") || !absl::StrContains(text, '[')) return false;
  if (!absl::StartsWith(text, "[")) return true;
  if (FindLayout(text) != absl::string_view::npos) return true;
  return absl::EndsWith(text, "]") && IsListOfNumbers(text.substr(1, text.size() - 2));
}

std::optional<size_t> OtherRank(const v1::LayoutSpec& message, size_t rank) {
  absl::StatusOr<Layout> layout = Layout();
  if (message.has_layout()) layout = FromMessage(message.layout());
  if (message.has_text()) layout = layout::ParseLayout(message.text());
  if (!layout.ok() || layout->rank() == 0 || layout->rank() == rank) return std::nullopt;
  const size_t own_rank = layout->rank();
  if (Complete(*layout, own_rank)) return std::nullopt;
  return own_rank;
}

absl::Status ReadTensorText(const QueryOptions& options, SymbolScope& scope, absl::string_view text,
                            TensorLayout& tensor) {
  text = absl::StripAsciiWhitespace(text);
  const absl::StatusOr<shape::ParsedOperand> read = shape::ParseOperand(
      scope.types(), scope.exprs(), text,
      [&scope](absl::string_view name) { return scope.Resolve(name); }, shape::Notation::kXla);
  if (!read.ok()) {
    return absl::IsInvalidArgument(read.status()) ? CaseError(kText, read.status()) : read.status();
  }
  absl::Status status = read->kind == shape::ParsedOperand::Kind::kType
                            ? TakeType(options, scope, read->type, tensor)
                            : CaseError("", "expected a tensor such as f32[2,3]");
  if (!status.ok()) return graph::Within(kText, std::move(status));
  const size_t at = FindLayout(text);
  if (at != absl::string_view::npos) {
    tensor.is_field_of_tensor = true;
    return ReadXlaText(text.substr(at), tensor);
  }
  tensor.layout = layout::RowMajor(tensor.dims.size());
  return absl::OkStatus();
}

absl::Status ReadTensorMessage(const QueryOptions& options, SymbolScope& scope,
                               const v1::Type& message, TensorLayout& tensor) {
  TypeReader reader(options, scope, false);
  const absl::StatusOr<shape::TypeId> type = reader.ReadType(message);
  if (!type.ok()) return type.status();
  absl::Status status = TakeType(options, scope, *type, tensor);
  if (status.ok()) tensor.layout = layout::RowMajor(tensor.dims.size());
  return graph::Within(message.has_tensor() ? "tensor" : "sparse_tensor", std::move(status));
}

// What is as it is without a word is left out.
void WriteLayout(const Layout& layout, v1::Layout* out) {
  for (const int64_t dim : layout.minor_to_major) out->add_minor_to_major(dim);
  for (const int64_t size : layout.padded_dimensions) out->add_padded_dimensions(size);
  if (layout.padding_value != layout::PaddingValue::kZero) {
    out->set_padding_value(static_cast<v1::PaddingValue>(layout.padding_value));
  }
  for (const layout::Tile& tile : layout.tiles) {
    v1::Tile* written = out->add_tiles();
    for (const int64_t size : tile.sizes) written->add_sizes(size);
  }
  if (layout.tail_padding_alignment > 1) {
    out->set_tail_padding_alignment(layout.tail_padding_alignment);
  }
  out->set_memory_space(layout.memory_space);
  out->set_row_alignment_bytes(layout.row_alignment_bytes);
  out->set_buffer_alignment_bytes(layout.buffer_alignment_bytes);
  out->set_element_size_in_bits(layout.element_size_in_bits);
}

}  // namespace shapewright::query
