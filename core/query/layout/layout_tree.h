#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_TREE_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_TREE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/query/layout/layout_context.h"
#include "core/query/layout/read_layout.h"

namespace shapewright::query {

// A tensor with its layout, or a tuple of such.
struct LayoutTree {
  // Of a tensor.
  TensorLayout tensor;
  bool is_tuple = false;
  // `token[]` and `opaque[]` are tuples of nothing, but not alike. Else empty.
  std::string name;
  // Read from a text, all of it.
  bool is_text = false;
  std::vector<LayoutTree> elements;
};

// Reads what a type means; errors have the path within it.
absl::StatusOr<LayoutTree> ReadLayoutTree(const LayoutContext& context, const v1::Type& message);

// Whether a text is one of a tuple, also `()` and `token[]`, but not a shape in parentheses,
// `(2, 3)`.
bool IsTupleText(absl::string_view text);
// Whether a text of a tuple has its tuples where the tree has them.
bool HasFormOf(const LayoutTree& tree, absl::string_view text);

// What a layout that is given for a tuple says of its elements: the text of a tuple has one for
// each, in the form of the tree; any other is for all.
class ElementSpecs {
 public:
  explicit ElementSpecs(const v1::LayoutSpec& spec);

  // Until the next call.
  const v1::LayoutSpec& At(size_t element);

 private:
  const v1::LayoutSpec& whole_;
  const bool is_tuple_;
  std::vector<absl::string_view> parts_;
  v1::LayoutSpec part_;
};

// Gives the tensors of a tree a layout, where none of them has one of its own.
absl::Status GiveLayout(const LayoutContext& context, const v1::LayoutSpec& spec, LayoutTree& tree);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_TREE_H_
