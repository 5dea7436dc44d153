#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_ONNX_TO_MESSAGE_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_ONNX_TO_MESSAGE_H_

#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/graph.pb.h"

namespace shapewright::graph {

// The same model in the service's own form.
v1::Model ToMessage(const onnx::ModelProto& model);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_ONNX_TO_MESSAGE_H_
