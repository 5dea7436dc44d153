#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_ONNX_INPUTS_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_ONNX_INPUTS_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/registry/operand_types.h"

namespace shapewright::rules {

// The inputs of an operator from a since_version on, and the names of its attributes, ascending.
struct OnnxVersion {
  int16_t version = 0;
  // The least number of inputs, counting absent ones between others.
  int16_t required = 0;
  absl::Span<const OperandTypes> types = {};
  absl::Span<const absl::string_view> attributes = {};
};

// An operator with its inputs in every version, ascending.
struct OnnxOperator {
  absl::string_view domain;
  absl::string_view name;
  std::array<OnnxVersion, 12> versions;  // version 0 ends it
};

// Every operator of ONNX and of onnxruntime in every version, by domain and name: written from
// nothing but the schemas in these packages (tests/conformance/write_onnx_inputs.py).
absl::Span<const OnnxOperator> OnnxOperators();

// Null if the packages do not have it.
const OnnxOperator* FindOnnxOperator(absl::string_view domain, absl::string_view name);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_ONNX_INPUTS_H_
