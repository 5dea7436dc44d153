#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_SUGGESTION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_SUGGESTION_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// How a caller satisfies a fact, in terms of one symbol where that says the same:
// "S must be a multiple of 8", "height >= 16", "past_sequence + sequence <= 2048".
std::string Suggestion(symbolic::ExprArena& arena, const symbolic::Fact& fact);

// "=", "is a multiple of".
absl::string_view RelationSign(symbolic::Relation relation);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_SUGGESTION_H_
