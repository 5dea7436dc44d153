#include "core/graph/onnx/onnx_graph_reader.h"

#include "core/graph/onnx/attribute_reader.h"
#include "core/graph/onnx/tensor_reader.h"
#include "core/graph/onnx/type_reader.h"

namespace shapewright::graph {
namespace {

// The name table of a graph with so many nodes exceeds the CPU's cache: without prefetching, a
// third of the reading is waiting for memory.
constexpr size_t kLongGraph = 1 << 15;
constexpr size_t kNodesAhead = 6;
constexpr absl::string_view kScopesKey = "pkg.torch.onnx.name_scopes";

}  // namespace

absl::Status OnnxGraphReader::ReadGraph(absl::string_view bytes, GraphId* id) {
  OnnxGraphParts parts;
  if (absl::Status status = Split(bytes, &parts); !status.ok()) return status;
  builder_.Reserve(parts.nodes.size() + parts.inputs.size() + parts.initializers.size());
  if (absl::Status status = builder_.BeginGraph(parts.name, parts.nodes.size()); !status.ok()) {
    return status;
  }
  if (absl::Status status = ReadInputs(parts); !status.ok()) return status;
  if (absl::Status status = ReadInitializers(parts); !status.ok()) {
    return status;
  }
  if (absl::Status status = ReadNodes(parts.nodes); !status.ok()) return status;
  if (absl::Status status = ReadValueInfos(parts.value_infos); !status.ok()) {
    return status;
  }
  if (absl::Status status = ReadOutputs(parts); !status.ok()) return status;
  return builder_.EndGraph(id);
}

absl::Status OnnxGraphReader::Split(absl::string_view bytes, OnnxGraphParts* parts) {
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        parts->nodes.push_back(cursor.bytes());
        break;
      case BytesTag(2):
        parts->name = cursor.bytes();
        break;
      case BytesTag(5):
        parts->initializers.push_back(cursor.bytes());
        break;
      case BytesTag(11):
        parts->inputs.push_back(cursor.bytes());
        break;
      case BytesTag(12):
        parts->outputs.push_back(cursor.bytes());
        break;
      case BytesTag(13):
        parts->value_infos.push_back(cursor.bytes());
        break;
      case BytesTag(15):
        parts->sparse_initializers.push_back(cursor.bytes());
        break;
    }
  }
  if (cursor.failed()) return Malformed(wire_, cursor, "GraphProto");
  return absl::OkStatus();
}

absl::Status OnnxGraphReader::ReadInputs(const OnnxGraphParts& parts) {
  for (const absl::string_view bytes : parts.inputs) {
    OnnxValueInfo input;
    absl::Status status = ReadOnnxValueInfo(wire_, bytes, &input);
    if (!status.ok()) return status;
    builder_.AddInput(input.name, input.type);
  }
  return absl::OkStatus();
}

absl::Status OnnxGraphReader::ReadInitializers(const OnnxGraphParts& parts) {
  const size_t count = parts.initializers.size() + parts.sparse_initializers.size();
  const absl::Span<Tensor> tensors = NewArray<Tensor>(wire_.arena, count);
  Tensor* tensor = tensors.data();
  for (const absl::string_view bytes : parts.initializers) {
    absl::Status status = ReadOnnxTensor(wire_, bytes, tensor);
    if (!status.ok()) return status;
    builder_.AddInitializer(tensor++, initializers_replace_inputs_);
  }
  for (const absl::string_view bytes : parts.sparse_initializers) {
    absl::Status status = ReadOnnxSparseTensor(wire_, bytes, tensor);
    if (!status.ok()) return status;
    builder_.AddInitializer(tensor++, initializers_replace_inputs_);
  }
  return absl::OkStatus();
}

absl::Status OnnxGraphReader::ReadNodes(absl::Span<const absl::string_view> nodes) {
  const bool looks_ahead = nodes.size() >= kLongGraph;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (looks_ahead && i + kNodesAhead < nodes.size()) PrefetchNames(nodes[i + kNodesAhead]);
    if (absl::Status status = ReadNode(nodes[i]); !status.ok()) return status;
  }
  return absl::OkStatus();
}

