#include "core/graph/openvino/ir_value_names.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/openvino/ir_text.h"

namespace shapewright::graph {
namespace {

// A name stands before each output of its layer.
constexpr size_t kMaxPrefix = 1024;

std::string OutputName(const IrLayer& layer, size_t output) {
  if (layer.name.size() > kMaxPrefix) return absl::StrCat(layer.id, ":", output);
  return absl::StrCat(layer.name, ":", output);
}

}  // namespace

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
  // Several results may read one port.
  HashMap<const IrPort*, HashSet<std::string>> names_of;
  for (const IrLayer& layer : layers.all()) {
    if (!layer.is_result() || layer.inputs.size() != 1) continue;
    IrPort* const source = layers.SourceOf(layer.inputs.front());
    if (source == nullptr || !source->value.empty()) continue;
    const auto [known, is_new] = names_of.try_emplace(source);
    HashSet<std::string>& names = known->second;
    if (is_new) {
      for (std::string& name : IrNames(source->xml.attribute("names").value())) {
        names.insert(std::move(name));
      }
    }
    for (const std::string& name : IrNames(layer.xml.attribute("output_names").value())) {
      if (!names.contains(name) || used_.contains(name)) continue;
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
  port->value = Unused(layer.is_parameter() && output == 0 ? std::string(layer.name)
                                                           : OutputName(layer, output));
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
