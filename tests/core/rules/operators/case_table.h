#ifndef SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_CASE_TABLE_H_
#define SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_CASE_TABLE_H_

#include <string>
#include <vector>

#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {

// A case of a table, and the line it stands in; a line of several versions is as many cases.
struct TableCase {
  int line = 0;
  OpCase op_case;
};

// Reads a file of tests/core/rules/operators/cases: one case a line, in columns
//   operator | inputs | attributes | outputs | facts | diagnostics
// An operator has its version, or all those that answer the same ("Conv-1,11,22"). The other
// entries are those of OpCase, with ";" between them; "-" is an operand or result that is left out.
// Attributes are "axis=1", "alpha=0.5", "mode=nearest", "perm=[1, 0]", "scales=[1.0, 2.0]",
// "names=[a, b]", "value=tensor int64[1] = {3}", "type=type seq(float32[N])". Lines with "#" tell
// where the cases below come from.
std::vector<TableCase> ReadCaseTable(const std::string& path);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_CASE_TABLE_H_
