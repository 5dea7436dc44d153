#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DECLARED_TYPES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DECLARED_TYPES_H_

#include <vector>

#include "client/cpp/cli/lint/finding.h"
#include "client/cpp/cli/lint/lint_context.h"

namespace shapewright::cli {

// Compares value_info and the types of outputs of all graphs with what is inferred without them.
// In bodies only what is certainly false, or missing, counts: names there mean something else
// in each run (S9), and a branch runs for some inputs only.
void CheckDeclaredTypes(LintContext& context, std::vector<Finding>& out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DECLARED_TYPES_H_
