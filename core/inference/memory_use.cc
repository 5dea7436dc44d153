#include "core/inference/memory_use.h"

#include <algorithm>

#include "core/symbolic/checked_math.h"

namespace shapewright::inference {
namespace {

using graph::ValueId;

// The node of the main graph that a graph stands in, at whatever depth.
uint32_t StepOf(const graph::Model& model, graph::GraphId id) {
  while (model.graphs[id].parent != 0) id = model.graphs[id].parent;
  return model.graphs[id].owner_node;
}

// Bodies of functions stand nowhere.
bool StandsInMain(const graph::Model& model, graph::GraphId id) {
  while (id != 0 && id != graph::kNoGraph) id = model.graphs[id].parent;
  return id == 0;
}

}  // namespace

MemoryUse::MemoryUse(Engine& engine, const ValueNumbering& numbering, int64_t alignment)
    : model_(engine.workspace().model()),
      numbering_(numbering),
      alignment_(alignment),
      sizes_(engine, numbering.values(0)) {
  AssignRoles();
  FindLifetimes();
}

void MemoryUse::AssignRoles() {
  const auto values = numbering_.values(0);
  for (size_t place = 0; place < values.size(); ++place) {
    const graph::Value& value = model_.values[values[place]];
    const bool is_node = value.origin == graph::ValueOrigin::kNode;
    const bool is_constant_node =
        is_node &&
        model_.operators[model_.graphs[0].nodes[value.producer].op].op_type == "Constant";
    const bool is_weight = value.origin == graph::ValueOrigin::kInitializer || is_constant_node;
    roles_.push_back(is_weight ? Role::kWeight : is_node ? Role::kIntermediate : Role::kInput);
    first_steps_.push_back(is_node ? value.producer : 0);
    last_steps_.push_back(first_steps_.back());
  }
  for (const ValueId output : model_.graphs[0].outputs) {
    if (!IsOfMain(output)) continue;
    Role& role = roles_[numbering_.NumberOf(output)];
    if (role == Role::kIntermediate) role = Role::kOutput;
  }
}

bool MemoryUse::IsOfMain(ValueId value) const {
  return value != graph::kNoValue && numbering_.NumberOf(value) < roles_.size();
}

void MemoryUse::Use(ValueId value, uint32_t step) {
  if (!IsOfMain(value)) return;
  uint32_t& last = last_steps_[numbering_.NumberOf(value)];
  last = std::max(last, step);
}

void MemoryUse::FindLifetimes() {
  for (graph::GraphId id = 0; id < model_.graphs.size(); ++id) {
    if (!StandsInMain(model_, id)) continue;
    const graph::Graph& graph = model_.graphs[id];
    const uint32_t owner = id == 0 ? 0 : StepOf(model_, id);
    for (uint32_t index = 0; index < graph.nodes.size(); ++index) {
      for (const ValueId input : graph.nodes[index].inputs) Use(input, id == 0 ? index : owner);
    }
    if (id == 0) continue;
    // A branch may give out a value of the graph around it.
    for (const ValueId output : graph.outputs) Use(output, owner);
  }
}

int64_t MemoryUse::TotalOf(Role role, v1::Memory* memory) const {
  int64_t total = 0;
  for (size_t place = 0; place < roles_.size(); ++place) {
    if (roles_[place] != role) continue;
    const int64_t bytes = sizes_.Bytes(place);
    if (bytes < 0) return -1;
    const auto sum = symbolic::CheckedAdd(total, bytes);
    if (!sum) return -1;
    total = *sum;
    if (!sizes_.HasExactBytes(place)) memory->set_upper_bound(true);
  }
  return total;
}

void MemoryUse::PlanIntermediates(bool with_arena, v1::Memory* memory) const {
  std::vector<LiveBuffer> buffers;
  std::vector<uint32_t> places;
  for (uint32_t place = 0; place < roles_.size(); ++place) {
    if (roles_[place] != Role::kIntermediate) continue;
    buffers.push_back({sizes_.Bytes(place), first_steps_[place], last_steps_[place]});
    places.push_back(place);
  }
  const auto plan = PlanMemory(buffers, alignment_);
  if (!plan) {
    memory->set_peak_bytes(-1);
    memory->set_lower_bound_bytes(-1);
    return;
  }
  memory->set_peak_bytes(plan->peak_bytes);
  memory->set_lower_bound_bytes(plan->lower_bound_bytes);
  memory->set_peak_step(plan->peak_step);
  memory->set_overhead(plan->lower_bound_bytes == 0
                           ? 1
                           : static_cast<double>(plan->peak_bytes) /
                                 static_cast<double>(plan->lower_bound_bytes));
  if (!with_arena) return;
  std::vector<size_t> order(buffers.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return buffers[a].first_step < buffers[b].first_step;
  });
  for (const size_t i : order) {
    v1::Buffer* buffer = memory->add_arena();
    buffer->set_value(numbering_.first(0) + places[i]);
    buffer->set_offset(plan->offsets[i]);
    buffer->set_bytes(buffers[i].bytes);
    buffer->set_first_step(buffers[i].first_step);
    buffer->set_last_step(buffers[i].last_step);
  }
}

void MemoryUse::Evaluate(symbolic::Bindings bindings, bool with_arena, v1::Memory* memory) {
  sizes_.Run(bindings);
  memory->set_weights_bytes(TotalOf(Role::kWeight, memory));
  memory->set_inputs_bytes(TotalOf(Role::kInput, memory));
  memory->set_outputs_bytes(TotalOf(Role::kOutput, memory));
  memory->set_intermediates_bytes(TotalOf(Role::kIntermediate, memory));
  if (memory->intermediates_bytes() < 0) {
    memory->set_peak_bytes(-1);
    memory->set_lower_bound_bytes(-1);
    return;
  }
  PlanIntermediates(with_arena, memory);
}

}  // namespace shapewright::inference
