#ifndef SHAPEWRIGHT_TESTS_CORE_QUERY_MERGE_MERGE_TESTER_H_
#define SHAPEWRIGHT_TESTS_CORE_QUERY_MERGE_MERGE_TESTER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// A question of texts, by a word: `merge`, `relax`, `append`; `broadcast`, `paddle` (from axes[0]
// on, if there is one); `add`, `subtract`, ... of `compute`; `keep`, `drop`, `permute`; `put`,
// `replace`; `window`, `pooling`, `convolve`; a part of the answer to `compare`: `compatible`,
// `equal`, `relaxes`, ..., to `inspect`: `is_static`, `has_negative_size`, `rank`, `least`,
// `greatest`, `elements`, or to `intersect_dims`: `intersect`, `count`.
v1::MergeCase MakeCase(absl::string_view word, const std::vector<std::string>& texts,
                       const std::vector<int64_t>& axes = {},
                       const std::vector<std::string>& sizes = {});
// The operands of a question that has a list of them or one, to be changed.
v1::Type* MutableOperand(v1::MergeCase& message, int index);
v1::Window* MutableWindow(v1::MergeCase& message);

// The only result of a request with this case; fails the test if the request
// does.
v1::MergeResult RunCase(const v1::MergeCase& message,
                        v1::Notation notation = v1::NOTATION_SHAPEWRIGHT);

// What the result says: the text of its type, its range; or the codes of its conflicts, as in
// "conflict DIM_MISMATCH"; both, if there are both; "error" for one.
std::string Summary(const v1::MergeResult& result);
// The same of the part of the answer that the word asks for.
std::string Part(absl::string_view word, const v1::MergeResult& result);
std::string Answer(const v1::MergeCase& message, v1::Notation notation = v1::NOTATION_SHAPEWRIGHT);
std::string Answer(absl::string_view word, const std::vector<std::string>& texts,
                   v1::Notation notation = v1::NOTATION_SHAPEWRIGHT,
                   const std::vector<int64_t>& axes = {},
                   const std::vector<std::string>& sizes = {});

// The error of this case: "merge.operands[0].text: message", or "".
std::string ErrorOf(const v1::MergeCase& message, v1::Notation notation = v1::NOTATION_SHAPEWRIGHT);
// The field that it names alone.
std::string FieldOfError(const v1::MergeCase& message,
                         v1::Notation notation = v1::NOTATION_SHAPEWRIGHT);

// "N := 8, ?1 := N"
std::string Substitutions(const v1::MergeResult& result);
// "2 <= N, broadcastable(N, M)"
std::string Facts(const v1::MergeResult& result);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_TESTS_CORE_QUERY_MERGE_MERGE_TESTER_H_