// Only the first fields are looked at: writers put operands and results there.
void OnnxGraphReader::PrefetchNames(absl::string_view node) {
  WireCursor cursor(node);
  while (cursor.Next()) {
    if (cursor.tag() != BytesTag(1) && cursor.tag() != BytesTag(2)) return;
    builder_.PrefetchName(cursor.bytes());
  }
}

// What is malformed is passed over: nothing of the model depends on it.
void OnnxGraphReader::ReadMetadata(absl::string_view entry, Node* node) {
  absl::string_view key;
  absl::string_view value;
  WireCursor cursor(entry);
  while (cursor.Next()) {
    if (cursor.tag() == BytesTag(1)) key = cursor.bytes();
    if (cursor.tag() == BytesTag(2)) value = cursor.bytes();
  }
  if (!cursor.failed() && key == kScopesKey) node->scopes = value;
}

absl::Status OnnxGraphReader::ReadNode(absl::string_view bytes) {
  const size_t first_result = results_.size();
  const size_t first_attribute = attributes_.size();
  Node node;
  absl::string_view op_type;
  absl::string_view domain;
  absl::string_view overload;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        builder_.AddOperand(cursor.bytes());
        break;
      case BytesTag(2):
        results_.push_back(cursor.bytes());
        break;
      case BytesTag(3):
        node.name = cursor.bytes();
        break;
      case BytesTag(4):
        op_type = cursor.bytes();
        break;
      case BytesTag(5):
        attributes_.push_back(cursor.bytes());
        break;
      case BytesTag(7):
        domain = cursor.bytes();
        break;
      case BytesTag(8):
        overload = cursor.bytes();
        break;
      case BytesTag(9):
        ReadMetadata(cursor.bytes(), &node);
        break;
    }
  }
  if (cursor.failed()) return Malformed(wire_, cursor, "NodeProto");
  node.inputs = builder_.TakeIds();
  node.op = builder_.FindOperator(domain, op_type, overload);
  absl::Status status = ReadAttributes(first_attribute, &node.attributes);
  if (!status.ok()) return status;
  for (size_t i = first_result; i < results_.size(); ++i) {
    builder_.AddResult(results_[i]);
  }
  results_.resize(first_result);
  node.outputs = builder_.TakeIds();
  return builder_.AddNode(node);
}

absl::Status OnnxGraphReader::ReadAttribute(absl::string_view bytes, Attribute* attribute) {
  const auto read_subgraph = [this](absl::string_view graph, GraphId* id) {
    return ReadGraph(graph, id);
  };
  return ReadOnnxAttribute(wire_, bytes, read_subgraph, attribute);
}

absl::Status OnnxGraphReader::ReadAttributes(size_t first,
                                             absl::Span<const Attribute>* attributes) {
  const absl::Span<Attribute> array = NewArray<Attribute>(wire_.arena, attributes_.size() - first);
  for (size_t i = 0; i < array.size(); ++i) {
    absl::Status status = ReadAttribute(attributes_[first + i], &array[i]);
    if (!status.ok()) return status;
  }
  attributes_.resize(first);
  *attributes = array;
  return absl::OkStatus();
}

absl::Status OnnxGraphReader::ReadValueInfos(absl::Span<const absl::string_view> messages) {
  for (const absl::string_view bytes : messages) {
    OnnxValueInfo info;
    absl::Status status = ReadOnnxValueInfo(wire_, bytes, &info);
    if (!status.ok()) return status;
    if (info.type != nullptr) builder_.Declare(info.name, info.type);
  }
  return absl::OkStatus();
}

absl::Status OnnxGraphReader::ReadOutputs(const OnnxGraphParts& parts) {
  for (const absl::string_view bytes : parts.outputs) {
    OnnxValueInfo output;
    absl::Status status = ReadOnnxValueInfo(wire_, bytes, &output);
    if (!status.ok()) return status;
    builder_.AddOutput(output.name, output.type);
  }
  return absl::OkStatus();
}

}  // namespace shapewright::graph
