#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_FACTS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_FACTS_H_

#include "absl/types/span.h"
#include "core/query/merge/merge_result.h"

namespace shapewright::query {

// What a case found out: symbols that it solved, facts that must hold besides, and
// the free symbols of the outcome and of these.
void WriteLearned(MergeCase& run, const MergeBegin& begin, absl::Span<const shape::Dim> outcome,
                  v1::MergeResult* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_FACTS_H_
