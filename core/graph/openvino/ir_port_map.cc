#include "core/graph/openvino/ir_port_map.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/graph/openvino/ir_attributes.h"
#include "core/graph/openvino/ir_text.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr uint64_t kCountPerEntry = 8;

int64_t NumberOr(const pugi::xml_node& xml, const char* name, int64_t otherwise) {
  return IrInteger(xml.attribute(name).value()).value_or(otherwise);
}

absl::Status ReadEntries(const pugi::xml_node& xml, const char* tag, Work* work,
                         std::vector<IrPortMapEntry>* entries) {
  for (const pugi::xml_node& each : xml.children(tag)) {
    if (!work->Count(kCountPerEntry)) return work->status();
    const auto internal = IrInteger(each.attribute("internal_layer_id").value());
    if (!internal) return IrError("an entry of a port map has no internal_layer_id");
    IrPortMapEntry& entry = entries->emplace_back();
    entry.internal_layer = *internal;
    entry.external_port = NumberOr(each, "external_port_id", -1);
    entry.purpose = each.attribute("purpose").value();
    entry.has_axis = IrInteger(each.attribute("axis").value()).has_value();
    entry.axis = NumberOr(each, "axis", 0);
    entry.start = NumberOr(each, "start", 0);
    entry.end = NumberOr(each, "end", -1);
    entry.stride = NumberOr(each, "stride", 1);
    entry.part_size = NumberOr(each, "part_size", 1);
  }
  return absl::OkStatus();
}

absl::Status NoSuchPort(const IrLayer& layer, int64_t port) {
  return IrError(absl::StrCat("the port map of layer ", Quoted(layer.name), " names port ", port,
                              ", which the layer does not have"));
}

// The value at an external port of the layer.
absl::Status ValueAt(const IrLayer& layer, int64_t port, Work* work, absl::string_view* value) {
  const int input = layer.FindInput(port, work);
  if (work->is_stopped()) return work->status();
  if (input < 0) return NoSuchPort(layer, port);
  *value = layer.inputs[static_cast<size_t>(input)].value;
  return absl::OkStatus();
}

void AddSlice(const IrPortMapEntry& entry, std::vector<int64_t>* numbers) {
  for (const int64_t number : {entry.axis, entry.start, entry.end, entry.stride, entry.part_size}) {
    numbers->push_back(number);
  }
}

class LoopWirer {
 public:
  LoopWirer(const IrLayer& layer, Arena* arena, Work* work, IrLoopWiring* wiring)
      : layer_(layer), arena_(arena), work_(work), wiring_(*wiring) {}

  absl::Status Wire() {
    absl::Status status = ReadIrPortMap(layer_.xml.child("port_map"), work_, &map_);
    if (status.ok()) status = ReadBackEdges();
    if (status.ok()) status = WireInputs();
    if (status.ok()) status = WireOutputs();
    return status;
  }

 private:
  absl::Status ReadBackEdges() {
    for (const pugi::xml_node& each : layer_.xml.child("back_edges").children("edge")) {
      if (!work_->Count(kCountPerEntry)) return work_->status();
      const auto from = IrInteger(each.attribute("from-layer").value());
      const auto to = IrInteger(each.attribute("to-layer").value());
      if (!from || !to) return IrError("a back edge lacks a number");
      back_edges_[*to] = *from;
    }
    return absl::OkStatus();
  }

