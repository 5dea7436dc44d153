#ifndef SHAPEWRIGHT_CORE_QUERY_WRITE_TYPE_H_
#define SHAPEWRIGHT_CORE_QUERY_WRITE_TYPE_H_

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/query/symbol_scope.h"
#include "core/shape/type.h"
#include "core/shape/type_table.h"
#include "core/symbolic/facts/facts.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::query {

// Writes what a scope holds into the messages of an answer, as core/answer writes it as bytes.
// Expressions are final: the caller has put in what was learned.

void WriteDim(const symbolic::ExprArena& arena, shape::Dim dim, v1::Dim* out);
// Nothing is written for what is not known.
void WriteAmount(const symbolic::ExprArena& arena, shape::Dim number, v1::Amount* out);
void WriteType(const symbolic::ExprArena& arena, const shape::TypeTable& types, shape::TypeId type,
               v1::Type* out);
// Name, kind, present interval, origin, reason.
void WriteSymbol(SymbolScope& scope, symbolic::SymbolId id, v1::Symbol* out);

// The symbols in a dim, the ones behind defined symbols included, in the order of
// their age.
using SymbolList = absl::InlinedVector<symbolic::SymbolId, 8>;
SymbolList SymbolsOf(const symbolic::ExprArena& arena, absl::Span<const shape::Dim> dims);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_WRITE_TYPE_H_
