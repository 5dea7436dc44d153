#ifndef SHAPEWRIGHT_CORE_QUERY_RESULT_WIRE_H_
#define SHAPEWRIGHT_CORE_QUERY_RESULT_WIRE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/query/symbol_scope.h"
#include "core/shape/type.h"
#include "core/shape/type_table.h"
#include "core/symbolic/interval.h"
#include "core/wire/wire_writer.h"

namespace shapewright::query {

// What was found out about a symbol of a scope.
struct ToldSymbol {
  symbolic::SymbolId id;
  // Absent: the present interval, unless it is that of every symbol of its kind.
  std::optional<symbolic::Interval> bounds = std::nullopt;
  shape::Dim solved = {};
  // In place of `solved`, as text.
  std::string definition = {};
};
void PutSymbol(const SymbolScope& scope, uint32_t field, const ToldSymbol& told, WireWriter& out);
// A type with its text in the notation of the answer.
void PutType(const symbolic::ExprArena& arena, const shape::TypeTable& types, uint32_t field,
             shape::TypeId type, absl::string_view text, WireWriter& out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_RESULT_WIRE_H_
