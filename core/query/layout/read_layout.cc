#include "core/query/layout/read_layout.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "core/graph/element_number.h"
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
  for (const v1::DimLevel& level : message.dim_levels()) {
    const int form = level.form() == v1::DimLevel::FORM_UNSPECIFIED
                         ? v1::DimLevel::FORM_DENSE
                         : static_cast<int>(level.form());
    result.dim_levels.push_back({v1::DimLevel::Form_IsValid(form)
                                     ? static_cast<layout::LevelForm>(form)
                                     : layout::LevelForm::kUnknown,
                                 level.repeats(), level.unordered()});
  }
  result.index_type = graph::ElementOf(message.index_type());
  result.pointer_type = graph::ElementOf(message.pointer_type());
  result.physical_shape = absl::StrReplaceAll(message.physical_shape(), {{" ", ""}});
  for (const v1::DimensionSplit& split : message.splits()) {
    result.splits.push_back({split.dimension(), {split.indices().begin(), split.indices().end()}});
  }
  result.metadata_prefix_bytes = message.metadata_prefix_bytes();
  return result;
}

absl::Status CheckNumbers(const v1::Layout& message) {
  absl::Status status =
      CheckKnown("padding_value", message.padding_value(), v1::PaddingValue_IsValid);
  if (status.ok()) status = CheckKnown("index_type", message.index_type(), v1::ElementType_IsValid);
  if (!status.ok()) return status;
  return CheckKnown("pointer_type", message.pointer_type(), v1::ElementType_IsValid);
}

absl::Status Completed(absl::string_view field, Layout layout, TensorLayout& tensor) {
  const auto fault = Complete(layout, tensor.dims.size());
  if (fault) return graph::Within(field, CaseError(fault->field, fault->message));
  tensor.layout = std::move(layout);
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
  for (const int64_t stride : message.strides()) {
    if (stride % unit != 0) {
      tensor.reason = absl::StrCat("the stride of ", stride, " bytes is no whole element");
    }
    tensor.strides.push_back(stride / unit);
  }
  tensor.offset = message.offset() / unit;
  if (!tensor.reason.empty()) return absl::OkStatus();
  layout::StridesAsLayout described =
      layout::DescribeStrides(*sizes, tensor.strides, tensor.offset);
  tensor.layout = std::move(described.layout);
  tensor.reason = std::move(described.reason);
  return absl::OkStatus();
}

absl::Status ReadText(absl::string_view field, absl::string_view text, TensorLayout& tensor) {
  absl::StatusOr<Layout> layout = layout::ParseLayout(text);
  if (!layout.ok()) return CaseError(field, layout.status().message());
  return Completed(field, *std::move(layout), tensor);
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

absl::Status ReadCaseText(const QueryOptions& options, SymbolScope& scope, absl::string_view text,
                          TensorLayout& tensor, absl::string_view& layout_text) {
  text = absl::StripAsciiWhitespace(text);
  const size_t at = FindLayout(text);
  if (at != absl::string_view::npos) layout_text = text.substr(at);
  const absl::StatusOr<shape::ParsedOperand> read = shape::ParseOperand(
      scope.types(), scope.exprs(), text,
      [&scope](absl::string_view name) { return scope.Resolve(name); }, shape::Notation::kXla);
  if (!read.ok()) return CaseError("text", read.status().message());
  const shape::Type& type = scope.types().at(read->type);
  if (read->kind != shape::ParsedOperand::Kind::kType || !type.is_tensor()) {
    return CaseError("text", "expected a shape such as f32[2,3]");
  }
  if (!type.shape.has_rank) return CaseError("text", "the rank is not known");
  if (type.shape.rank() > options.max_rank) {
    return graph::Within(
        "text", graph::ReadError(graph::reason::kRankTooLarge,
                                 absl::StrCat("more than ", options.max_rank, " dimensions")));
  }
  for (const shape::Dim dim : type.shape.dims) {
    if (dim.is_constant() && dim.constant() < 0) {
      return CaseError("text", absl::StrCat("a size is negative: ", dim.constant()));
    }
  }
  tensor.dims.assign(type.shape.dims.begin(), type.shape.dims.end());
  tensor.element = type.element;
  return absl::OkStatus();
}

absl::Status ReadCaseShape(const QueryOptions& options, SymbolScope& scope,
                           const v1::LayoutCase& message, TensorLayout& tensor) {
  TypeReader reader(options, scope, false);
  absl::StatusOr<shape::ShapeValue> shape = reader.ReadShape(message.shape());
  if (!shape.ok()) return graph::Within("shape", shape.status());
  if (!shape->has_rank) return CaseError("shape.unknown_rank", "a layout needs a rank");
  const absl::StatusOr<shape::ElementType> element =
      ReadElement("element_type", message.element_type());
  if (!element.ok()) return element.status();
  tensor.dims = std::move(shape->dims);
  tensor.element = *element;
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
      const absl::Status known = CheckNumbers(message.layout());
      if (!known.ok()) return graph::Within("layout", known);
      return Completed("layout", FromMessage(message.layout()), tensor);
    }
    case v1::LayoutSpec::kStrided:
      return graph::Within("strided", ReadStrided(message.strided(), tensor));
    case v1::LayoutSpec::kText:
      return ReadText("text", message.text(), tensor);
    case v1::LayoutSpec::kNamed: {
      absl::StatusOr<layout::LayoutByName> named =
          layout::NamedLayout(message.named(), tensor.dims.size());
      if (!named.ok()) return CaseError("named", named.status().message());
      tensor.dim_names = std::move(named->dim_names);
      tensor.names_text = std::move(named->names_text);
      return Completed("named", std::move(named->layout), tensor);
    }
    case v1::LayoutSpec::KIND_NOT_SET:
      break;
  }
  tensor.layout = layout::RowMajor(tensor.dims.size());
  return absl::OkStatus();
}

