#ifndef SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_ATTRIBUTE_TEXT_H_
#define SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_ATTRIBUTE_TEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "core/graph/model.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {

// Splits "int64[2] = {3, 4}" into the type and the list's items; `has_items` is
// false where there is no list.
struct TypeAndItems {
  std::string type;
  bool has_items = false;
  std::vector<std::string> items;
};
TypeAndItems SplitItems(const std::string& text);

// An attribute of a model, in the model's memory.
graph::Attribute MakeAttribute(graph::Model& model, const Attr& attr);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_ATTRIBUTE_TEXT_H_
