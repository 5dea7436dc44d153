#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATOR_PROPERTIES_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATOR_PROPERTIES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::graph {

// The attributes that an operator of a dialect has as its properties: their names with commas
// between them, in the order in which a file has them, with `?` behind those that may be left out.
struct OperatorProperties {
  absl::string_view name;
  absl::string_view attributes;
};

// All of a dialect, sorted by name.
absl::Span<const OperatorProperties> PropertiesOf(absl::string_view dialect);
// Those of an operator; more than one if it got another attribute in time.
absl::Span<const OperatorProperties> FindProperties(absl::string_view dialect,
                                                    absl::string_view name);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATOR_PROPERTIES_H_
