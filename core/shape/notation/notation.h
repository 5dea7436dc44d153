#ifndef SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_H_
#define SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/shape/algebra/algebra.h"
#include "core/symbolic/text/symbol_resolver.h"

namespace shapewright::shape {

// How shapes are written; the numbers are those of shapewright.v1.Notation.
enum class Notation : uint8_t {
  kShapewright = 1,  // [N, 3, ?1, 2..8], unknown rank ?
  kNgraph = 2,       // {2,?,3}, unknown rank ?
  kOpenvino = 3,     // [?,3,2..8], unknown rank [...]
  kXla = 4,          // f32[2,<=8,?]
};

// The domain of XLA's opaque types, and what XLA writes for a parameter without a
// name.
inline constexpr absl::string_view kXlaDomain = "xla";
inline constexpr absl::string_view kXlaToken = "token";
inline constexpr absl::string_view kNoParameterName = "(unknown)";

// The layout behind a shape, `{1,0}`, as a view of the text that was read; empty where there is
// none.
struct ParsedLayout {
  absl::string_view text;
  bool has_rank = false;
  size_t rank = 0;  // of the shape
};

using ParsedLayouts = std::vector<ParsedLayout>;

// A text in one of the notations, read.
struct ParsedOperand {
  enum class Kind : uint8_t {
    kDim,   // 2..8, N + 5
    kType,  // [2, ?], {2,?,3}, f32[2,3], seq(float32[N]), (f32[2], token[]),
            // (x: f32[1], s32[2]) -> f32[3]
    kAny,   // ?: a dim or a shape, decided by the other operands
  };
  Kind kind = Kind::kAny;
  Dim dim;
  TypeId type = kUnknownType;
  // Of each tensor, in order; empty where the text is a shape without an element type.
  ParsedLayouts layouts;
};

// Reads a dim, a shape or a type. All notations are accepted whatever `notation` is: a range may
// be `2..8`, `2..?`, `<=8`, `>=2`, `?{2,8}`, within a shape also `{2,8}`, `{2,?}`, `{2,-1}`;
// `None` is an unknown; a shape may stand in parentheses as in Python, `(2, ?)`. A layout behind
// an XLA shape is no part of the type. A tuple of XLA is a sequence with a type for each
// position, its `token[]` and `opaque[]` are opaque types. -1 is unknown in braces and such
// parentheses, and everywhere if `notation` is not this project's; else it is the number.
// OpenVINO's shapes may be without brackets; `?` is then no end of a range. INT64_MAX is no
// size.
absl::StatusOr<ParsedOperand> ParseOperand(TypeTable& types, symbolic::ExprArena& arena,
                                           absl::string_view text, symbolic::SymbolResolver resolve,
                                           Notation notation = Notation::kShapewright);

// A dim alone, written as within a shape: also `{2,8}`, `<=8`, `None`.
absl::StatusOr<Dim> ParseDimInNotation(symbolic::ExprArena& arena, absl::string_view text,
                                       symbolic::SymbolResolver resolve);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_H_
