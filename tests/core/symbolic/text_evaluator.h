#ifndef SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_TEXT_EVALUATOR_H_
#define SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_TEXT_EVALUATOR_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace shapewright::symbolic {

// Evaluates the text of an expression with Python's precedence and the
// functions of score.py, written independently of the parser under test.
// Nothing for a text that Python would not evaluate.
std::optional<int64_t> EvaluateText(const std::string& text,
                                    const std::map<std::string, int64_t>& names);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_TEXT_EVALUATOR_H_
