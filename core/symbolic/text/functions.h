#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_FUNCTIONS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_FUNCTIONS_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "core/symbolic/text/parse_program.h"

namespace shapewright::symbolic {

// A function that texts call.
struct Function {
  Operator op;
  absl::string_view alias;
  uint32_t arguments;  // 0: one or more
};

// Null if there is none of that name.
const Function* FindFunction(absl::string_view name);
// The step for a function of one operand.
std::optional<Step> FindUnary(absl::string_view name);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_FUNCTIONS_H_
