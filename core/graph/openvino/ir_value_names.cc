#include "core/graph/openvino/ir_value_names.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/openvino/ir_text.h"

namespace shapewright::graph {

absl::string_view IrValueNames::Unused(const std::string& wanted) {
  if (!wanted.empty() && !used_.contains(wanted)) {
    return *used_.insert(CopyText(arena_, wanted)).first;
  }
  int64_t& number = next_[wanted];
  std::string name;
  do {
    name = absl::StrCat(wanted, "#", ++number);
  } while (used_.contains(name));
  return *used_.insert(CopyText(arena_, name)).first;
}

// IR version 11 writes the names of a result beside it. They are among those of the port that it
// reads.
void IrValueNames::NameByResults(IrLayers& layers) {
  for (const IrLayer& layer : layers.all()) {
    if (!layer.is_result() || layer.inputs.size() != 1) continue;
    IrPort* const source = layers.SourceOf(layer.inputs.front());
    if (source == nullptr || !source->value.empty()) continue;
    const std::vector<std::string> names = IrNames(source->xml.attribute("names").value());
    for (const std::string& name : IrNames(layer.xml.attribute("output_names").value())) {
      const bool is_there = std::find(names.begin(), names.end(), name) != names.end();
      if (!is_there || used_.contains(name)) continue;
      source->value = Unused(name);
      break;
    }
  }
}

void IrValueNames::NamePort(const IrLayer& layer, size_t output, IrPort* port) {
  for (const std::string& name : IrNames(port->xml.attribute("names").value())) {
    if (used_.contains(name)) continue;
    port->value = Unused(name);
    return;
  }
  port->value = Unused(layer.is_parameter() ? std::string(layer.name)
                                            : absl::StrCat(layer.name, ":", output));
}

void IrValueNames::NameValues(IrLayers& layers,
                              const HashMap<int64_t, absl::string_view>& captured) {
  for (IrLayer& layer : layers.all()) {
    const auto found = captured.find(layer.id);
    if (found == captured.end()) continue;
    for (IrPort& port : layer.outputs) port.value = found->second;
  }
  NameByResults(layers);
  for (IrLayer& layer : layers.all()) {
    for (size_t i = 0; i < layer.outputs.size(); ++i) {
      if (layer.outputs[i].value.empty()) NamePort(layer, i, &layer.outputs[i]);
    }
  }
  for (IrLayer& layer : layers.all()) {
    for (IrPort& port : layer.inputs) {
      const IrPort* const source = layers.SourceOf(port);
      if (source != nullptr) port.value = source->value;
    }
  }
}

}  // namespace shapewright::graph
