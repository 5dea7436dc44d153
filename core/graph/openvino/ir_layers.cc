#include "core/graph/openvino/ir_layers.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "core/graph/openvino/ir_text.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr uint64_t kCountPerIrLayer = 16;
constexpr uint64_t kCountPerIrPort = 4;

int FindPort(const std::vector<IrPort>& ports, int64_t id, Work* work) {
  if (ports.empty() || !work->Count()) return -1;
  const uint64_t place = static_cast<uint64_t>(id) - static_cast<uint64_t>(ports.front().id);
  if (place < ports.size() && ports[place].id == id) return static_cast<int>(place);
  if (!work->Count(ports.size())) return -1;
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

absl::Status ReadPorts(const pugi::xml_node& list, absl::string_view layer, Work* work,
                       std::vector<IrPort>* ports) {
  for (const pugi::xml_node& xml : list.children("port")) {
    const auto id = IrInteger(xml.attribute("id").value());
    if (!id) return IrError(absl::StrCat("a port of layer ", Quoted(layer), " has no number"));
    IrPort& port = ports->emplace_back();
    port.id = *id;
    port.xml = xml;
    if (!work->Count(kCountPerIrPort)) return work->status();
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status IrError(absl::string_view message) {
  return ReadError(reason::kMalformedModel, absl::StrCat("OpenVINO IR: ", message));
}

int IrLayer::FindInput(int64_t id, Work* work) const { return FindPort(inputs, id, work); }
int IrLayer::FindOutput(int64_t id, Work* work) const { return FindPort(outputs, id, work); }

IrLayer* IrLayers::Find(int64_t id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &layers_[found->second];
}

IrPort* IrLayers::SourceOf(const IrPort& input) {
  if (input.from_layer < 0) return nullptr;
  return &layers_[static_cast<size_t>(input.from_layer)]
              .outputs[static_cast<size_t>(input.from_output)];
}

absl::Status IrLayers::Read(const pugi::xml_node& net, Work* work) {
  for (const pugi::xml_node& xml : net.child("layers").children("layer")) {
    if (absl::Status status = ReadLayer(xml, work); !status.ok()) return status;
  }
  for (const pugi::xml_node& xml : net.child("edges").children("edge")) {
    if (absl::Status status = ReadEdge(xml, work); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status IrLayers::ReadLayer(const pugi::xml_node& xml, Work* work) {
  const auto id = IrInteger(xml.attribute("id").value());
  const absl::string_view name = xml.attribute("name").value();
  if (!id) return IrError(absl::StrCat("layer ", Quoted(name), " has no number"));
  if (!by_id_.emplace(*id, layers_.size()).second) {
    return IrError(absl::StrCat("two layers have the number ", *id));
  }
  IrLayer& layer = layers_.emplace_back();
  layer.xml = xml;
  layer.id = *id;
  layer.name = name;
  layer.type = xml.attribute("type").value();
  if (layer.type.empty()) return IrError(absl::StrCat("layer ", Quoted(name), " has no type"));
  if (!work->Count(kCountPerIrLayer)) return work->status();
  absl::Status status = ReadPorts(xml.child("input"), name, work, &layer.inputs);
  if (!status.ok()) return status;
  return ReadPorts(xml.child("output"), name, work, &layer.outputs);
}

absl::Status IrLayers::ReadEdge(const pugi::xml_node& xml, Work* work) {
  const auto from = IrInteger(xml.attribute("from-layer").value());
  const auto from_port = IrInteger(xml.attribute("from-port").value());
  const auto to = IrInteger(xml.attribute("to-layer").value());
  const auto to_port = IrInteger(xml.attribute("to-port").value());
  if (!from || !from_port || !to || !to_port) return IrError("an edge lacks a number");
  const IrLayer* source = Find(*from);
  IrLayer* target = Find(*to);
  const int output = source == nullptr ? -1 : source->FindOutput(*from_port, work);
  const int input = target == nullptr ? -1 : target->FindInput(*to_port, work);
  if (!work->Count(kCountPerIrPort)) return work->status();
  if (output < 0 || input < 0) {
    return IrError(absl::StrCat("the edge from port ", *from_port, " of layer ", *from, " to port ",
                                *to_port, " of layer ", *to, " ends at no port"));
  }
  IrPort& port = target->inputs[static_cast<size_t>(input)];
  port.from_layer = static_cast<int32_t>(source - layers_.data());
  port.from_output = output;
  return absl::OkStatus();
}

}  // namespace shapewright::graph
