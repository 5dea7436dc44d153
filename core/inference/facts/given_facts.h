#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_GIVEN_FACTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_GIVEN_FACTS_H_

#include <optional>

#include "core/inference/given/given.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// Whether a relation holds for left and right values.
bool Holds(symbolic::Relation relation, int64_t left, int64_t right);

// The only symbol of both sides; nothing if there are several. The definitions of defined symbols
// are not searched, as they may be long.
std::optional<symbolic::SymbolId> OnlySymbol(const symbolic::ExprArena& arena,
                                             const symbolic::Fact& fact);

enum class GivenVerdict : uint8_t { kOpen, kProved, kRefuted };

// Decides a fact by the divisors and allowed values that a request gives for symbols, where their
// intervals leave it open. `given` may be null.
GivenVerdict ConcludeFromGiven(const symbolic::ExprArena& arena, const symbolic::Fact& fact,
                               const Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_GIVEN_FACTS_H_
