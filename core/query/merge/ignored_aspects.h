#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_IGNORED_ASPECTS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_IGNORED_ASPECTS_H_

#include "core/query/symbol_scope.h"
#include "core/shape/type_table.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// Whether the question says that types may differ in this.
bool Ignores(const v1::CompareTypes& question, v1::CompareTypes::Aspect aspect);

// The type with one value for each of what the question ignores: types that differ in
// nothing else become the same.
shape::TypeId WithoutIgnored(SymbolScope& scope, const v1::CompareTypes& question,
                             shape::TypeId type);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_IGNORED_ASPECTS_H_
