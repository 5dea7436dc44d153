#ifndef SHAPEWRIGHT_CORE_SHAPE_TEXT_TEXT_H_
#define SHAPEWRIGHT_CORE_SHAPE_TEXT_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/text.h"

namespace shapewright::shape {

// The text form of dims, shapes and types, over that of core/symbolic/text/text.h:
//
//   dim   = sum | interval                 N + 5, ?1, ?, 2..8, 2.., ..8
//   shape = "[" [ dim { "," dim } ] "]" | "rank" interval | "?"
//   type  = element shape                  float32[N, 3], float32[], int64?,
//                                          float32 rank 2..4
//         | "sparse(" element shape ")"
//         | "seq(" type [ ";" dim [ ";" [ type { "," type } ] ] ] ")"
//         | "map(" element "," type ")"
//         | "optional(" type [ ";" ( "present" | "absent" ) ] ")"
//         | "opaque(" [ name ] "," [ name ] ")"   names in backticks
//         | "(" [ parameter { "," parameter } ] ")" "->" type       a program
//         | "?"
//   parameter = [ name ":" ] type          a name in backticks
//
// An interval is a new anonymous symbol within these bounds, cut to sizes. After
// a sequence's element stand its length and the type of each position. An element
// type that is not known is written "undefined".

// Counts where anonymous symbols stand, so that those which stand in one place
// only can be printed as intervals (S24).
class AnonymousUses {
 public:
  explicit AnonymousUses(const symbolic::ExprArena& arena) : arena_(arena) {}

  void Count(Dim dim);
  void Count(const Shape& shape);
  // True if all symbols of the dim are anonymous and stand nowhere else.
  bool IsInterval(Dim dim) const;

 private:
  const symbolic::ExprArena& arena_;
  absl::InlinedVector<uint32_t, 16> counts_;  // by symbol; none beyond
};

// Anonymous dims print as `?1`; where `uses` is given, those that stand in one
// place only as their interval.
void AppendDim(const symbolic::ExprArena& arena, Dim dim, const AnonymousUses* uses,
               std::string* out);
std::string FormatDim(const symbolic::ExprArena& arena, Dim dim,
                      const AnonymousUses* uses = nullptr);
std::string FormatShape(const symbolic::ExprArena& arena, const Shape& shape,
                        const AnonymousUses* uses = nullptr);
std::string FormatType(const TypeTable& types, TypeId type, const symbolic::ExprArena& arena);

// The number that a text is, if it is one without a sign, as most dims are.
std::optional<int64_t> PlainSize(absl::string_view text);

// The inverses. Errors are INVALID_ARGUMENT and say where; a resolver's error is
// returned as it is. The resolver also gives what `?` and `?1` stand for.
absl::StatusOr<Dim> ParseDim(symbolic::ExprArena& arena, absl::string_view text,
                             symbolic::SymbolResolver resolve);

struct ParsedShape {
  std::vector<Dim> dims;
  bool has_rank = false;
  symbolic::Interval rank_bounds = symbolic::Interval::Size();

  Shape view() const { return has_rank ? Shape::Of(dims) : Shape::OfUnknownRank(rank_bounds); }
};
absl::StatusOr<ParsedShape> ParseShape(symbolic::ExprArena& arena, absl::string_view text,
                                       symbolic::SymbolResolver resolve);
absl::StatusOr<TypeId> ParseType(TypeTable& types, symbolic::ExprArena& arena,
                                 absl::string_view text, symbolic::SymbolResolver resolve);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_TEXT_TEXT_H_
