#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_RESULT_WIRE_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_RESULT_WIRE_H_

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

// The messages within a result, written as bytes: each as an item or the content of `field`. They
// are those of write_type.h, without the objects of messages, which take longer than the answer.

void PutInterval(uint32_t field, symbolic::Interval interval, inference::WireWriter& out);
void PutDim(const symbolic::ExprArena& arena, uint32_t field, shape::Dim dim,
            inference::WireWriter& out);
void PutType(const symbolic::ExprArena& arena, const shape::TypeTable& types, uint32_t field,
             shape::TypeId type, absl::string_view text, inference::WireWriter& out);

// A symbol, and what it was found to be.
struct ToldSymbol {
  symbolic::SymbolId id;
  // Absent: the present interval, unless it is that of every symbol of its kind.
  std::optional<symbolic::Interval> bounds = std::nullopt;
  shape::Dim solved = {};
  // In place of `solved`, as text.
  std::string definition = {};
};
void PutSymbol(const SymbolScope& scope, uint32_t field, const ToldSymbol& told,
               inference::WireWriter& out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_RESULT_WIRE_H_
