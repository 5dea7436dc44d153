#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_NEEDED_SYMBOLS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_NEEDED_SYMBOLS_H_

#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/inference/engine/engine.h"

namespace shapewright::questions {

// Whether each symbol is certainly needed to know all sizes (S49): for each there are two points
// that differ in it alone, at which all facts hold and one of the sizes is not the same. False
// means that no such points were found, by trying some.
bool AreAllNeeded(inference::Engine& engine, absl::Span<const symbolic::Expr> sizes,
                  const std::vector<symbolic::SymbolId>& symbols, Work& work);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_NEEDED_SYMBOLS_H_
