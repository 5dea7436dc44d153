#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_READ_LAYOUT_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_READ_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/layout/layout.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "core/shape/element_type.h"
#include "core/shape/type.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// A tensor and how it lies in memory.
struct TensorLayout {
  std::vector<shape::Dim> dims;
  shape::ElementType element = shape::ElementType::kUndefined;
  layout::Layout layout;
  // Why there is no layout: what the strides are, or a change that has no result. Empty: `layout`
  // holds.
  std::string reason;
  // Strides that were given, in elements.
  bool is_strided = false;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  // The names of the dims, where the layout was given by names; else empty.
  std::vector<std::string> dim_names;
  // As they were written, in one form.
  std::string names_text;
  // The field that the layout was read from, of the specification or of the tensor; else empty.
  absl::string_view field;
  bool is_field_of_tensor = false;

  bool has_layout() const { return reason.empty(); }
  int element_bits() const;
  // How much there is to copy and to write, about.
  size_t entries() const;
  // The sizes, if all are constants.
  std::optional<std::vector<int64_t>> sizes() const;
};

// An error about a part of the layout that `field` says, as TensorLayout::field has it: its path,
// and in the message what a text or strides have no field for.
absl::Status InLayoutField(absl::string_view field, absl::Status status);

// Whether a text names a layout with its shape, `f32[2,3]{1,0}`, `[6,2]`.
bool HasShape(absl::string_view text);

// The rank of a layout in full, or of a text `{1,0}`, that is in order but for another rank.
std::optional<size_t> OtherRank(const v1::LayoutSpec& message, size_t rank);

// The tensor that a text means; `field` is empty where it names no layout. Symbols are what is
// known of them.
absl::Status ReadTensorText(const QueryOptions& options, SymbolScope& scope, absl::string_view text,
                            TensorLayout& tensor);
// The same of a message.
absl::Status ReadTensorMessage(const QueryOptions& options, SymbolScope& scope,
                               const v1::Type& message, TensorLayout& tensor);

// The layout that a specification means for these dims. Errors have the path within the message.
absl::Status ReadLayoutSpec(const v1::LayoutSpec& message, TensorLayout& tensor);

void WriteLayout(const layout::Layout& layout, v1::Layout* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_READ_LAYOUT_H_
