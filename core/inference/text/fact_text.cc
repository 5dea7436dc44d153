#include "core/inference/text/fact_text.h"

#include "core/symbolic/text/parse_relation.h"
#include "core/symbolic/text/print_relation.h"

namespace shapewright::inference {
namespace {

using Kind = symbolic::ParsedRelation::Kind;

Kind KindOf(symbolic::Relation relation) {
  switch (relation) {
    case symbolic::Relation::kEqual:
      return Kind::kEqual;
    case symbolic::Relation::kAtMost:
      return Kind::kAtMost;
    case symbolic::Relation::kDivisible:
      return Kind::kDivisible;
    case symbolic::Relation::kNotEqual:
      return Kind::kNotEqual;
    case symbolic::Relation::kBroadcastable:
      break;
  }
  return Kind::kBroadcastable;
}

}  // namespace

std::string FactText(symbolic::Relation relation, absl::string_view left, absl::string_view right) {
  return symbolic::PrintRelation(KindOf(relation), left, right);
}

}  // namespace shapewright::inference