  absl::Status WireInputs() {
    // The first two are trip count and condition, unless they are mapped to the body.
    HashSet<int64_t> mapped;
    for (const IrPortMapEntry& entry : map_.inputs) mapped.insert(entry.external_port);
    for (size_t i = 0; i < 2; ++i) {
      const bool is_there = i < layer_.inputs.size() && !mapped.contains(layer_.inputs[i].id);
      wiring_.operands.push_back(is_there ? layer_.inputs[i].value : absl::string_view());
    }
    int64_t iteration = IrWiring::kNoLayer;
    std::vector<int64_t> sliced;
    std::vector<absl::string_view> carried_operands;
    std::vector<int64_t> slices;
    for (const IrPortMapEntry& entry : map_.inputs) {
      if (entry.external_port < 0) {
        if (entry.purpose == "current_iteration") iteration = entry.internal_layer;
        continue;
      }
      absl::string_view value;
      absl::Status status = ValueAt(layer_, entry.external_port, work_, &value);
      if (!status.ok()) return status;
      if (entry.has_axis) {
        sliced.push_back(entry.internal_layer);
        wiring_.operands.push_back(value);
        AddSlice(entry, &slices);
      } else if (back_edges_.contains(entry.internal_layer)) {
        carried_.push_back(entry.internal_layer);
        carried_operands.push_back(value);
      } else if (!value.empty()) {
        wiring_.body.captured[entry.internal_layer] = value;
      }
    }
    wiring_.operands.insert(wiring_.operands.end(), carried_operands.begin(),
                            carried_operands.end());
    std::vector<int64_t>& inputs = wiring_.body.inputs;
    inputs = {iteration, IrWiring::kNoLayer};
    inputs.insert(inputs.end(), sliced.begin(), sliced.end());
    inputs.insert(inputs.end(), carried_.begin(), carried_.end());
    wiring_.attributes.push_back(IntsAttribute(kIrSlices, CopyToArena(arena_, slices)));
    return absl::OkStatus();
  }

  absl::Status WireOutputs() {
    std::vector<int64_t>& outputs = wiring_.body.outputs;
    outputs = {IrWiring::kNoLayer};
    for (const int64_t parameter : carried_) AddOutput(back_edges_[parameter]);
    HashMap<int64_t, const IrPortMapEntry*> by_port;
    for (const IrPortMapEntry& entry : map_.outputs) {
      if (entry.external_port >= 0) by_port[entry.external_port] = &entry;
      if (entry.purpose == "execution_condition") outputs[0] = entry.internal_layer;
    }
    std::vector<int64_t> results;
    for (const IrPort& port : layer_.outputs) {
      const auto found = by_port.find(port.id);
      if (found == by_port.end()) return NoSuchPort(layer_, port.id);
      const IrPortMapEntry& entry = *found->second;
      results.push_back(AddOutput(entry.internal_layer));
      results.push_back(entry.has_axis ? 1 : 0);
      AddSlice(entry, &results);
    }
    wiring_.attributes.push_back(IntsAttribute(kIrResults, CopyToArena(arena_, results)));
    return absl::OkStatus();
  }

  // The index of the body's output that is this result.
  int64_t AddOutput(int64_t result) {
    std::vector<int64_t>& outputs = wiring_.body.outputs;
    const auto added = static_cast<int64_t>(outputs.size());
    // A carried value has a place of its own, though two may be of one result.
    const bool is_carried = outputs.size() <= carried_.size();
    const auto [found, is_new] = output_of_.emplace(result, added);
    if (is_new || is_carried) outputs.push_back(result);
    return found->second;
  }

  const IrLayer& layer_;
  Arena* const arena_;
  Work* const work_;
  IrLoopWiring& wiring_;
  IrPortMap map_;
  HashMap<int64_t, int64_t> back_edges_;  // by parameter: the result
  std::vector<int64_t> carried_;          // parameters
  HashMap<int64_t, int64_t> output_of_;   // by result
};

}  // namespace

absl::Status ReadIrPortMap(const pugi::xml_node& xml, Work* work, IrPortMap* map) {
  absl::Status status = ReadEntries(xml, "input", work, &map->inputs);
  if (!status.ok()) return status;
  return ReadEntries(xml, "output", work, &map->outputs);
}

absl::Status WireBranch(const IrLayer& layer, const IrPortMap& map, Work* work, IrWiring* wiring) {
  for (const IrPortMapEntry& entry : map.inputs) {
    absl::string_view value;
    absl::Status status = ValueAt(layer, entry.external_port, work, &value);
    if (!status.ok()) return status;
    if (!value.empty()) wiring->captured[entry.internal_layer] = value;
  }
  HashMap<int64_t, int64_t> by_port;
  for (const IrPortMapEntry& entry : map.outputs) {
    by_port[entry.external_port] = entry.internal_layer;
  }
  for (const IrPort& port : layer.outputs) {
    const auto found = by_port.find(port.id);
    if (found == by_port.end()) return NoSuchPort(layer, port.id);
    wiring->outputs.push_back(found->second);
  }
  return absl::OkStatus();
}

absl::Status WireLoop(const IrLayer& layer, Arena* arena, Work* work, IrLoopWiring* wiring) {
  return LoopWirer(layer, arena, work, wiring).Wire();
}

}  // namespace shapewright::graph
