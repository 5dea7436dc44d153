#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_PORT_MAP_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_PORT_MAP_H_

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/attribute.h"
#include "core/graph/openvino/ir_layers.h"

namespace shapewright::graph {

// An entry of a port map: a port of the layer, -1 for none, and a parameter or result of the body.
struct IrPortMapEntry {
  int64_t external_port = -1;
  int64_t internal_layer = 0;
  absl::string_view purpose;
  bool has_axis = false;
  int64_t axis = 0;
  int64_t start = 0;
  int64_t end = -1;
  int64_t stride = 1;
  int64_t part_size = 1;
};

struct IrPortMap {
  std::vector<IrPortMapEntry> inputs;
  std::vector<IrPortMapEntry> outputs;
};

absl::Status ReadIrPortMap(const pugi::xml_node& xml, Work* work, IrPortMap* map);

// How a body stands in the model. Parameters that the body gets as they are become the values of
// the graph around it; others are the body's inputs.
struct IrWiring {
  // By number of the parameter: the value that it stands for.
  HashMap<int64_t, absl::string_view> captured;
  // Numbers of parameters and results, in order; kNoLayer for an input that nothing reads, and for
  // an output that is the constant true.
  static constexpr int64_t kNoLayer = -1;
  std::vector<int64_t> inputs;
  std::vector<int64_t> outputs;
};

// If: one branch, whose results are in the order of the layer's outputs.
absl::Status WireBranch(const IrLayer& layer, const IrPortMap& map, Work* work, IrWiring* wiring);

// Loop and TensorIterator. The body maps (iteration, unused, slices.., carried..) to (condition,
// carried.., others..); the node's operands are (trip count, condition, sliced.., carried..).
struct IrLoopWiring {
  IrWiring body;
  std::vector<absl::string_view> operands;
  std::vector<Attribute> attributes;
};
absl::Status WireLoop(const IrLayer& layer, Arena* arena, Work* work, IrLoopWiring* wiring);

// The attributes of loops. Lists of numbers: of each operand that is sliced its axis, start, end,
// stride and size of a part; of each result the output of the body, whether slices are put together
// (0 or 1), and the same five.
inline constexpr absl::string_view kIrBody = "body";
inline constexpr absl::string_view kIrSlices = "slices";
inline constexpr absl::string_view kIrResults = "results";
inline constexpr int kIrNumbersPerSlice = 5;
inline constexpr int kIrNumbersPerResult = 7;

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_PORT_MAP_H_
