#ifndef SHAPEWRIGHT_CORE_INFERENCE_PLANNING_VALUE_AMOUNT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_PLANNING_VALUE_AMOUNT_H_

#include "core/rules/state/workspace.h"
#include "core/symbolic/expr.h"

namespace shapewright::inference {

// How many elements, or bytes, a tensor has, as an expression over symbols of the inputs. A size
// that data decide counts by its upper bound where it is a symbol that has one. Unknown for other
// types, and where no such expression is known.
symbolic::Expr ElementsOf(ops::Workspace& workspace, shape::TypeId type);
symbolic::Expr BytesOf(ops::Workspace& workspace, shape::TypeId type);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_PLANNING_VALUE_AMOUNT_H_
