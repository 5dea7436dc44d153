#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_READ_LAYOUT_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_READ_LAYOUT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
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
  // Strides that were given: in elements, and why they are no layout. Empty:
  // `layout` holds.
  std::vector<int64_t> strides;
  int64_t offset = 0;
  std::string reason;
  // The names of the dims, where the layout was given by names; else empty.
  std::vector<std::string> dim_names;
  // As they were written, in one form.
  std::string names_text;

  bool has_layout() const { return reason.empty(); }
  int element_bits() const;
  // How much there is to copy and to write, about.
  size_t entries() const;
  // The sizes, if all are constants.
  std::optional<std::vector<int64_t>> sizes() const;
};

// Whether a layout as text begins with a shape, `f32[2,3]{1,0}`.
bool HasShape(const v1::LayoutSpec& message);

// The rank of a layout in full or as text that is in order, but for another rank.
std::optional<size_t> OtherRank(const v1::LayoutSpec& message, size_t rank);

// The tensor that such a text means.
absl::Status ReadShapedLayout(const QueryOptions& options, SymbolScope& scope,
                              const std::string& text, TensorLayout& tensor);

// The layout that a specification means for these dims. Errors have the path within
// the message.
absl::Status ReadLayoutSpec(const v1::LayoutSpec& message, TensorLayout& tensor);

// Shape, element type and layout of a case that is no tuple.
absl::StatusOr<TensorLayout> ReadTensorLayout(const QueryOptions& options, SymbolScope& scope,
                                              const v1::LayoutCase& message);

void WriteLayout(const layout::Layout& layout, v1::Layout* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_READ_LAYOUT_H_
