#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_DIALECT_DIALECT_TEXT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_DIALECT_DIALECT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/printer.h"

namespace shapewright::symbolic {

// Whose notation expressions are written in (docs/notation.md).
enum class Dialect : uint8_t {
  kOurs,
  kSympy,  // of onnxruntime's symbolic shape inference too
  kTorch,  // of torch.export
  kOnnx,   // of ONNX's proposal for symbolic shapes
  kJax,    // of jax.export
};

struct NamedDialect {
  absl::string_view name;
  Dialect dialect;
};
// All of them, `ours` first.
absl::Span<const NamedDialect> Dialects();

// The text in another tool's notation, which parse.h reads to an expression of the same value.
// Defined symbols are written out. Nothing where the notation cannot say it, as floating point and,
// in most, a division that rounds towards 0, or where the text exceeds the budget. Not for kOurs.
std::optional<std::string> ToDialectText(const ExprArena& arena, Expr e, Dialect dialect,
                                         size_t budget = kTextBudget);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_DIALECT_DIALECT_TEXT_H_
