#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_LAYERS_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_LAYERS_H_

#include <cstdint>
#include <pugixml.hpp>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"

namespace shapewright::graph {

// A port of a layer.
struct IrPort {
  int64_t id = 0;
  pugi::xml_node xml;
  // The value at the port, in the model's memory: of an input the one that an edge brings.
  absl::string_view value;
  // Of an input: the layer and the output that it comes from; -1 where no edge ends.
  int32_t from_layer = -1;
  int32_t from_output = -1;
};

// A layer as the XML has it: views of the document.
struct IrLayer {
  pugi::xml_node xml;
  int64_t id = 0;
  absl::string_view name;
  absl::string_view type;
  std::vector<IrPort> inputs;
  std::vector<IrPort> outputs;

  bool is_parameter() const { return type == "Parameter"; }
  // Nothing else is without an output.
  bool is_result() const { return outputs.empty(); }
  bool has_branches() const { return !xml.child("then_body").empty(); }
  bool has_loop_body() const { return !xml.child("body").empty(); }
  bool is_constant() const { return type == "Const"; }
  // The index of the port with an id, or -1. `work` counts the ports that are looked at: one, if
  // they are numbered one after the other, as writers do.
  int FindInput(int64_t id, Work* work) const;
  int FindOutput(int64_t id, Work* work) const;
};

// The layers and edges of a net or a body.
class IrLayers {
 public:
  // Fails where a layer has no number, two have one, or an edge ends nowhere.
  absl::Status Read(const pugi::xml_node& net, Work* work);

  std::vector<IrLayer>& all() { return layers_; }
  // Null where there is none.
  IrLayer* Find(int64_t id);
  // The port that an input's value comes from; null where no edge ends.
  IrPort* SourceOf(const IrPort& input);

 private:
  absl::Status ReadLayer(const pugi::xml_node& xml, Work* work);
  absl::Status ReadEdge(const pugi::xml_node& xml, Work* work);

  std::vector<IrLayer> layers_;
  HashMap<int64_t, size_t> by_id_;
};

// An error about a place of the document.
absl::Status IrError(absl::string_view message);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_LAYERS_H_
