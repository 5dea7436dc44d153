#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_SYMBOL_RESOLVER_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_SYMBOL_RESOLVER_H_

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr.h"

namespace shapewright::symbolic {

// Returns the expression that a name stands for, or an error. Called for each occurrence in the
// text's order, with the name without its backticks.
using SymbolResolver = absl::FunctionRef<absl::StatusOr<Expr>(absl::string_view name)>;

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_SYMBOL_RESOLVER_H_
