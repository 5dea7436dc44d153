#ifndef SHAPEWRIGHT_CORE_GRAPH_CHAIN_CHAIN_H_
#define SHAPEWRIGHT_CORE_GRAPH_CHAIN_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// A model that runs after those before it in its chain.
struct Stage {
  // An identifier without dots; each once.
  absl::string_view name;
  const Model* model = nullptr;
  // What is said of inputs and initializers of the main graph besides the model.
  HashMap<ValueId, const DeclaredType*> types = {};
  HashMap<ValueId, const Tensor*> constants = {};
};

// An output of a stage's main graph; or an input of one.
struct StageValueId {
  size_t stage = 0;
  ValueId value = kNoValue;

  friend bool operator==(const StageValueId&, const StageValueId&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const StageValueId& id) {
    return H::combine(std::move(state), id.stage, id.value);
  }
};

// An output that is an input of a later stage.
struct Link {
  StageValueId output;
  StageValueId input;
};

struct Chain {
  // In the order in which they run.
  std::vector<Stage> stages;
  // Each input at most once.
  std::vector<Link> links;
  std::vector<StageValueId> outputs;
  // What stands for a link: an operator that gives its operand as it is.
  OperatorName link_operator;
};

// A chain as one model.
struct ComposedModel {
  std::unique_ptr<Model> model;
  // By stage: its first node in the main graph.
  std::vector<uint32_t> first_nodes;
  // By link: its node, whose output is the input of the later stage.
  std::vector<uint32_t> link_nodes;
  // By stage: what is added to the numbers of its main graph's values.
  std::vector<ValueId> first_values;
  // By graph: its stage; of the main graph -1.
  std::vector<int> graph_stages;

  ValueId ValueOf(const StageValueId& id) const { return first_values[id.stage] + id.value; }
};

// Puts the stages of a chain together. Names that only one stage has are kept for its inputs and
// outputs, and for the symbols that its inputs declare; all others begin with the name of their
// stage and a dot. The result views the models of the stages.
ComposedModel Compose(const Chain& chain);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_CHAIN_CHAIN_H_
