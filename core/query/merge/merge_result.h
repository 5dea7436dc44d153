#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_RESULT_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_RESULT_H_

#include "core/query/merge/merge_operations.h"
#include "shapewright/v1/merge.pb.h"

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

// Checks what was declared of symbols against what they were found to be.
void CheckRestrictions(MergeCase& run);

// Writes the outcome and all that was learned since `begin`. With a conflict that
// no policy settled there is no outcome, and nothing was learned.
void WriteResult(MergeCase& run, const MergeOutcome& outcome, const MergeBegin& begin,
                 v1::MergeResult* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_RESULT_H_
