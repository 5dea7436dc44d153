#include "core/symbolic/text/print_relation.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/symbolic/text/print.h"

namespace shapewright::symbolic {

std::string ToString(const ExprArena& arena, const ParsedRelation& relation) {
  using Kind = ParsedRelation::Kind;
  const std::string left = ToString(arena, relation.left);
  if (relation.kind == Kind::kOneOf) {
    return absl::StrCat(left, " in {", absl::StrJoin(*relation.values, ", "), "}");
  }
  return PrintRelation(relation.kind, left, ToString(arena, relation.right));
}

std::string PrintRelation(ParsedRelation::Kind kind, absl::string_view left,
                          absl::string_view right) {
  using Kind = ParsedRelation::Kind;
  switch (kind) {
    case Kind::kEqual:
      return absl::StrCat(left, " = ", right);
    case Kind::kNotEqual:
      return absl::StrCat(left, " != ", right);
    case Kind::kAtMost:
      return absl::StrCat(left, " <= ", right);
    case Kind::kDivisible:
      return absl::StrCat("mod(", left, ", ", right, ") = 0");
    case Kind::kBroadcastable:
    case Kind::kOneOf:
      break;
  }
  return absl::StrCat("broadcastable(", left, ", ", right, ")");
}

}  // namespace shapewright::symbolic
