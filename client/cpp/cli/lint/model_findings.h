#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_MODEL_FINDINGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_MODEL_FINDINGS_H_

#include <vector>

#include "client/cpp/cli/lint/finding.h"
#include "client/cpp/cli/lint/lint_context.h"

namespace shapewright::cli {

// The diagnostics of the answer under their own codes, errors first.
void TellDiagnostics(const v1::InferShapesResponse& response, std::vector<Finding>& out);

// Sizes that the audit of the answer finds baked in.
void TellBakedIn(const v1::InferShapesResponse& response, std::vector<Finding>& out);

// Outputs that nobody can make a buffer for: of unknown type or rank, or without bound.
void CheckOutputs(LintContext& context, std::vector<Finding>& out);

// Inputs and constants of the main graph that neither a node nor an output reads.
void CheckUnused(const onnx::GraphProto& graph, std::vector<Finding>& out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_MODEL_FINDINGS_H_
