#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_RESULT_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_RESULT_H_

#include "core/query/merge/merge_case.h"
#include "core/query/merge/merge_facts.h"
#include "core/wire/wire_writer.h"

namespace shapewright::query {

// Writes the outcome and all that was learned since `begin`. With a conflict that
// no policy settled there is no outcome, and nothing was learned.
void WriteResult(MergeCase& run, const MergeOutcome& outcome, const MergeBegin& begin,
                 WireWriter& out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_RESULT_H_
