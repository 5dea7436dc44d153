#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_ONNX_BUILDER_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_ONNX_BUILDER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::graph {

using Names = std::vector<std::string>;

// A model of IR 8 that imports opset 17, with an empty main graph.
onnx::ModelProto NewModel();

// A node at the end of a graph, or of the body of a function.
template <typename Graph>
onnx::NodeProto* AddNode(Graph* graph, const std::string& op_type, const Names& inputs,
                         const Names& outputs) {
  onnx::NodeProto* node = graph->add_node();
  node->set_op_type(op_type);
  for (const std::string& input : inputs) node->add_input(input);
  for (const std::string& output : outputs) node->add_output(output);
  return node;
}

// An input and an output of float32 with the dims, -1 for one without size.
void AddInput(onnx::GraphProto* graph, const std::string& name,
              const std::vector<int64_t>& dims = {});
void AddOutput(onnx::GraphProto* graph, const std::string& name,
               const std::vector<int64_t>& dims = {});
// A constant of int64.
onnx::TensorProto* AddInitializer(onnx::GraphProto* graph, const std::string& name,
                                  const std::vector<int64_t>& values);

onnx::AttributeProto* AddAttribute(onnx::NodeProto* node, const std::string& name,
                                   onnx::AttributeProto::AttributeType type);
onnx::GraphProto* AddSubgraph(onnx::NodeProto* node, const std::string& name);

// A model together with the bytes that it points into.
struct ReadResult {
  std::unique_ptr<std::string> bytes;
  absl::StatusOr<std::unique_ptr<Model>> model;

  bool ok() const { return model.ok(); }
  const Model& operator*() const { return **model; }
  const Model* operator->() const { return model->get(); }
  const absl::Status& status() const { return model.status(); }
};
ReadResult Read(const onnx::ModelProto& model, const ReaderOptions& options = {});
ReadResult ReadBytes(const std::string& bytes, const ReaderOptions& options = {});

// The stable reason of an error; empty if it has none.
std::string ReasonOf(const absl::Status& status);

// The codes of a model's findings.
std::vector<std::string> CodesOf(const Model& model);

// The value of that name in a graph; the last one if there are several.
const Value* FindValue(const Model& model, GraphId graph, absl::string_view name);
// The value at an input of a node.
const Value& InputOf(const Model& model, GraphId graph, size_t node, size_t input);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_ONNX_BUILDER_H_
