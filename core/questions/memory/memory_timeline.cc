#include "core/questions/memory/memory_timeline.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/hash_map.h"

namespace shapewright::questions {
namespace {

using graph::GraphId;
using graph::ValueId;
using inference::AnswerNumbering;
using inference::CallFrame;
using inference::Engine;

constexpr uint32_t kNoBuffer = ~uint32_t{0};

// A graph that is being gone through.
struct Frame {
  GraphId graph = 0;
  uint32_t call_frame = CallFrame::kMain;
  uint32_t depth = 0;
  Frame* outer = nullptr;
  HashMap<ValueId, uint32_t> buffers = {};
  // Buffers of frames around that it reads.
  std::vector<uint32_t> captured = {};
};

constexpr uint64_t kCountPerNode = 16;

// client/report/src/model/memory.ts has the same rules for pages, which ask no server:
// ./dev report-test compares the two.
class Builder {
 public:
  Builder(Engine& engine, const AnswerNumbering& numbering)
      : engine_(engine), model_(engine.workspace().model()), numbering_(numbering) {
    const std::vector<CallFrame>& call_frames = engine.call_frames();
    for (uint32_t i = 0; i < call_frames.size(); ++i) {
      // If a body was inferred twice at one node, the last inference counts.
      children_[{call_frames[i].parent, call_frames[i].node}][call_frames[i].graph] = i;
    }
  }

  MemoryTimeline Build() {
    Frame main;
    for (const ValueId input : model_.graphs[0].inputs) {
      Add(main, input, MemoryRole::kInput);
    }
    const auto& outputs = model_.graphs[0].outputs;
    outputs_.insert(outputs.begin(), outputs.end());
    Run(main);
    return std::move(timeline_);
  }

 private:
  uint32_t Now() const { return static_cast<uint32_t>(timeline_.main_steps.size() - 1); }

  uint32_t NextStep() {
    timeline_.main_steps.push_back(main_step_);
    return Now();
  }

  shape::TypeId TypeIn(const Frame& frame, ValueId value) const {
    if (frame.call_frame == CallFrame::kMain) return engine_.TypeOf(value);
    const CallFrame& call_frame = engine_.call_frames()[frame.call_frame];
    return call_frame.types[value - model_.graphs[call_frame.graph].first_value];
  }

  uint32_t Add(Frame& frame, ValueId value, MemoryRole role) {
    const auto index = static_cast<uint32_t>(timeline_.buffers.size());
    const uint32_t step = timeline_.main_steps.empty() ? 0 : Now();
    timeline_.buffers.push_back(
        {numbering_.NumberOf(value), TypeIn(frame, value), role, step, step, frame.depth, {}});
    frame.buffers[value] = index;
    return index;
  }

  // kNoBuffer for what takes no memory here: left out, or not defined.
  uint32_t Find(Frame& frame, ValueId value) {
    if (value == graph::kNoValue) return kNoBuffer;
    for (Frame* around = &frame; around != nullptr; around = around->outer) {
      const auto found = around->buffers.find(value);
      if (found != around->buffers.end()) return found->second;
    }
    return kNoBuffer;
  }

  void Use(Frame& frame, ValueId value) {
    const uint32_t index = Find(frame, value);
    if (index == kNoBuffer) return;
    TimedBuffer& buffer = timeline_.buffers[index];
    buffer.last = std::max(buffer.last, Now());
    if (buffer.depth < frame.depth) frame.captured.push_back(index);
  }

  void Run(Frame& frame) {
    const graph::Graph& graph = model_.graphs[frame.graph];
    AddConstants(frame);
    for (uint32_t place = 0; place < graph.nodes.size(); ++place) {
      const uint32_t index = graph.NodeAt(place);
      const size_t operands = graph.nodes[index].inputs.size() + graph.nodes[index].outputs.size();
      if (!engine_.work().Count(kCountPerNode + 4 * operands)) return;
      if (frame.depth == 0) main_step_ = index;
      NextStep();
      const graph::Node& node = graph.nodes[index];
      for (const ValueId input : node.inputs) Use(frame, input);
      AddResults(frame, node);
      RunBodies(frame, node, index);
    }
  }

  // The weights are there once, however often a body runs.
  void AddConstants(Frame& frame) {
    if (!weighed_.insert(frame.graph).second) return;
    for (const ValueId value : numbering_.values(frame.graph)) {
      const bool is_own = model_.values[value].origin == graph::ValueOrigin::kInitializer;
      if (is_own) Add(frame, value, MemoryRole::kWeight);
    }
  }

