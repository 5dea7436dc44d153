#ifndef SHAPEWRIGHT_TESTS_CORE_RELATION_SIGN_H_
#define SHAPEWRIGHT_TESTS_CORE_RELATION_SIGN_H_

#include "absl/strings/string_view.h"
#include "shapewright/v1/fact.pb.h"

namespace shapewright {

// What stands between the sides of a fact in the texts that tests compare.
inline absl::string_view RelationSign(v1::Fact::Relation relation) {
  switch (relation) {
    case v1::Fact::RELATION_EQUAL:
      return "=";
    case v1::Fact::RELATION_LESS_OR_EQUAL:
      return "<=";
    case v1::Fact::RELATION_DIVISIBLE:
      return "divisible by";
    case v1::Fact::RELATION_BROADCASTABLE:
      return "broadcasts with";
    case v1::Fact::RELATION_NOT_EQUAL:
      return "!=";
    default:
      return "?";
  }
}

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_RELATION_SIGN_H_
