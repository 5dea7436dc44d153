#include "core/graph/onnx/onnx_reader.h"

#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/graph_builder.h"
#include "core/graph/onnx/onnx_graph_reader.h"
#include "core/graph/onnx/onnx_wire.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr uint32_t kGraphTag = BytesTag(7);
// Models of earlier IR versions import no opset and mean version 1.
constexpr int64_t kFirstIrOfOpsets = 3;

// The parts of a FunctionProto.
struct FunctionParts {
  std::vector<absl::string_view> inputs;  // names
  std::vector<absl::string_view> outputs;
  std::vector<absl::string_view> attributes;
  std::vector<absl::string_view> defaults;
  std::vector<absl::string_view> nodes;
  std::vector<absl::string_view> value_infos;
  std::vector<OpsetImport> opsets;
};

class OnnxReader {
 public:
  OnnxReader(absl::string_view bytes, const ReaderOptions& options, Model* model)
      : model_(*model), wire_(bytes, options.limits, &model->memory), builder_(options, model) {}

  absl::Status Read();
  // The bytes are those of a function alone.
  absl::Status ReadFunction(absl::Span<const OpsetImport> imports);

 private:
  absl::Status Scan();
  absl::Status ReadOpset(absl::string_view bytes, std::vector<OpsetImport>* opsets);
  absl::Status ReadMainGraph();
  absl::Status ReadFunctions();
  absl::Status SplitFunction(absl::string_view bytes, Function* function, FunctionParts* parts);
  absl::Status ReadBody(const FunctionParts& parts, const OpsetScope& domains, Function* function);
  absl::Status ReadDefaults(OnnxGraphReader& reader, const FunctionParts& parts,
                            Function* function) const;
  // What the model imports of its functions' domains: functions need no import of their own to call
  // each other.
  std::vector<OpsetImport> FunctionDomains() const;

  Model& model_;
  OnnxWire wire_;
  GraphBuilder builder_;
  Pieces graph_;
  std::vector<absl::string_view> functions_;
};

absl::Status OnnxReader::Read() {
  if (absl::Status status = Scan(); !status.ok()) return status;
  if (!graph_.is_set()) {
    return ReadError(reason::kMalformedModel,
                     wire_.bytes.empty() ? "the model is empty" : "the model has no graph");
  }
  if (absl::Status status = ReadMainGraph(); !status.ok()) return status;
  return ReadFunctions();
}

absl::Status OnnxReader::ReadFunction(absl::Span<const OpsetImport> imports) {
  FunctionParts parts;
  Function& function = model_.functions.emplace_back();
  absl::Status status = SplitFunction(wire_.bytes, &function, &parts);
  if (!status.ok()) return status;
  const OpsetScope domains(imports);
  return ReadBody(parts, domains, &function);
}

absl::Status OnnxReader::Scan() {
  WireCursor cursor(wire_.bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case VarintTag(1):
        model_.ir_version = cursor.signed_number();
        break;
      case kGraphTag:
        graph_.Add(cursor.bytes());
        break;
      case BytesTag(8): {
        absl::Status status = ReadOpset(cursor.bytes(), &model_.opsets);
        if (!status.ok()) return status;
        break;
      }
      case BytesTag(25):
        functions_.push_back(cursor.bytes());
        break;
    }
  }
  if (cursor.failed()) return Malformed(wire_, cursor, "ModelProto");
  if (model_.opsets.empty() && model_.ir_version < kFirstIrOfOpsets) {
    model_.opsets.push_back({"", 1});
  }
  return absl::OkStatus();
}

absl::Status OnnxReader::ReadOpset(absl::string_view bytes, std::vector<OpsetImport>* opsets) {
  OpsetImport& import = opsets->emplace_back();
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        import.domain = NormalDomain(cursor.bytes());
        break;
      case VarintTag(2):
        import.version = cursor.signed_number();
        break;
    }
  }
  if (!cursor.failed()) return absl::OkStatus();
  return Malformed(wire_, cursor, "OperatorSetIdProto");
}

absl::Status OnnxReader::ReadMainGraph() {
  const OpsetScope opsets(model_.opsets);
  builder_.UseOpsets(&opsets);
  OnnxGraphReader reader(wire_, builder_, model_.ir_version);
  GraphId id = 0;
  return reader.ReadGraph(graph_.Join(wire_, wire_.bytes, kGraphTag), &id);
}

