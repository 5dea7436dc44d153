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
  // Dropout: impure in training mode alone, which a node's operands or attributes say.
  kImpureInTraining,
  // The result is the operand itself.
  kIdentity,
};

// One operator: its versions, rule and documentation stand together in the table
// of its family. Versions that want another rule have a row of their own.
struct OperatorRow {
  absl::string_view domain;  // "" is ai.onnx
  absl::string_view name;
  // Every since_version of the specification that the rule serves; 0 ends it.
  std::array<int16_t, 12> versions;
  Rule rule;
  // What the rule answers, in a line.
  absl::string_view summary;
  Precision precision = Precision::kExact;
  Purity purity = Purity::kPure;
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_ROW_H_
