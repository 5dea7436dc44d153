#include "core/graph/openvino/ir_graph_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/openvino/ir_attributes.h"
#include "core/graph/openvino/ir_constant.h"
#include "core/graph/openvino/ir_text.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr absl::string_view kOpsetPrefix = "opset";
constexpr int64_t kMaxIrOpset = 1000;

bool IsIrNode(const IrLayer& layer) {
  return !layer.is_parameter() && !layer.is_result() && !layer.is_constant();
}

absl::string_view InputOfResult(const IrLayer& layer) {
  return layer.inputs.empty() ? absl::string_view() : layer.inputs.front().value;
}

// A result's value may already be that of another one: then it gets a name of its own.
std::vector<const IrLayer*> FindRenamed(IrLayers& layers) {
  std::vector<const IrLayer*> renamed;
  HashSet<absl::string_view> seen;
  for (const IrLayer& layer : layers.all()) {
    if (!layer.is_result()) continue;
    const absl::string_view value = InputOfResult(layer);
    if (!value.empty() && !seen.insert(value).second) renamed.push_back(&layer);
  }
  return renamed;
}

absl::Status NoSuchLayer(int64_t number) {
  return IrError(absl::StrCat("a port map names layer ", number, ", which its body does not have"));
}

}  // namespace

absl::Status IrGraphReader::ReadMain(const pugi::xml_node& net) {
  GraphId id = 0;
  return ReadGraph(net, nullptr, &id);
}

absl::Status IrGraphReader::ReadGraph(const pugi::xml_node& net, const IrWiring* wiring,
                                      GraphId* id) {
  Open open;
  open.wiring = wiring;
  if (absl::Status status = open.layers.Read(net, builder_.work()); !status.ok()) return status;
  const HashMap<int64_t, absl::string_view> none;
  names_.NameValues(open.layers, wiring == nullptr ? none : wiring->captured);
  if (wiring == nullptr) open.renamed = FindRenamed(open.layers);
  std::vector<IrLayer>& layers = open.layers.all();
  const auto nodes = std::count_if(layers.begin(), layers.end(), IsIrNode);
  builder_.Reserve(layers.size());
  absl::Status status = builder_.BeginGraph(CopyText(arena_, net.attribute("name").value()),
                                            static_cast<size_t>(nodes) + open.renamed.size());
  if (status.ok()) status = ReadInputs(open);
  if (status.ok()) status = ReadConstants(open);
  if (status.ok()) status = ReadNodes(open);
  if (status.ok()) status = DeclarePorts(open.layers);
  if (status.ok()) status = ReadOutputs(open);
  if (!status.ok()) return status;
  return builder_.EndGraph(id);
}

