#include "core/inference/engine/answer_numbering.h"

namespace shapewright::inference {

using graph::ValueId;

AnswerNumbering::AnswerNumbering(const graph::Model& model) {
  values_.reserve(model.values.size());
  firsts_.push_back(0);
  for (graph::GraphId id = 0; id < model.graphs.size(); ++id) {
    const graph::Graph& graph = model.graphs[id];
    values_.insert(values_.end(), graph.inputs.begin(), graph.inputs.end());
    for (ValueId v = graph.first_value; v < graph.end_value; ++v) {
      const graph::Value& value = model.values[v];
      if (value.graph == id && value.origin == graph::ValueOrigin::kInitializer) {
        values_.push_back(v);
      }
    }
    for (const graph::Node& node : graph.nodes) {
      for (const ValueId output : node.outputs) {
        if (output != graph::kNoValue) values_.push_back(output);
      }
    }
    firsts_.push_back(static_cast<uint32_t>(values_.size()));
  }
  numbers_.assign(model.values.size(), kNone);
  for (uint32_t number = 0; number < values_.size(); ++number) numbers_[values_[number]] = number;
}

}  // namespace shapewright::inference