  void AddResults(Frame& frame, const graph::Node& node) {
    const rules::OperatorTraits& traits = engine_.workspace().operators().TraitsOf(node.op);
    const bool is_constant = traits.elements == rules::Elements::kOfAttribute;
    for (const ValueId output : node.outputs) {
      // A result of a branch or function has a buffer already.
      if (output == graph::kNoValue || frame.buffers.contains(output)) continue;
      MemoryRole role = MemoryRole::kIntermediate;
      if (frame.depth == 0 && outputs_.contains(output)) role = MemoryRole::kOutput;
      if (is_constant) role = MemoryRole::kWeight;
      if (is_constant && !counted_.insert(output).second) continue;
      Add(frame, output, role);
    }
    if (traits.is_elementwise && !node.outputs.empty()) AddOverwritten(frame, node);
  }

  void AddOverwritten(Frame& frame, const graph::Node& node) {
    const auto result = frame.buffers.find(node.outputs[0]);
    if (result == frame.buffers.end()) return;
    for (const ValueId input : node.inputs) {
      const auto operand = frame.buffers.find(input);
      if (operand == frame.buffers.end()) continue;
      const TimedBuffer& read = timeline_.buffers[operand->second];
      TimedBuffer& written = timeline_.buffers[result->second];
      const bool is_temporary = read.role == MemoryRole::kIntermediate &&
                                written.role == MemoryRole::kIntermediate &&
                                read.depth == frame.depth && written.depth == frame.depth;
      if (is_temporary) written.overwrites.push_back(operand->second);
    }
  }

  void RunBodies(Frame& frame, const graph::Node& node, uint32_t index) {
    const auto children = children_.find({frame.call_frame, index});
    if (children == children_.end()) {
      timeline_.is_complete &= !HasBody(node);
      return;
    }
    const rules::OperatorTraits& traits = engine_.workspace().operators().TraitsOf(node.op);
    for (const auto& [graph, call_frame] : children->second) {
      Frame inner;
      inner.graph = graph;
      inner.call_frame = call_frame;
      inner.depth = frame.depth + 1;
      inner.outer = &frame;
      const bool is_function = model_.graphs[graph].parent == graph::kNoGraph;
      const bool is_branch = traits.bodies == rules::Bodies::kBranches;
      timeline_.has_choices |= !is_function;
      if (is_function) PassOperands(frame, node, inner);
      if (is_function || is_branch) PassResults(frame, node, inner);
      if (!is_function && !is_branch) {
        for (const ValueId input : model_.graphs[graph].inputs) {
          Add(inner, input, MemoryRole::kIntermediate);
        }
      }
      Run(inner);
      Leave(frame, inner);
    }
    for (const ValueId output : node.outputs) Use(frame, output);
  }

  static bool HasBody(const graph::Node& node) {
    return std::any_of(node.attributes.begin(), node.attributes.end(),
                       [](const graph::Attribute& attribute) {
                         return attribute.kind == graph::AttributeKind::kGraph;
                       });
  }

  void PassOperands(Frame& frame, const graph::Node& node, Frame& inner) {
    const auto& inputs = model_.graphs[inner.graph].inputs;
    for (size_t i = 0; i < std::min(inputs.size(), node.inputs.size()); ++i) {
      const uint32_t buffer = Find(frame, node.inputs[i]);
      if (buffer != kNoBuffer) inner.buffers[inputs[i]] = buffer;
    }
  }

  void PassResults(Frame& frame, const graph::Node& node, Frame& inner) {
    const auto& outputs = model_.graphs[inner.graph].outputs;
    for (size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
      if (outputs[i] == graph::kNoValue || node.outputs[i] == graph::kNoValue) continue;
      const graph::Value& value = model_.values[outputs[i]];
      const bool is_made_there =
          value.graph == inner.graph && value.origin == graph::ValueOrigin::kNode;
      if (is_made_there) inner.buffers.emplace(outputs[i], frame.buffers.at(node.outputs[i]));
    }
  }

  // All that the body used from outside, and what it returns, lives to its end.
  void Leave(Frame& frame, Frame& inner) {
    const uint32_t end = NextStep();
    engine_.work().Count(inner.captured.size());
    for (const ValueId output : model_.graphs[inner.graph].outputs) Use(inner, output);
    for (const uint32_t index : inner.captured) {
      TimedBuffer& buffer = timeline_.buffers[index];
      buffer.last = std::max(buffer.last, end);
      if (buffer.depth < frame.depth) frame.captured.push_back(index);
    }
  }

  Engine& engine_;
  const graph::Model& model_;
  const AnswerNumbering& numbering_;
  // By call_frame and node: the call_frames of its bodies, by graph.
  std::map<std::pair<uint32_t, uint32_t>, std::map<GraphId, uint32_t>> children_;
  HashSet<ValueId> outputs_;
  HashSet<GraphId> weighed_;
  HashSet<ValueId> counted_;
  MemoryTimeline timeline_;
  uint32_t main_step_ = 0;
};

}  // namespace

MemoryTimeline BuildTimeline(Engine& engine, const AnswerNumbering& numbering) {
  return Builder(engine, numbering).Build();
}

}  // namespace shapewright::questions
