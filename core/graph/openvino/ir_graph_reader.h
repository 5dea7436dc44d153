#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_GRAPH_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_GRAPH_READER_H_

#include <map>
#include <memory>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/graph_builder.h"
#include "core/graph/openvino/ir_layers.h"
#include "core/graph/openvino/ir_port_map.h"
#include "core/graph/openvino/ir_value_names.h"

namespace shapewright::graph {

inline constexpr absl::string_view kOpenVinoDomain = "openvino";

// Reads the net of an IR, and the bodies within it.
class IrGraphReader {
 public:
  // `weights` may be empty.
  IrGraphReader(absl::string_view weights, const ReaderLimits& limits, GraphBuilder& builder,
                Model& model)
      : weights_(weights),
        limits_(limits),
        builder_(builder),
        model_(model),
        arena_(&model.memory),
        names_(&model.memory) {}

  absl::Status ReadMain(const pugi::xml_node& net);

 private:
  // A graph that is being read, and how it is wired.
  struct Open {
    IrLayers layers;
    const IrWiring* wiring = nullptr;
    // Of the main graph: results that need a node, as another one has their value.
    std::vector<const IrLayer*> renamed;
    std::vector<absl::string_view> renamed_values;
    // Of a body: the constant true, where an output of it is that.
    absl::string_view goes_on;
  };

  absl::Status ReadGraph(const pugi::xml_node& net, const IrWiring* wiring, GraphId* id);
  absl::Status ReadInputs(Open& open);
  absl::Status AddParameter(const IrLayer& layer);
  absl::Status ReadConstants(Open& open);
  absl::Status ReadNodes(Open& open);
  absl::Status ReadNode(const IrLayer& layer);
  absl::Status ReadBodies(const IrLayer& layer, const IrWiring& loop_body,
                          std::vector<Attribute>* attributes);
  absl::Status ReadBody(const IrLayer& layer, const char* body, absl::string_view attribute,
                        const IrWiring& wiring, std::vector<Attribute>* attributes);
  absl::Status ReadOutputs(Open& open);
  absl::Status AddResult(Open& open, int64_t number);
  absl::Status DeclarePorts(IrLayers& layers);
  absl::Status ReadPortType(const IrPort& port, const DeclaredType** type);
  // Sets which operator set governs the layer, and returns its domain.
  absl::string_view EnterOpset(const IrLayer& layer);
  void AddOutputOf(absl::string_view value) { builder_.AddOutput(value, nullptr); }

  const absl::string_view weights_;
  const ReaderLimits& limits_;
  GraphBuilder& builder_;
  Model& model_;
  Arena* const arena_;
  IrValueNames names_;
  // By the text of a layer's version.
  struct Opset {
    absl::string_view domain;
    std::unique_ptr<OpsetScope> scope;
  };
  std::map<std::string, Opset> opsets_;
  // By domain: its place among the model's imports.
  HashMap<absl::string_view, size_t> imports_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_GRAPH_READER_H_
