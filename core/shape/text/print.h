#ifndef SHAPEWRIGHT_CORE_SHAPE_TEXT_PRINT_H_
#define SHAPEWRIGHT_CORE_SHAPE_TEXT_PRINT_H_

#include <cstdint>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::shape {

// Writes dims, shapes and types in the text form of parse.h.

// Counts the occurrences of anonymous symbols, so that those which occur only once can be printed
// as intervals (S24).
class AnonymousUses {
 public:
  explicit AnonymousUses(const symbolic::ExprArena& arena) : arena_(arena) {}

  void Count(Dim dim);
  void Count(const Shape& shape);
  // True if all symbols of the dim are anonymous and occur nowhere else.
  bool IsInterval(Dim dim) const;

 private:
  const symbolic::ExprArena& arena_;
  absl::InlinedVector<uint32_t, 16> counts_;  // by symbol; none beyond
};

// Anonymous dims print as `?1`; where `uses` is given, those that occur only once print as their
// interval.
void AppendDim(const symbolic::ExprArena& arena, Dim dim, const AnonymousUses* uses,
               std::string* out);
std::string FormatDim(const symbolic::ExprArena& arena, Dim dim,
                      const AnonymousUses* uses = nullptr);
std::string FormatShape(const symbolic::ExprArena& arena, const Shape& shape,
                        const AnonymousUses* uses = nullptr);
// The text of a condition without the parentheses around it, where it is as clear without them.
absl::string_view BareCondition(absl::string_view text);
std::string FormatType(const TypeTable& types, TypeId type, const symbolic::ExprArena& arena);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_TEXT_PRINT_H_
