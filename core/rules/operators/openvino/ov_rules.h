#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_RULES_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_RULES_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/operators/openvino/ov_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The domain of OpenVINO's operator sets, and helpers of its rules. Shapes are those that OpenVINO
// 2026.4 gives.
inline constexpr absl::string_view kOpenVino = "openvino";
inline constexpr absl::string_view kSameAsFirst = "the operand's shape and element type";

// Attributes of an IR, whose kind is only guessed by their text (graph::ReadIrAttributes). Words
// are as FindOvWords writes them.
using OvInts = absl::InlinedVector<int64_t, 8>;
absl::string_view OvText(RuleContext& ctx, absl::string_view name,
                         absl::string_view otherwise = {});
int64_t OvInt(RuleContext& ctx, absl::string_view name, int64_t otherwise);
double OvReal(RuleContext& ctx, absl::string_view name, double otherwise);
bool OvFlag(RuleContext& ctx, absl::string_view name, bool otherwise);
OvInts OvList(RuleContext& ctx, absl::string_view name);
ElementType OvElement(RuleContext& ctx, absl::string_view name, ElementType otherwise);

// Reports WRONG_INPUT_COUNT where the node has fewer or more operands, INVALID_ATTRIBUTE for a word
// that an attribute may not be (FindOvWords), and operands of element types or ranks that the
// operator does not take (FindOvOperands). All rules begin with it.
bool CheckInputs(RuleContext& ctx, int min, int max);

// Reports ELEMENT_TYPE_NOT_ALLOWED where an operand is of none of the kind.
bool CheckKind(RuleContext& ctx, int input, OvKind kind);

// Reports WRONG_OUTPUT_COUNT where the node has more outputs than the operator makes.
bool HasOutputs(RuleContext& ctx, int64_t most);

// Reports where the operand has another rank, or a dim another size than one that is known here.
void CheckDims(RuleContext& ctx, int input, std::initializer_list<Dim> dims);

void SetSameAsInput(RuleContext& ctx, int output, int input);
void InferOvSame(RuleContext& ctx);

// A size given by an attribute, if it is at least `min`; else an error is reported. 0 where it is
// left out.
std::optional<int64_t> OvSize(RuleContext& ctx, absl::string_view name, int64_t min);

// How many numbers an operand has that is a list, or a scalar for a list of one.
Interval OvListLength(RuleContext& ctx, int input);

// An axis of `rank`, normalized. A scalar has the axis 0, as in OpenVINO.
std::optional<int> OvAxis(RuleContext& ctx, int64_t axis, int rank);

// The axes that an integer operand or attribute names, normalized; nothing where they are not
// known, or after an error.
std::optional<OvInts> OvAxes(RuleContext& ctx, int input, int rank, bool* is_known);

// The rule of an ONNX operator, asked about the current node as if it were that operator: with
// ONNX's attributes, and operands in ONNX's order.
class OnnxView {
 public:
  explicit OnnxView(RuleContext& ctx);
  // Operands by their numbers in the node; -1 for one that is left out.
  OnnxView& Operands(std::initializer_list<int> inputs);
  OnnxView& Int(absl::string_view name, int64_t value);
  OnnxView& Ints(absl::string_view name, const OvInts& values);
  OnnxView& Text(absl::string_view name, absl::string_view value);
  OnnxView& Graph(absl::string_view name, graph::GraphId value);
  void Infer(absl::string_view op_type, int64_t opset_version);

 private:
  RuleContext& ctx_;
  const graph::Node& original_;
  graph::Node node_;
  absl::InlinedVector<graph::ValueId, 6> inputs_;
  absl::InlinedVector<graph::Attribute, 6> attributes_;
  // Of the node in its graph.
  symbolic::Site site_;
};

// A name as a template argument.
template <size_t size>
struct OnnxName {
  consteval OnnxName(const char (&name)[size]) {  // NOLINT(google-explicit-constructor)
    std::copy_n(name, size, text);
  }
  char text[size];
};

// The rule of an ONNX operator on the same operands; no attribute is passed on.
template <OnnxName name, int64_t version>
void InferAs(RuleContext& ctx) {
  OnnxView(ctx).Infer(name.text, version);
}

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_RULES_H_
