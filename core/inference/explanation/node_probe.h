#ifndef SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_NODE_PROBE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_NODE_PROBE_H_

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {

// A dim of a value, or one of its elements: exactly one of `axis` and `element` is set.
struct ValuePlace {
  static constexpr int32_t kNone = -1;

  graph::ValueId value = graph::kNoValue;
  int32_t axis = kNone;
  int32_t element = kNone;

  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const ValuePlace& place) {
    return H::combine(std::move(state), place.value, place.axis, place.element);
  }
};

// Finds which dims and elements of a node's operands a dim or element of its outputs depends on.
// The node is inferred alone, with a distinct symbol for each dim and element of its operands; the
// symbols that occur in an output are its sources. So no knowledge about operators is needed here.
// Not for nodes with bodies, calls of functions, and operands other than tensors of known rank. Not
// thread-safe.
class NodeProbe {
 public:
  // The engine has run, and outlives this.
  explicit NodeProbe(Engine& engine) : engine_(engine) {}

  // `place` is in an output of a node. The places in the node's operands it depends on, possibly
  // none; nothing if that cannot be found out.
  std::optional<std::vector<ValuePlace>> SourcesOf(const ValuePlace& place);

 private:
  // The sources of each dim and element of one node's outputs.
  struct Findings {
    bool is_known = false;
    HashMap<ValuePlace, std::vector<ValuePlace>> sources;
  };

  const Findings& FindingsOf(graph::GraphId graph, uint32_t node, bool marks_constants);
  Findings Probe(graph::GraphId graph, uint32_t node, bool marks_constants);

  Engine& engine_;
  HashMap<std::tuple<graph::GraphId, uint32_t, bool>, Findings> known_;
};

// The type of a value; of a sequence or an optional that of what it holds.
const shape::Type& TensorTypeOf(Engine& engine, graph::ValueId value);

// The dim or element that stands at a place of a finished inference; unknown where
// there is none. Axes of a sequence or an optional are those of what it holds.
symbolic::Expr ExprAt(Engine& engine, const ValuePlace& place);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_NODE_PROBE_H_
