#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_SYMBOL_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_SYMBOL_H_

#include <cstdint>
#include <string>

#include "core/symbolic/expr.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/site.h"

namespace shapewright::symbolic {

enum class SymbolKind : uint8_t {
  kInputDim,       // a dim_param of a model input
  kInputValue,     // an element of a model input: `name[i]` (S10)
  kAnonymous,      // an unknown dim or element: `?1` (S7)
  kDataDependent,  // an unknown that the data decide (NonZero, NMS, ...)
  kDefined,        // `t7 := op(a, b)`, an expression over the caps (S20)
  kAlias,          // an output-only dim_param (S6)
};

// An entry of the symbol table. Ids grow with creation: equalities eliminate younger symbols in
// favour of older ones, never the reverse (S3).
struct Symbol {
  std::string name;
  SymbolKind kind = SymbolKind::kAnonymous;
  // The interval as declared when the symbol was made.
  Interval bounds;
  Site origin;
  // An upper bound over symbols of the inputs; unknown if there is none. Its nodes are older than
  // that of the symbol.
  Expr upper;
  // Whether it is at least 1 where `upper` is, as the number of different elements.
  bool is_one_with_upper = false;
  // Why the value is not known; empty for input symbols.
  std::string reason;
  // The node of the symbol as an expression.
  NodeId node = 0;

  // Neither a model nor a request named it: an unknown dim or element, or data-dependent.
  bool is_unknown() const {
    return kind == SymbolKind::kAnonymous || kind == SymbolKind::kDataDependent;
  }
  // Whether the sizes and integer values of the inputs determine it: an unknown dim of an input
  // does, the length of NonZero's result does not.
  bool DependsOnInputsOnly() const {
    if (kind == SymbolKind::kAnonymous) {
      return origin.graph == 0 && origin.node == Site::kNone && origin.input != Site::kNone;
    }
    return kind == SymbolKind::kInputDim || kind == SymbolKind::kInputValue;
  }
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_SYMBOL_H_
