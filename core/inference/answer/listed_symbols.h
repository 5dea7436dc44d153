#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_LISTED_SYMBOLS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_LISTED_SYMBOLS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "core/inference/engine/declared_types.h"
#include "core/inference/engine/given.h"
#include "core/inference/text/answer_text.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/site.h"
#include "core/symbolic/symbol.h"

namespace shapewright::inference {

// A symbol as it is answered.
struct ListedSymbol {
  absl::string_view name;
  symbolic::SymbolKind kind;
  // Absent for what is short for something else.
  std::optional<symbolic::Interval> bounds = {};
  // What it was found to be, or of a defined symbol the text of what it stands for.
  symbolic::Expr solved = {};
  std::string definition = {};
  std::optional<symbolic::Site> origin = {};
  absl::string_view reason = {};
  // What the request says of it; may be null.
  const Given::Symbol* given = nullptr;
};

// Visits the symbols that were printed so far, and those of the inputs anyway, until the visitor
// returns false. What it prints meanwhile belongs to `solved`. `given` may be null.
void VisitListedSymbols(ops::Workspace& workspace, const DeclaredTypes& declared,
                        const Given* given, AnswerText& text,
                        absl::FunctionRef<bool(const ListedSymbol&)> visit);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_LISTED_SYMBOLS_H_
