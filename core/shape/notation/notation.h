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

// How shapes are written; numbers = shapewright.v1.Notation.
enum class Notation : uint8_t {
  kShapewright = 1,  // [N, 3, ?1, 2..8], unknown rank ?
  kNgraph = 2,       // {2,?,3}, unknown rank ?
  kOpenvino = 3,     // [?,3,2..8], unknown rank [...]
  kXla = 4,          // f32[2,<=8,?]
};

// What XLA's opaque types belong to, and what it writes for the name of a parameter that
// has none.
inline constexpr absl::string_view kXlaDomain = "xla";
inline constexpr absl::string_view kXlaToken = "token";
inline constexpr absl::string_view kNoParameterName = "(unknown)";

// The layout behind a shape, `{1,0}`; empty where it has none. A part of the text that
// was read.
struct ParsedLayout {
  absl::string_view text;
  bool has_rank = false;
  size_t rank = 0;  // of the shape
};

using ParsedLayouts = std::vector<ParsedLayout>;

// What a text of any of the notations says.
struct ParsedOperand {
  enum class Kind : uint8_t {
    kDim,   // 2..8, N + 5
    kType,  // [2, ?], {2,?,3}, f32[2,3], seq(float32[N]), (f32[2], token[]),
            // (x: f32[1], s32[2]) -> f32[3]
    kAny,   // ?: a dim or a shape, as what stands beside it
  };
  Kind kind = Kind::kAny;
  Dim dim;
  TypeId type = kUnknownType;
  // Of each tensor, in order; none where the text is that of a shape alone.
  ParsedLayouts layouts;
};

// Reads a dim, a shape or a type. Every notation is read at any time: a range may be
// `2..8`, `2..?`, `<=8`, `>=2`, `?{2,8}`, within a shape also `{2,8}`, `{2,?}`, `{2,-1}`;
// `None` is an unknown; a shape may stand in parentheses as in Python, `(2, ?)`. A layout
// behind an XLA shape is no part of the type. A tuple of XLA is a sequence with a type for
// each position, its `token[]` and `opaque[]` are opaque types. -1 is unknown in braces
// and such parentheses and where `notation` is not this project's; else it is the number.
// OpenVINO's shapes may be without brackets; as there, `?` is no end of a range then.
// INT64_MAX is no size.
absl::StatusOr<ParsedOperand> ParseOperand(TypeTable& types, symbolic::ExprArena& arena,
                                           absl::string_view text, symbolic::SymbolResolver resolve,
                                           Notation notation = Notation::kShapewright);

// A dim alone, as such a text has it within a shape: also `{2,8}`, `<=8`, `None`.
absl::StatusOr<Dim> ParseDimInNotation(symbolic::ExprArena& arena, absl::string_view text,
                                       symbolic::SymbolResolver resolve);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_H_
