#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_COMPARISON_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_COMPARISON_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/layout/compare.h"
#include "core/query/layout/layout_context.h"
#include "core/query/layout/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// What a specification means beside a tensor: another layout of it, or another shape with its
// layout. Where that does not fit, `misfit` says why; then the rest says nothing.
struct OtherTensor {
  TensorLayout tensor;
  std::string misfit;
};
// A layout of another rank does not fit if `may_differ_in_rank`, else it is malformed.
absl::StatusOr<OtherTensor> ReadOther(const LayoutContext& context, const TensorLayout& tensor,
                                      const v1::LayoutSpec& spec, bool may_differ_in_rank);

// How the dims of two tensors stand to each other whose layouts were given by names that differ.
struct NamedOrder {
  // Dim i of the other is dim axes[i]. Empty: they have other names.
  std::vector<int64_t> axes;
  std::string reason;
};
// Nothing where the names are the same, or a side has none.
std::optional<NamedOrder> CompareNames(const TensorLayout& tensor, const TensorLayout& other);

// Nothing where it takes too many steps.
std::optional<layout::Comparison> CompareTensors(const LayoutContext& context,
                                                 const TensorLayout& tensor,
                                                 const TensorLayout& other,
                                                 const v1::CompareLayouts& question);

void WriteComparison(const layout::Comparison& comparison, v1::LayoutComparison* out);

// The layout with the size of an element in it.
layout::Layout WithBits(const TensorLayout& tensor);

// Answers the question of a tensor that has a layout; `spec` stands for its `other`. Errors have
// the path within the question.
absl::Status AnswerComparison(const LayoutContext& context, const TensorLayout& tensor,
                              const v1::CompareLayouts& question, const v1::LayoutSpec& spec,
                              v1::LayoutComparison* out);

// INVALID_ARGUMENT with the reason NO_LAYOUT: a question to a tensor that has none, or whose
// elements have no places.
absl::Status NoLayoutError(absl::string_view reason);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_COMPARISON_H_
