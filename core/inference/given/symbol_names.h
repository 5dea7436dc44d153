#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_SYMBOL_NAMES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_SYMBOL_NAMES_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/expr.h"

namespace shapewright::inference {

// Resolves the symbol names of premises: an existing symbol, or an element of an integer input,
// which then becomes a symbol. Symbols that are made later are not found. Not thread-safe.
class SymbolNames {
 public:
  // The types of the inputs are set. The workspace outlives this.
  explicit SymbolNames(rules::Workspace& workspace);

  // Unknown for a name that the inputs do not have.
  symbolic::Expr Find(absl::string_view name);
  // The same; INVALID_ARGUMENT, with the nearest name, in place of unknown.
  absl::StatusOr<symbolic::Expr> Resolve(absl::string_view name);

 private:
  symbolic::Expr FindElement(absl::string_view name);

  rules::Workspace& workspace_;
  // Symbols as they were before elements became symbols; names of given symbols are distinct.
  HashMap<std::string, symbolic::NodeId> symbols_;
  HashMap<absl::string_view, graph::ValueId> inputs_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_SYMBOL_NAMES_H_
