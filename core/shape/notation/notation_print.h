#ifndef SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_PRINT_H_
#define SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_PRINT_H_

#include <string>

#include "core/shape/notation/notation.h"
#include "core/shape/text/print.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::shape {

// Writes dims, shapes and types in a notation.
std::string FormatDimAs(Notation notation, const symbolic::ExprArena& arena, Dim dim,
                        const AnonymousUses* uses);
std::string FormatShapeAs(Notation notation, const symbolic::ExprArena& arena, const Shape& shape,
                          const AnonymousUses* uses);
std::string FormatTypeAs(Notation notation, const TypeTable& types,
                         const symbolic::ExprArena& arena, TypeId type_id,
                         const AnonymousUses* uses);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_NOTATION_NOTATION_PRINT_H_
