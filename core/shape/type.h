#ifndef SHAPEWRIGHT_CORE_SHAPE_TYPE_H_
#define SHAPEWRIGHT_CORE_SHAPE_TYPE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/element_type.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/interval.h"

namespace shapewright::shape {

// A dimension is an integer expression; a dim that is not known is an anonymous
// symbol, whose entry in the symbol table says why (S7). Never Expr::unknown in
// a Type. 16 bytes: a constant inline, or a node of the arena.
using Dim = symbolic::Expr;
static_assert(sizeof(Dim) == 16);

// Names a type of a TypeTable. Equal types have equal ids.
using TypeId = uint32_t;
// The type about which nothing is known; in every table.
inline constexpr TypeId kUnknownType = 0;

enum class TypeKind : uint8_t {
  kUnknown,
  kTensor,
  kSparseTensor,
  kSequence,
  kMap,
  kOptional,
  kOpaque,
  kProgram,
};

enum class Presence : uint8_t { kUnknown, kPresent, kAbsent };

// A shape: dims, or an unknown rank that may still be bounded. Rank 0 (a scalar) is a known rank
// without dims. A view: it does not own the dims.
struct Shape {
  bool has_rank = false;
  absl::Span<const Dim> dims;
  // Where has_rank is false, what the rank can be.
  symbolic::Interval rank_bounds = symbolic::Interval::Size();

  static Shape Of(absl::Span<const Dim> dims) {
    Shape shape;
    shape.has_rank = true;
    shape.dims = dims;
    return shape;
  }
  static Shape OfUnknownRank(symbolic::Interval bounds = symbolic::Interval::Size()) {
    Shape shape;
    shape.rank_bounds = bounds;
    return shape;
  }

  int rank() const { return static_cast<int>(dims.size()); }

  friend bool operator==(const Shape& a, const Shape& b) {
    return a.has_rank == b.has_rank && a.dims == b.dims &&
           (a.has_rank || a.rank_bounds == b.rank_bounds);
  }
};

// A shape that owns its dims.
struct ShapeValue {
  std::vector<Dim> dims;
  bool has_rank = false;
  symbolic::Interval rank_bounds = symbolic::Interval::Size();

  Shape view() const { return has_rank ? Shape::Of(dims) : Shape::OfUnknownRank(rank_bounds); }
};

struct TypeAlternative;

// The type of a value; `kind` says which of the fields are used.
struct Type {
  TypeKind kind = TypeKind::kUnknown;
  // Tensors: of the elements (kUndefined if not known); maps: of the keys.
  ElementType element = ElementType::kUndefined;
  // Tensors.
  Shape shape;
  // Sequences and optionals: of what they hold; maps: of the values; programs: of the
  // result.
  TypeId inner = kUnknownType;
  // Sequences: the number of elements; unknown if nothing is known of it.
  Dim length;
  // Sequences of a known length whose elements differ: the type of each; programs: of
  // each parameter.
  absl::Span<const TypeId> positions;
  // Optionals.
  Presence presence = Presence::kUnknown;
  // Opaque types.
  absl::string_view domain;
  // Opaque types. Programs: the name of each parameter, ended by a newline; empty
  // if they have none.
  absl::string_view name;
  // The types that the value has where the inputs decide between them (S33): the first whose
  // condition is 1; the last one has none. Two or more, or none. The other members say what they
  // have in common. Never of a type within another.
  absl::Span<const TypeAlternative> alternatives;

  // A sequence that has a type for each position, as XLA's tuples have.
  bool is_tuple() const {
    return kind == TypeKind::kSequence &&
           length.is_constant(static_cast<int64_t>(positions.size()));
  }
  bool is_empty_sequence() const { return kind == TypeKind::kSequence && length.is_constant(0); }
  bool is_tensor() const { return kind == TypeKind::kTensor || kind == TypeKind::kSparseTensor; }
  bool has_rank() const { return is_tensor() && shape.has_rank; }

  friend bool operator==(const Type& a, const Type& b);
};

struct TypeAlternative {
  symbolic::Expr condition;
  TypeId type = kUnknownType;

  friend bool operator==(const TypeAlternative&, const TypeAlternative&) = default;
};

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_TYPE_H_
