#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_PREMISE_RELATION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_PREMISE_RELATION_H_

#include <optional>

#include "core/symbolic/facts/facts.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::inference {

// The relation of a fact that a premise of this kind states; nothing for a list of values.
inline std::optional<symbolic::Relation> RelationOf(symbolic::ParsedRelation::Kind kind) {
  using Kind = symbolic::ParsedRelation::Kind;
  switch (kind) {
    case Kind::kEqual:
      return symbolic::Relation::kEqual;
    case Kind::kNotEqual:
      return symbolic::Relation::kNotEqual;
    case Kind::kAtMost:
      return symbolic::Relation::kAtMost;
    case Kind::kDivisible:
      return symbolic::Relation::kDivisible;
    case Kind::kBroadcastable:
      return symbolic::Relation::kBroadcastable;
    case Kind::kOneOf:
      break;
  }
  return std::nullopt;
}

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_PREMISE_RELATION_H_
