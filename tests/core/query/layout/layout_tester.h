#ifndef SHAPEWRIGHT_TESTS_CORE_QUERY_LAYOUT_LAYOUT_TESTER_H_
#define SHAPEWRIGHT_TESTS_CORE_QUERY_LAYOUT_LAYOUT_TESTER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// A case of a tensor as text, with changes and questions in the JSON form of their messages.
v1::LayoutCase LayoutOf(const std::string& text, const std::vector<std::string>& changes = {},
                        const std::vector<std::string>& questions = {});

// The question that compares with a text.
std::string CompareWith(const std::string& other);

// Asks one case, with all details.
v1::LayoutResult AnswerLayout(const v1::LayoutCase& message);

// The answer to one question about a tensor.
v1::LayoutAnswer AnswerTo(const std::string& text, const std::string& question);
// What one change leads to.
v1::LayoutChangeResult ChangeOf(const std::string& text, const std::string& change);

// What is said of an error: `MALFORMED_CASE tensor.text`. Empty: there is none.
std::string ErrorText(const v1::EntryError& error);
// Of the case.
std::string ErrorOf(const v1::LayoutCase& message);
// Of the one question.
std::string ErrorOf(const std::string& text, const std::string& question);

// `3*N`, or nothing.
std::string AmountText(const v1::Amount& amount);
std::string AmountsText(const google::protobuf::RepeatedPtrField<v1::Amount>& amounts);
// `N,3`.
std::string DimsText(const v1::Shape& shape);
// The flags equal, equivalent and bitcast, as `011`, and the axes of the transpose.
std::string ComparisonText(const v1::LayoutComparison& comparison);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_TESTS_CORE_QUERY_LAYOUT_LAYOUT_TESTER_H_
