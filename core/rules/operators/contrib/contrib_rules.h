#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_RULES_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_RULES_H_

#include "core/base/static_text.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The domain of onnxruntime's own operators, and helpers of its rules. Shapes are those that
// onnxruntime 1.31 gives.
inline constexpr absl::string_view kMicrosoft = "com.microsoft";
inline constexpr absl::string_view kSameAsOperand = "the operand's shape and element type";

// Infers an operator by the rule of the ONNX operator `name` at an opset version.
void InferAsOnnx(RuleContext& ctx, absl::string_view name, int64_t opset_version);

// Output 0 has operand 0's shape and element type.
void InferSameAsOperand(RuleContext& ctx);

// An output of an operand's shape and element type.
void SetSameAs(RuleContext& ctx, int output, int input);

// A vector operand is as long as the last axis of operand 0.
void RequireLastDim(RuleContext& ctx, int vector, const Check& check);

// A positive attribute, or nothing after an error.
std::optional<int64_t> RequiredPositive(RuleContext& ctx, absl::string_view name);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_RULES_H_
