#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/registry/operator_cost.h"

namespace shapewright::rules {

class RuleContext;

// A pure function of the node's operands and attributes.
using Rule = void (*)(RuleContext&);

// How precisely a rule determines sizes.
enum class Precision : uint8_t {
  kExact,    // sizes are expressions over what the operands' types and values say
  kBounded,  // a size is data-dependent: a symbol with bounds, unless the data are known
};

// Whether two nodes of an operator with equal attributes and operands always have equal results
// (S70).
enum class Purity : uint8_t {
  kPure,
  kImpure,
  // Impure only in training mode, which TrainingMode tells.
  kImpureInTraining,
  // The result is the operand itself.
  kIdentity,
};

// How a node shows that it is not in training mode: by one of these.
struct TrainingMode {
  int operand = -1;                      // absent, or the constant false
  absl::string_view off_attribute = {};  // present, and not 0
};

// Where the elements of the first result come from, for code that asks without inferring the node.
enum class Elements : uint8_t {
  kComputed,
  kOfFirstOperand,  // each is an element of operand 0, as it is or cast
  kFill,            // all equal the attribute `value`, by default 0
  kOfAttribute,     // an attribute holds them: the result is a constant
  kOfType,          // the type of operand 0 decides them
};

// How a node runs the graphs among its attributes.
enum class Bodies : uint8_t {
  kNone,
  kBranches,  // one of them, without inputs; it has the node's outputs
  // Repeatedly, one run after the other. Leading operands, such as the trip count, may be absent.
  kLoop,  // outputs of the body begin with a condition
  kScan,
  kMap,  // for each element by itself
  // Repeatedly, after another body that says whether to go on; frames of both run where the number
  // of their runs is positive.
  kWhile,
};

// Which shapes an operand may have: what onnxruntime accepts, where that is more than the
// specification says.
enum class Form : uint8_t {
  kScalar,
  kVector,
  kScalarOrVector,
  kVectorOrRow,  // a matrix of one row too
  kScalarOrOne,  // a scalar, or a vector of one element
  kOneElement,   // of any rank
};

struct OperandForm {
  int input;
  Form form;
  // onnxruntime asks for it, the specification does not.
  bool is_of_onnxruntime = false;
};

// What other code needs to know of an operator besides its rule. The defaults fit most operators.
struct OperatorTraits {
  Precision precision = Precision::kExact;
  Purity purity = Purity::kPure;
  TrainingMode training = {};  // where `purity` is kImpureInTraining
  // An element of the result depends only on the elements of the operands at its own position, so
  // the result may be written over an operand of its type.
  bool is_elementwise = false;
  Elements elements = Elements::kComputed;
  Bodies bodies = Bodies::kNone;
  // Of operands such as axes and zero points, whatever the rule needs to know of them.
  absl::Span<const OperandForm> forms = {};
};

// The traits of many rows.
inline constexpr OperatorTraits kElementwise = {.is_elementwise = true};
inline constexpr OperatorTraits kMovement = {.elements = Elements::kOfFirstOperand};
inline constexpr OperatorTraits kTypeQuery = {.elements = Elements::kOfType};
inline constexpr OperatorTraits kBoundedSizes = {.precision = Precision::kBounded};
inline constexpr OperatorTraits kRandom = {.purity = Purity::kImpure};

// One operator: all that is known of it is in the table of its family, except what the
// schemas say about its inputs (onnx_inputs.h). Versions with another rule have a row of
// their own.
struct OperatorRow {
  absl::string_view domain;  // "" is ai.onnx
  absl::string_view name;
  // Every since_version of the specification that the rule serves; 0 ends it.
  std::array<int16_t, 12> versions;
  Rule rule;
  // One line on what the rule infers, for docs/operators.md.
  absl::string_view summary;
  OperatorTraits traits = {};
  OperatorCost cost = {};
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_
