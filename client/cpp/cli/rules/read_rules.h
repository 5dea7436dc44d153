#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RULES_READ_RULES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RULES_READ_RULES_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::cli {

// Adds the rules for operators that a file brings (docs/operator_rules.md): of a text, each
// `domain:Type(x: T[N]) -> T[N]`, `pure` before it where it is; of an ONNX model, its functions.
// INVALID_ARGUMENT names the line.
absl::Status ReadRules(absl::string_view bytes, v1::ModelSpec* spec);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RULES_READ_RULES_H_
