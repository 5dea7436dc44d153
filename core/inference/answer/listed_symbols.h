#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_LISTED_SYMBOLS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_LISTED_SYMBOLS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "core/inference/engine/declared_types.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/inference/given/given.h"
#include "core/inference/text/answer_text.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/site.h"
#include "core/symbolic/symbol.h"

namespace shapewright::inference {

// A symbol as an answer lists it.
struct ListedSymbol {
  absl::string_view name;
  symbolic::SymbolKind kind;
  // Absent for names of longer expressions (definitions) and of other dims (aliases).
  std::optional<symbolic::Interval> bounds = {};
  // What the symbol was found to equal; unknown if it is free. For a defined symbol `definition` is
  // the text of its expression instead.
  symbolic::Expr solved = {};
  std::string definition = {};
  std::optional<symbolic::Site> origin = {};
  absl::string_view reason = {};
  // The request's premises about it; may be null.
  const Given::Symbol* given = nullptr;
};

// Visits the symbols that the answer has printed so far, and all dims of inputs, until the visitor
// returns false. Printing `solved` may add symbols. `given` may be null. Applies `ranges` for the
// symbols' own ranges only, and lifts them.
void VisitListedSymbols(rules::Workspace& workspace, const DeclaredTypes& declared,
                        const Given* given, AssumedRanges& ranges, AnswerText& text,
                        absl::FunctionRef<bool(const ListedSymbol&)> visit);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_LISTED_SYMBOLS_H_
