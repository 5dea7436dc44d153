#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_CONTEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_CONTEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/base/check_finding.h"
#include "client/cpp/cli/check/base/checked_model.h"

namespace shapewright::cli {

// What a format checks a configuration with.
struct CheckContext {
  Models& models;
  // --model: what configurations are about that name no model themselves; may be empty.
  std::string model;
};

// The model of a file; null, with a finding at the place, if it cannot be read. Errors of the model
// itself are told too.
const CheckedModel* GetModel(const CheckContext& context, const std::string& path,
                             const ConfigPlace& place, Findings& findings);

// The model that a configuration is about which names none: --model, else the only *.onnx in its
// folder. Null, with a finding, if there is none.
const CheckedModel* GetModelBeside(const CheckContext& context, const ConfigFile& file,
                                   Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_CONTEXT_H_
