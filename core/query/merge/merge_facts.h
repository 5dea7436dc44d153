#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_FACTS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_FACTS_H_

#include <vector>

#include "absl/types/span.h"
#include "core/query/merge/merge_case.h"
#include "core/wire/wire_writer.h"

namespace shapewright::query {

// Where a case began, in what the scope keeps for all of them.
struct MergeBegin {
  // The only case of its scope.
  bool is_alone = true;
  size_t facts = 0;
  size_t settled = 0;
  // Of those that the scope lists: whether they were made of something else by then.
  std::vector<bool> was_rewritten;
};
MergeBegin BeginOf(SymbolScope& scope);

// Checks the premises against what was found out: one that cannot hold any more is a conflict.
void CheckPremises(MergeCase& run);

// Writes the fields `symbols` and `facts` of a result: what a case found out of symbols, what must
// hold besides, and the free symbols of the outcome and of these.
void WriteLearned(MergeCase& run, const MergeBegin& begin, absl::Span<const shape::Dim> outcome,
                  WireWriter& out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_FACTS_H_
