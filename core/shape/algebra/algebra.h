#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_ALGEBRA_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_ALGEBRA_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/static_text.h"
#include "core/shape/type.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::shape {

ShapeValue ValueOf(const Shape& shape);
ShapeValue KnownRank(std::vector<Dim> dims);
ShapeValue UnknownRank(symbolic::Interval bounds = symbolic::Interval::Size());
// The interval of the rank; a point where it is known.
symbolic::Interval RankOf(const Shape& shape);

// One of the shapes that an operation combines, and its number among them.
struct Operand {
  Shape shape;
  uint32_t index = 0;
};

// Two operands that cannot both be right.
struct Conflict {
  uint32_t left_operand = 0;
  uint32_t right_operand = 0;
  std::optional<uint32_t> axis;  // of the result
  // What each says of the axis, or its rank; unknown where it is about types.
  Dim left;
  Dim right;
  TypeId left_type = kUnknownType;
  TypeId right_type = kUnknownType;
  StaticText code;
  std::string reason;
};

// A remark about a valid result.
struct Note {
  StaticText code;
  std::string message;
};

// The state of the operations, and what they report. Operations add facts; after a conflict the
// caller has to remove the facts that the operation added (S16, S19).
struct Algebra {
  symbolic::ExprArena& exprs;
  symbolic::FactStore& facts;
  TypeTable& types;
  std::vector<Conflict> conflicts = {};
  std::vector<Note> notes = {};
};

// The site of a dim: the operand, and its axis.
symbolic::Site PlaceOf(uint32_t operand, size_t axis);
// A new unknown within these bounds, or the constant if they are a point.
Dim NewDim(Algebra& algebra, symbolic::Interval bounds, absl::string_view reason);
// `count` new unknowns.
ShapeValue NewDims(Algebra& algebra, size_t count);
// Unknown sizes for a rank that is exact, up to kMaxRank.
inline constexpr int64_t kMaxRank = 1024;
ShapeValue Normalized(Algebra& algebra, ShapeValue shape);

// The dim as text for people, with its known value: "N (8 by now)".
std::string Explain(Algebra& algebra, Dim dim);

// Adds a conflict if the ranks cannot be equal. False then.
bool CheckRanks(Algebra& algebra, const Operand& left, const Operand& right);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_ALGEBRA_H_
