#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_FACTS_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_FACTS_H_

#include "absl/status/statusor.h"
#include "core/layout/measure.h"
#include "core/query/layout/layout_context.h"
#include "core/query/layout/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Measures a tensor that has a layout. INVALID_ARGUMENT names the field of the layout, or none
// where a size is to blame.
absl::StatusOr<layout::Measures> MeasureTensor(const LayoutContext& context,
                                               const TensorLayout& tensor);

void WriteLayoutFacts(const LayoutContext& context, const TensorLayout& tensor,
                      const layout::Measures& measures, v1::LayoutFacts* out);

// What a tensor or a tuple takes. Unknown: a part of it is not known.
struct LayoutTotals {
  shape::Dim elements;
  shape::Dim padded_elements;
  shape::Dim bytes;
  shape::Dim unpadded_bytes;

  // Of nothing.
  static LayoutTotals Zero() { return {0, 0, 0, 0}; }
  static LayoutTotals Of(const layout::Measures& measures) {
    return {measures.elements, measures.padded_elements, measures.bytes, measures.unpadded_bytes};
  }
};
void Add(symbolic::ExprArena& arena, const LayoutTotals& part, LayoutTotals& sum);
void WriteTotals(const LayoutContext& context, const LayoutTotals& totals, v1::LayoutFacts* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_FACTS_H_