bool HasShape(const v1::LayoutSpec& message) {
  return message.kind_case() == v1::LayoutSpec::kText && absl::StrContains(message.text(), '[') &&
         !absl::StartsWith(absl::StripLeadingAsciiWhitespace(message.text()), "{");
}

std::optional<size_t> OtherRank(const v1::LayoutSpec& message, size_t rank) {
  absl::StatusOr<Layout> layout = Layout();
  if (message.has_layout()) layout = FromMessage(message.layout());
  if (message.kind_case() == v1::LayoutSpec::kText) layout = layout::ParseLayout(message.text());
  if (!layout.ok() || layout->rank() == 0 || layout->rank() == rank) return std::nullopt;
  const size_t own_rank = layout->rank();
  if (Complete(*layout, own_rank)) return std::nullopt;
  return own_rank;
}

absl::Status ReadShapedLayout(const QueryOptions& options, SymbolScope& scope,
                              const std::string& text, TensorLayout& tensor) {
  absl::string_view layout_text;
  absl::Status status = ReadCaseText(options, scope, text, tensor, layout_text);
  if (!status.ok()) return status;
  if (!layout_text.empty()) return ReadText("text", layout_text, tensor);
  tensor.layout = layout::RowMajor(tensor.dims.size());
  return absl::OkStatus();
}

absl::StatusOr<TensorLayout> ReadTensorLayout(const QueryOptions& options, SymbolScope& scope,
                                              const v1::LayoutCase& message) {
  TensorLayout tensor;
  absl::string_view layout_text;
  absl::Status status;
  if (message.text().empty()) {
    status = ReadCaseShape(options, scope, message, tensor);
  } else if (message.has_shape() || message.element_type() != v1::ELEMENT_TYPE_UNSPECIFIED) {
    status = CaseError("text", "give a text, or shape and element type");
  } else {
    status = ReadCaseText(options, scope, message.text(), tensor, layout_text);
  }
  if (!status.ok()) return status;
  if (layout_text.empty()) {
    status = graph::Within("layout", ReadLayoutSpec(message.layout(), tensor));
  } else if (message.has_layout()) {
    status = CaseError("layout", "the text has a layout already");
  } else {
    status = ReadText("text", layout_text, tensor);
  }
  if (!status.ok()) return status;
  return tensor;
}

void WriteLayout(const Layout& layout, v1::Layout* out) {
  for (const int64_t dim : layout.minor_to_major) out->add_minor_to_major(dim);
  for (const int64_t size : layout.padded_dimensions) out->add_padded_dimensions(size);
  out->set_padding_value(static_cast<v1::PaddingValue>(layout.padding_value));
  for (const layout::Tile& tile : layout.tiles) {
    v1::Tile* written = out->add_tiles();
    for (const int64_t size : tile.sizes) written->add_sizes(size);
  }
  out->set_tail_padding_alignment(layout.tail_padding_alignment);
  out->set_memory_space(layout.memory_space);
  out->set_row_alignment_bytes(layout.row_alignment_bytes);
  out->set_buffer_alignment_bytes(layout.buffer_alignment_bytes);
  out->set_element_size_in_bits(layout.element_size_in_bits);
  for (const layout::DimLevel& level : layout.dim_levels) {
    v1::DimLevel* written = out->add_dim_levels();
    written->set_form(static_cast<v1::DimLevel::Form>(level.form));
    written->set_repeats(level.repeats);
    written->set_unordered(level.unordered);
  }
  out->set_index_type(static_cast<v1::ElementType>(layout.index_type));
  out->set_pointer_type(static_cast<v1::ElementType>(layout.pointer_type));
  out->set_physical_shape(layout.physical_shape);
  for (const layout::DimSplit& split : layout.splits) {
    v1::DimensionSplit* written = out->add_splits();
    written->set_dimension(split.dimension);
    for (const int64_t index : split.indices) written->add_indices(index);
  }
  out->set_metadata_prefix_bytes(layout.metadata_prefix_bytes);
}

}  // namespace shapewright::query
