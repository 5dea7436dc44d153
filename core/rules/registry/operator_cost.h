#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_COST_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_COST_H_

#include <cstdint>

namespace shapewright::rules {

class CostContext;

// Adds the operations of a node. A pure function of attributes, and of operands and results as
// inferred.
using CostFormula = void (*)(CostContext&);

// Operations per element of the first result (S51).
struct PerElement {
  uint8_t alu = 0;
  uint8_t div = 0;
  uint8_t sqrt = 0;
  uint8_t special = 0;
};

// How the cost of an operator's nodes is counted (S52).
struct OperatorCost {
  enum class Kind : uint8_t {
    kUnknown,     // not counted, and listed as such
    kFree,        // no operations and no bytes: views, constants
    kMoved,       // no operations, but bytes
    kPerElement,  // `per_element`
    kFormula,     // `formula`
    kBodies,      // what its bodies cost
  };

  constexpr OperatorCost() = default;
  constexpr OperatorCost(Kind with) : kind(with) {}  // NOLINT(google-explicit-constructor)
  constexpr OperatorCost(PerElement operations)      // NOLINT(google-explicit-constructor)
      : kind(Kind::kPerElement), per_element(operations) {}
  constexpr OperatorCost(CostFormula with)  // NOLINT(google-explicit-constructor)
      : kind(Kind::kFormula), formula(with) {}

  Kind kind = Kind::kUnknown;
  PerElement per_element = {};
  CostFormula formula = nullptr;
};

inline constexpr OperatorCost kFree = OperatorCost::Kind::kFree;
inline constexpr OperatorCost kMoved = OperatorCost::Kind::kMoved;
inline constexpr OperatorCost kBodiesOnly = OperatorCost::Kind::kBodies;

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERATOR_COST_H_
