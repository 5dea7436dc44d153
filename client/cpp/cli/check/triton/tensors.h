#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_TENSORS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_TENSORS_H_

#include <string>
#include <vector>

#include "client/cpp/cli/check/base/check_ports.h"
#include "client/cpp/cli/check/triton/triton_config.h"

namespace shapewright::cli {

// Inputs and outputs of a configuration as the model has to have them: with the batch in front, and
// after a reshape. Those whose batches are ragged say no sizes.
std::vector<Claim> InputClaims(const TritonConfig& config);
std::vector<Claim> OutputClaims(const TritonConfig& config);
// The same as requests have them: before a reshape.
std::vector<Claim> RequestClaims(const TritonConfig& config, PortSide side);

// `TYPE_FP32`; empty: Triton has no such type.
std::string TritonTypeName(v1::ElementType type);
v1::ElementType ElementOf(triton::DataType type);

// What is wrong with inputs and outputs whatever the model is.
void CheckTensorFields(const TritonConfig& config, Findings& findings);
// What is wrong with them for this model.
void CheckTensors(const TritonConfig& config, const CheckedModel& model, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_TENSORS_H_
