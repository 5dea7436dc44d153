#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_OPERAND_LAYOUTS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_OPERAND_LAYOUTS_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"
#include "core/shape/notation/notation.h"
#include "core/shape/type_table.h"

namespace shapewright::query {

// The layouts that the text of an operand names, one for each tensor. INVALID_ARGUMENT for one
// that is no layout of its shape.
absl::StatusOr<LayoutTexts> ReadLayouts(const shape::TypeTable& types,
                                        const shape::ParsedOperand& operand);
// Whether the text names any.
bool NamesLayouts(const shape::ParsedOperand& operand);

// Whether two types have the same layouts, one tensor after the other, whatever their sizes. No
// layout is like no layout alone.
bool HaveSameLayouts(const shape::TypeTable& types, shape::TypeId left,
                     const LayoutTexts& left_layouts, shape::TypeId right,
                     const LayoutTexts& right_layouts);
// Whether they name different ones for a tensor; one that names none says nothing.
bool HaveOtherLayouts(const LayoutTexts& left, const LayoutTexts& right);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_OPERAND_LAYOUTS_H_
