#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace shapewright::ops {

class RuleContext;

// A pure function of the node's operands and attributes.
using Rule = void (*)(RuleContext&);

// How much a rule says of sizes.
enum class Precision : uint8_t {
  kExact,    // sizes are expressions over what the operands' types and values say
  kBounded,  // the data decide a size: a symbol with its bounds, unless they are known
};

// Whether two nodes of an operator with equal attributes and operands surely give
// equal results (S70).
enum class Purity : uint8_t {
  kPure,
  kImpure,
  // Impure in training mode alone: TrainingMode says how a node tells it.
  kImpureInTraining,
  // The result is the operand itself.
  kIdentity,
};

// How a node tells that it is not in training mode: by one of these.
struct TrainingMode {
  int operand = -1;                      // left out, or the constant false
  absl::string_view off_attribute = {};  // there, and not 0
};

// What the elements of the first result are, for those who ask without inferring the node.
enum class Elements : uint8_t {
  kComputed,
  kOfFirstOperand,  // each is one of operand 0's, as it is or in another type
  kFill,            // all are the attribute `value`; 0 without it
  kOfAttribute,     // those of an attribute: the result is a constant
};

// How a node runs the graphs among its attributes.
enum class Bodies : uint8_t {
  kNone,
  kBranches,  // one of them, over what is around it; its outputs are the node's
  // Again and again, each run after the last one. Leading inputs that count may be left out.
  kLoop,  // outputs of the body begin with a condition
  kScan,
  kMap,  // for each element by itself
};

// All that is asked about an operator besides its rule. The defaults are those of most.
struct OperatorTraits {
  Precision precision = Precision::kExact;
  Purity purity = Purity::kPure;
  TrainingMode training = {};  // where `purity` is kImpureInTraining
  // An element of the result depends on one element of each operand, at its own place: the result
  // may then be written over an operand of its type.
  bool is_elementwise = false;
  Elements elements = Elements::kComputed;
  Bodies bodies = Bodies::kNone;
};

// Those of many rows.
inline constexpr OperatorTraits kElementwise = {.is_elementwise = true};
inline constexpr OperatorTraits kMovement = {.elements = Elements::kOfFirstOperand};
inline constexpr OperatorTraits kBoundedSizes = {.precision = Precision::kBounded};
inline constexpr OperatorTraits kRandom = {.purity = Purity::kImpure};

// One operator: all that is known of it stands in the table of its family, but for what the
// schemas say of its inputs (onnx_inputs.h). Versions that want another rule have a row of their
// own.
struct OperatorRow {
  absl::string_view domain;  // "" is ai.onnx
  absl::string_view name;
  // Every since_version of the specification that the rule serves; 0 ends it.
  std::array<int16_t, 12> versions;
  Rule rule;
  // What the rule answers, in a line.
  absl::string_view summary;
  OperatorTraits traits = {};
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_
