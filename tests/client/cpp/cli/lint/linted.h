#ifndef SHAPEWRIGHT_TESTS_CLIENT_CPP_CLI_LINT_LINTED_H_
#define SHAPEWRIGHT_TESTS_CLIENT_CPP_CLI_LINT_LINTED_H_

#include <string>
#include <vector>

#include "client/cpp/cli/lint/finding.h"
#include "client/cpp/cli/lint/lint_codes.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// A model, what is inferred of it in this process, and its findings, which point into that.
struct Linted {
  std::string model;
  v1::InferShapesResponse response;
  std::vector<Finding> findings;

  // The lines of the report, for the path `m.onnx`.
  std::vector<std::string> Lines() const;
};

Linted LintBytes(std::string model, const LintSelection& selection = {});
// Of an onnx.ModelProto in protobuf's text format.
Linted LintText(const std::string& text, const LintSelection& selection = {});

// A float input x and output y of a model in that format, with these dims (`dim { dim_value: 2 }`),
// an Identity between them, opset 17, IR version 8, and what else its graph has.
std::string IdentityModel(const std::string& x_dims, const std::string& y_dims,
                          const std::string& more = "");
// `name: "v" type { tensor_type { elem_type: 1 shape { ... } } }`.
std::string FloatValue(const std::string& name, const std::string& dims);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_TESTS_CLIENT_CPP_CLI_LINT_LINTED_H_