absl::Status IrGraphReader::ReadInputs(Open& open) {
  HashSet<int64_t> wired;
  if (open.wiring != nullptr) {
    for (const int64_t number : open.wiring->inputs) {
      wired.insert(number);
      if (number == IrWiring::kNoLayer) {
        builder_.AddInput("", nullptr);
        continue;
      }
      const IrLayer* const layer = open.layers.Find(number);
      if (layer == nullptr || !layer->is_parameter()) return NoSuchLayer(number);
      if (absl::Status status = AddParameter(*layer); !status.ok()) return status;
    }
  }
  for (const IrLayer& layer : open.layers.all()) {
    const bool is_given = open.wiring != nullptr &&
                          (wired.contains(layer.id) || open.wiring->captured.contains(layer.id));
    if (!layer.is_parameter() || is_given) continue;
    if (absl::Status status = AddParameter(layer); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status IrGraphReader::AddParameter(const IrLayer& layer) {
  const pugi::xml_node data = layer.xml.child("data");
  const shape::ElementType element = IrElementType(data.attribute("element_type").value());
  const auto type = IrTensorType(arena_, data.attribute("shape").value(), element);
  if (!type || layer.outputs.size() != 1) {
    return IrError(absl::StrCat("parameter ", Quoted(layer.name), " has no type"));
  }
  if (type->dims.size() > static_cast<size_t>(limits_.max_rank)) {
    return ReadError(reason::kRankTooLarge,
                     absl::StrCat("parameter ", Quoted(layer.name), " has rank ", type->dims.size(),
                                  ", the limit is ", limits_.max_rank));
  }
  auto* declared = New<DeclaredType>(arena_);
  *declared = *type;
  builder_.AddInput(layer.outputs.front().value, declared);
  return absl::OkStatus();
}

absl::Status IrGraphReader::ReadConstants(Open& open) {
  for (const IrLayer& layer : open.layers.all()) {
    if (!layer.is_constant()) continue;
    if (layer.outputs.size() != 1) {
      return IrError(absl::StrCat("constant ", Quoted(layer.name), " has no port"));
    }
    auto* tensor = New<Tensor>(arena_);
    absl::Status status = ReadIrConstant(layer, weights_, limits_, arena_, tensor);
    if (!status.ok()) return status;
    tensor->name = layer.outputs.front().value;
    builder_.AddInitializer(tensor, false);
  }
  const bool needs_true =
      open.wiring != nullptr && std::find(open.wiring->outputs.begin(), open.wiring->outputs.end(),
                                          IrWiring::kNoLayer) != open.wiring->outputs.end();
  if (!needs_true) return absl::OkStatus();
  auto* tensor = New<Tensor>(arena_);
  tensor->name = names_.Unused("goes_on");
  tensor->element = shape::ElementType::kBool;
  tensor->encoding = TensorEncoding::kRaw;
  tensor->payload = absl::string_view("\1", 1);
  builder_.AddInitializer(tensor, false);
  open.goes_on = tensor->name;
  return absl::OkStatus();
}

absl::Status IrGraphReader::ReadNodes(Open& open) {
  for (const IrLayer& layer : open.layers.all()) {
    if (!IsIrNode(layer)) continue;
    if (absl::Status status = ReadNode(layer); !status.ok()) return status;
  }
  for (const IrLayer* const layer : open.renamed) {
    builder_.AddOperand(InputOfResult(*layer));
    Node node;
    node.name = CopyText(arena_, layer->name);
    node.inputs = builder_.TakeIds();
    node.op = builder_.FindOperator(EnterOpset(*layer), CopyText(arena_, layer->type), "");
    const std::vector<std::string> names = IrNames(layer->xml.attribute("output_names").value());
    open.renamed_values.push_back(
        names_.Unused(names.empty() ? std::string(layer->name) : names.front()));
    builder_.AddResult(open.renamed_values.back());
    node.outputs = builder_.TakeIds();
    if (absl::Status status = builder_.AddNode(node); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::string_view IrGraphReader::EnterOpset(const IrLayer& layer) {
  const std::string text = layer.xml.attribute("version").value();
  Opset& opset = opsets_[text];
  if (opset.scope == nullptr) {
    int64_t version = 1;
    opset.domain = kOpenVinoDomain;
    if (!text.empty()) {
      const auto number = absl::StartsWith(text, kOpsetPrefix)
                              ? IrInteger(absl::string_view(text).substr(kOpsetPrefix.size()))
                              : std::nullopt;
      const bool is_opset = number && *number > 0 && *number <= kMaxIrOpset;
      if (is_opset) version = *number;
      if (!is_opset) opset.domain = CopyText(arena_, text);
    }
    const OpsetImport import = {opset.domain, version};
    opset.scope = std::make_unique<OpsetScope>(absl::MakeConstSpan(&import, 1));
    const auto [known, is_new] = imports_.try_emplace(opset.domain, model_.opsets.size());
    if (is_new) model_.opsets.push_back(import);
    OpsetImport& told = model_.opsets[known->second];
    told.version = std::max(told.version, version);
  }
  builder_.UseOpsets(opset.scope.get());
  return opset.domain;
}

absl::Status IrGraphReader::ReadNode(const IrLayer& layer) {
  IrLoopWiring loop;
  if (layer.has_loop_body()) {
    absl::Status status = WireLoop(layer, arena_, builder_.work(), &loop);
    if (!status.ok()) return status;
    for (const absl::string_view operand : loop.operands) builder_.AddOperand(operand);
  } else {
    // Branches read what lies behind the condition themselves.
    const size_t count = layer.has_branches() ? 1 : layer.inputs.size();
    for (size_t i = 0; i < std::min(count, layer.inputs.size()); ++i) {
      builder_.AddOperand(layer.inputs[i].value);
    }
  }
  Node node;
  node.name = CopyText(arena_, layer.name);
  node.inputs = builder_.TakeIds();
  const absl::string_view domain = EnterOpset(layer);
  node.op = builder_.FindOperator(domain, CopyText(arena_, layer.type), "");
  std::vector<Attribute> attributes = std::move(loop.attributes);
  ReadIrAttributes(arena_, layer.xml.child("data"), &attributes);
  absl::Status status = ReadBodies(layer, loop.body, &attributes);
  if (!status.ok()) return status;
  node.attributes = CopyToArena(arena_, attributes);
  for (const IrPort& port : layer.outputs) builder_.AddResult(port.value);
  node.outputs = builder_.TakeIds();
  return builder_.AddNode(node);
}

absl::Status IrGraphReader::ReadBodies(const IrLayer& layer, const IrWiring& loop_body,
                                       std::vector<Attribute>* attributes) {
  if (layer.has_loop_body()) return ReadBody(layer, "body", kIrBody, loop_body, attributes);
  if (!layer.has_branches()) return absl::OkStatus();
  constexpr std::pair<const char*, const char*> kBranches[] = {{"then_port_map", "then_body"},
                                                               {"else_port_map", "else_body"}};
  constexpr absl::string_view kNames[] = {"then_branch", "else_branch"};
  for (size_t i = 0; i < 2; ++i) {
    IrPortMap map;
    absl::Status status = ReadIrPortMap(layer.xml.child(kBranches[i].first), builder_.work(), &map);
    IrWiring wiring;
    if (status.ok()) status = WireBranch(layer, map, builder_.work(), &wiring);
    if (status.ok()) status = ReadBody(layer, kBranches[i].second, kNames[i], wiring, attributes);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status IrGraphReader::ReadBody(const IrLayer& layer, const char* body,
                                     absl::string_view attribute, const IrWiring& wiring,
                                     std::vector<Attribute>* attributes) {
  const pugi::xml_node xml = layer.xml.child(body);
  if (!xml) return IrError(absl::StrCat("layer ", Quoted(layer.name), " has no ", body));
  GraphId id = 0;
  absl::Status status = ReadGraph(xml, &wiring, &id);
  attributes->push_back(GraphAttribute(attribute, id));
  return status;
}

absl::Status IrGraphReader::DeclarePorts(IrLayers& layers) {
  for (const IrLayer& layer : layers.all()) {
    if (!IsIrNode(layer)) continue;
    for (const IrPort& port : layer.outputs) {
      const DeclaredType* type = nullptr;
      if (absl::Status status = ReadPortType(port, &type); !status.ok()) return status;
      if (type != nullptr) builder_.Declare(port.value, type);
    }
  }
  return absl::OkStatus();
}

// A port without dims is that of a scalar, or its rank is not known: that is not told.
absl::Status IrGraphReader::ReadPortType(const IrPort& port, const DeclaredType** type) {
  std::vector<DeclaredDim> dims;
  for (const pugi::xml_node& xml : port.xml.children("dim")) {
    const auto size = IrInteger(xml.child_value());
    if (!size || *size < -1) {
      return IrError(absl::StrCat("a port has the size ", Quoted(xml.child_value())));
    }
    DeclaredDim& dim = dims.emplace_back();
    dim.has_size = *size >= 0;
    if (dim.has_size) dim.size = *size;
    if (dims.size() > static_cast<size_t>(limits_.max_rank)) {
      return ReadError(reason::kRankTooLarge,
                       absl::StrCat("a port has more than ", limits_.max_rank, " dims"));
    }
  }
  auto* declared = New<DeclaredType>(arena_);
  declared->kind = shape::TypeKind::kTensor;
  declared->element = IrElementType(port.xml.attribute("precision").value());
  declared->has_shape = !dims.empty();
  declared->dims = CopyToArena(arena_, dims);
  *type = declared;
  if (builder_.work()->Count(1 + dims.size())) return absl::OkStatus();
  return builder_.work()->status();
}

absl::Status IrGraphReader::ReadOutputs(Open& open) {
  if (open.wiring != nullptr) {
    for (const int64_t number : open.wiring->outputs) {
      if (absl::Status status = AddResult(open, number); !status.ok()) return status;
    }
    return absl::OkStatus();
  }
  size_t renamed = 0;
  for (const IrLayer& layer : open.layers.all()) {
    if (!layer.is_result()) continue;
    const bool is_renamed = renamed < open.renamed.size() && open.renamed[renamed] == &layer;
    const absl::string_view value =
        is_renamed ? open.renamed_values[renamed++] : InputOfResult(layer);
    if (value.empty()) {
      return IrError(absl::StrCat("result ", Quoted(layer.name), " reads nothing"));
    }
    AddOutputOf(value);
  }
  return absl::OkStatus();
}

absl::Status IrGraphReader::AddResult(Open& open, int64_t number) {
  if (number == IrWiring::kNoLayer) {
    AddOutputOf(open.goes_on);
    return absl::OkStatus();
  }
  const IrLayer* const layer = open.layers.Find(number);
  const bool is_result = layer != nullptr && layer->is_result() && !InputOfResult(*layer).empty();
  if (!is_result) return NoSuchLayer(number);
  AddOutputOf(InputOfResult(*layer));
  return absl::OkStatus();
}

}  // namespace shapewright::graph
