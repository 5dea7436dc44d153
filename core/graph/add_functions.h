#ifndef SHAPEWRIGHT_CORE_GRAPH_ADD_FUNCTIONS_H_
#define SHAPEWRIGHT_CORE_GRAPH_ADD_FUNCTIONS_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// A model with further functions, which go before its own of the same name. Each is the one
// function of a model whose main graph is its body, as ReadOnnxFunction() reads it. The result
// views all of them.
std::unique_ptr<Model> AddFunctions(const Model& model,
                                    absl::Span<const std::unique_ptr<const Model>> functions);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ADD_FUNCTIONS_H_
