#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_REGISTRY_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_REGISTRY_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/rules/registry/purity.h"

namespace shapewright::ops {

class RuleContext;

// A pure function of the node's operands and attributes.
using Rule = void (*)(RuleContext&);

// How much a rule says of sizes.
enum class Precision : uint8_t {
  kExact,    // sizes are expressions over what the operands' types and values say
  kBounded,  // the data decide a size: a symbol with its bounds, unless they are known
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

// What a node's operator name and opset resolve to.
struct ResolvedOperator {
  const OperatorRow* row = nullptr;  // null: unknown to us
  int since_version = 0;
};

// The rows of all families.
absl::Span<const OperatorRow* const> AllOperators();

// The entry that governs an operator at an opset version: the newest
// since_version that is not newer (beyond the newest opset known, the newest).
ResolvedOperator ResolveOperator(const graph::OperatorName& name);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_REGISTRY_H_
