#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_NAMES_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/symbolic/expr_node.h"
#include "core/symbolic/symbol.h"

namespace shapewright::symbolic {

// The symbol's name as our grammar writes it: in backticks unless it is an
// identifier, or a generated `?3` or element `x[i]` of a value (S8, S10, S71).
std::string NameText(const Symbol& symbol);
// The name within an ONNX dim_param: in parentheses unless it is one of those without backticks.
std::string OnnxNameText(const Symbol& symbol);
// Whether a name looks like one that is generated: `?3`, `t7`, `x[0]`, `x[]`, `N@2` (S71).
bool LooksGenerated(absl::string_view name);
// `ceildiv`, ... for an operation that is written as a call.
absl::string_view FunctionName(NodeKind kind);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_NAMES_H_
