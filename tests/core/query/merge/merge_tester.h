#ifndef SHAPEWRIGHT_TESTS_CORE_QUERY_MERGE_MERGE_TESTER_H_
#define SHAPEWRIGHT_TESTS_CORE_QUERY_MERGE_MERGE_TESTER_H_

#include <string>
#include <vector>

#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// A case of texts.
v1::MergeCase MakeCase(v1::MergeCase::Operation operation, const std::vector<std::string>& texts);

// The only result of a request with this case; fails the test if the request
// does.
v1::MergeResult RunCase(const v1::MergeCase& message);

// What the result says: its text; or the codes of its conflicts, as in
// "conflict DIM_MISMATCH"; both, if there are both.
std::string Summary(const v1::MergeResult& result);
std::string Answer(const v1::MergeCase& message);
std::string Answer(v1::MergeCase::Operation operation, const std::vector<std::string>& texts);

// The error of a request with this case: "cases[0].axis: message", or "".
std::string ErrorOf(const v1::MergeCase& message);

// "N := 8, ?1 := N"
std::string Substitutions(const v1::MergeResult& result);
// "2 <= N, N ~ M" with = <= | ~ != in for the relations.
std::string Constraints(const v1::MergeResult& result);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_TESTS_CORE_QUERY_MERGE_MERGE_TESTER_H_
