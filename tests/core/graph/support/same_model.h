#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_SAME_MODEL_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_SAME_MODEL_H_

#include "core/graph/model.h"

namespace shapewright::graph {

// Fails the test unless two models mean the same: the same graphs, nodes, names
// and types, and constants of the same elements however they are stored.
void ExpectSameModel(const Model& a, const Model& b);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_SAME_MODEL_H_
