#ifndef SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_GRAPH_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_GRAPH_READER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/graph_builder.h"
#include "core/graph/onnx/onnx_wire.h"

namespace shapewright::graph {

// The parts of an onnx.GraphProto, or of the body of a
// FunctionProto.
struct OnnxGraphParts {
  absl::string_view name;
  std::vector<absl::string_view> nodes;
  std::vector<absl::string_view> inputs;  // ValueInfoProto
  std::vector<absl::string_view> outputs;
  std::vector<absl::string_view> value_infos;
  std::vector<absl::string_view> initializers;
  std::vector<absl::string_view> sparse_initializers;
};

// Reads graphs, and the graphs within them.
class OnnxGraphReader {
 public:
  OnnxGraphReader(OnnxWire& wire, GraphBuilder& builder, int64_t ir_version)
      : wire_(wire),
        builder_(builder),
        initializers_replace_inputs_(ir_version < kFirstIrOfConstants) {}

  absl::Status ReadGraph(absl::string_view bytes, GraphId* id);

  // Reads the nodes of a function's body, whose graph is open.
  absl::Status ReadNodes(absl::Span<const absl::string_view> nodes);
  void PrefetchNames(absl::string_view node);
  static void ReadMetadata(absl::string_view entry, Node* node);
  absl::Status ReadNode(absl::string_view bytes);
  absl::Status ReadAttribute(absl::string_view bytes, Attribute* attribute);
  absl::Status ReadValueInfos(absl::Span<const absl::string_view> messages);

 private:
  // Before IR 4 every initializer had to be an input as well, and was constant all the same; since
  // then such an initializer is the default of the input.
  static constexpr int64_t kFirstIrOfConstants = 4;

  absl::Status Split(absl::string_view bytes, OnnxGraphParts* parts);
  // Reads attributes_ from index `first` on.
  absl::Status ReadAttributes(size_t first, absl::Span<const Attribute>* attributes);
  absl::Status ReadInputs(const OnnxGraphParts& parts);
  absl::Status ReadInitializers(const OnnxGraphParts& parts);
  absl::Status ReadOutputs(const OnnxGraphParts& parts);

  OnnxWire& wire_;
  GraphBuilder& builder_;
  const bool initializers_replace_inputs_;
  // Stacks of the results and attributes of the nodes that are being read, which nest.
  std::vector<absl::string_view> results_;
  std::vector<absl::string_view> attributes_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_GRAPH_READER_H_
