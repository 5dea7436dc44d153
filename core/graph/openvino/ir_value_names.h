#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_VALUE_NAMES_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_VALUE_NAMES_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/openvino/ir_layers.h"

namespace shapewright::graph {

// Names the values of a model. No name is given twice, as a body of an IR reads nothing of the
// graph around it by name: what it reads are its parameters.
class IrValueNames {
 public:
  explicit IrValueNames(Arena* arena) : arena_(arena) {}

  // Names the outputs of all layers, and gives inputs the names of what they read. Parameters in
  // `captured` (by number) stand for values that have a name. A value has the first of its port's
  // names (that of a result before others), else that of its parameter, else `layer:output`; a
  // layer of a long name has its number there.
  void NameValues(IrLayers& layers, const HashMap<int64_t, absl::string_view>& captured);

  // A name that no value has yet: `wanted`, or it with a number behind.
  absl::string_view Unused(const std::string& wanted);

 private:
  void NameByResults(IrLayers& layers);
  void NamePort(const IrLayer& layer, size_t output, IrPort* port);

  Arena* const arena_;
  HashSet<absl::string_view> used_;
  // By wanted name: the number to try next.
  HashMap<std::string, int64_t> next_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_VALUE_NAMES_H_
