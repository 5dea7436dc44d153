#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_SAMPLE_MODELS_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_SAMPLE_MODELS_H_

#include "proto/onnx/onnx.pb.h"

namespace shapewright::graph {

// A node with an attribute of every kind.
onnx::ModelProto ModelOfAllAttributes();
// Inputs of every kind of type, and a constant of every element type.
onnx::ModelProto ModelOfAllTypes();
// If within Loop, with values of the outer graphs.
onnx::ModelProto ModelOfSubgraphs();
// Functions with overloads, defaults and references that call each other.
onnx::ModelProto ModelOfFunctions();
// Imports nothing, as only early models may, and has a function in ONNX's own domain.
onnx::ModelProto EarlyModel();

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_SAMPLE_MODELS_H_
