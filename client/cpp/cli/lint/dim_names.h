#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DIM_NAMES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DIM_NAMES_H_

#include <map>
#include <string>
#include <vector>

#include "client/cpp/cli/lint/finding.h"
#include "client/cpp/cli/lint/lint_context.h"
#include "core/symbolic/expr.h"

namespace shapewright::cli {

// The names that outputs and value_info give to sizes, and no input does.
class DimNames {
 public:
  // A place that has the name.
  struct Use {
    std::string value;
    Mend mend;  // of that axis
    symbolic::Expr inferred;
  };

  void Add(const std::string& name, Use use) { uses_[name].push_back(std::move(use)); }

  // Names that are a number, another name, an expression, or several of them.
  void Check(LintContext& context, std::vector<Finding>& out) const;

 private:
  std::map<std::string, std::vector<Use>> uses_;
};

// Symbols of inputs that are always equal to something over others.
void CheckInputSymbols(const LintContext& context, std::vector<Finding>& out);

// Names in the main graph that look like one another or are no symbols, and axes of inputs without
// one.
void CheckSpelling(const onnx::GraphProto& graph, std::vector<Finding>& out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DIM_NAMES_H_