absl::Status OnnxReader::ReadFunctions() {
  std::vector<FunctionParts> parts(functions_.size());
  // All names first: a function may call one that comes later.
  model_.functions.resize(functions_.size());
  for (size_t i = 0; i < functions_.size(); ++i) {
    absl::Status status = SplitFunction(functions_[i], &model_.functions[i], &parts[i]);
    if (!status.ok()) return status;
  }
  const OpsetScope domains(FunctionDomains());
  for (size_t i = 0; i < functions_.size(); ++i) {
    absl::Status status = ReadBody(parts[i], domains, &model_.functions[i]);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status OnnxReader::SplitFunction(absl::string_view bytes, Function* function,
                                       FunctionParts* parts) {
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        function->name = cursor.bytes();
        break;
      case BytesTag(4):
        parts->inputs.push_back(cursor.bytes());
        break;
      case BytesTag(5):
        parts->outputs.push_back(cursor.bytes());
        break;
      case BytesTag(6):
        parts->attributes.push_back(cursor.bytes());
        break;
      case BytesTag(7):
        parts->nodes.push_back(cursor.bytes());
        break;
      case BytesTag(9): {
        absl::Status status = ReadOpset(cursor.bytes(), &parts->opsets);
        if (!status.ok()) return status;
        break;
      }
      case BytesTag(10):
        function->domain = NormalDomain(cursor.bytes());
        break;
      case BytesTag(11):
        parts->defaults.push_back(cursor.bytes());
        break;
      case BytesTag(12):
        parts->value_infos.push_back(cursor.bytes());
        break;
      case BytesTag(13):
        function->overload = cursor.bytes();
        break;
    }
  }
  if (!cursor.failed()) return absl::OkStatus();
  return Malformed(wire_, cursor, "FunctionProto");
}

std::vector<OpsetImport> OnnxReader::FunctionDomains() const {
  const OpsetScope opsets(model_.opsets);
  std::vector<OpsetImport> domains;
  for (const Function& function : model_.functions) {
    const int64_t version = opsets.VersionOf(function.domain);
    if (version > 0) domains.push_back({function.domain, version});
  }
  return domains;
}

absl::Status OnnxReader::ReadBody(const FunctionParts& parts, const OpsetScope& domains,
                                  Function* function) {
  const OpsetScope opsets(parts.opsets, &domains);
  builder_.UseOpsets(&opsets);
  OnnxGraphReader reader(wire_, builder_, model_.ir_version);
  if (absl::Status status = builder_.BeginGraph(function->name, parts.nodes.size()); !status.ok()) {
    return status;
  }
  for (const absl::string_view name : parts.inputs) {
    builder_.AddInput(name, nullptr);
  }
  function->attributes = CopyToArena(wire_.arena, parts.attributes);
  if (absl::Status status = ReadDefaults(reader, parts, function); !status.ok()) {
    return status;
  }
  for (const absl::string_view node : parts.nodes) {
    if (absl::Status status = reader.ReadNode(node); !status.ok()) {
      return status;
    }
  }
  if (absl::Status status = reader.ReadValueInfos(parts.value_infos); !status.ok()) {
    return status;
  }
  for (const absl::string_view name : parts.outputs) {
    builder_.AddOutput(name, nullptr);
  }
  return builder_.EndGraph(&function->body);
}

absl::Status OnnxReader::ReadDefaults(OnnxGraphReader& reader, const FunctionParts& parts,
                                      Function* function) const {
  const absl::Span<Attribute> defaults = NewArray<Attribute>(wire_.arena, parts.defaults.size());
  function->defaults = defaults;
  for (size_t i = 0; i < defaults.size(); ++i) {
    absl::Status status = reader.ReadAttribute(parts.defaults[i], &defaults[i]);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// The model that `read` reads of these bytes.
template <typename Read>
absl::StatusOr<std::unique_ptr<Model>> ReadWith(absl::string_view bytes,
                                                const ReaderOptions& options, const Read& read) {
  if (bytes.size() > std::numeric_limits<int32_t>::max()) {
    return ReadError(reason::kMalformedModel,
                     "the model is larger than 2 GiB, which protobuf forbids");
  }
  auto model = std::make_unique<Model>();
  model->byte_size = bytes.size();
  OnnxReader reader(bytes, options, model.get());
  absl::Status status = read(reader);
  if (!status.ok()) return status;
  return model;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadOnnxModel(absl::string_view bytes,
                                                     const ReaderOptions& options) {
  return ReadWith(bytes, options, [](OnnxReader& reader) { return reader.Read(); });
}

absl::StatusOr<std::unique_ptr<Model>> ReadOnnxFunction(absl::string_view bytes,
                                                        absl::Span<const OpsetImport> imports,
                                                        const ReaderOptions& options) {
  return ReadWith(bytes, options,
                  [imports](OnnxReader& reader) { return reader.ReadFunction(imports); });
}

}  // namespace shapewright::graph
