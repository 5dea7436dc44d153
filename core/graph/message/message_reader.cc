#include "core/graph/message/message_reader.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/graph_builder.h"
#include "core/graph/message/message_attribute_reader.h"
#include "core/graph/message/message_tensor_reader.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/message_type_reader.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

template <typename T>
using Repeated = google::protobuf::RepeatedPtrField<T>;

class MessageReader {
 public:
  MessageReader(const v1::Model& message, const ReaderOptions& options, Model* model)
      : message_(message),
        limits_(options.limits),
        arena_(&model->memory),
        model_(*model),
        builder_(options, model) {}

  absl::Status Read();

 private:
  absl::Status ReadGraph(const v1::Graph& message, GraphId* id);
  absl::Status ReadInputs(const Repeated<v1::Value>& messages);
  // What goes before the nodes, and what after them.
  absl::Status ReadConstants(const Repeated<v1::Value>& messages);
  absl::Status ReadDeclaredTypes(const Repeated<v1::Value>& messages);
  absl::Status ReadNodes(const Repeated<v1::Node>& messages);
  absl::Status ReadNode(const v1::Node& message);
  absl::Status ReadAttributes(absl::string_view field, const Repeated<v1::Attribute>& messages,
                              absl::Span<const Attribute>* attributes);
  absl::Status ReadOutputs(const Repeated<std::string>& names);
  absl::Status ReadType(const v1::Value& message, const DeclaredType** type);
  absl::Status ReadConstant(const v1::Value& message, const Tensor** constant);
  absl::Status ReadOpsets(const Repeated<v1::OpsetImport>& messages,
                          std::vector<OpsetImport>* opsets);
  // With the model's own opsets.
  absl::Status ReadFunctions(const OpsetScope& opsets);
  absl::Status ReadFunction(const v1::Function& message, const OpsetScope& opsets,
                            Function* function);
  absl::Status ReadBody(const v1::Function& message, Function* function);

  const v1::Model& message_;
  const ReaderLimits& limits_;
  Arena* const arena_;
  Model& model_;
  GraphBuilder builder_;
};

absl::Status MessageReader::Read() {
  if (!message_.has_graph()) return FieldError("graph", "it is missing");
  absl::Status status = ReadOpsets(message_.opsets(), &model_.opsets);
  if (!status.ok()) return status;
  // A domain without an import means the newest version that is known.
  builder_.RequireImports(false);
  const OpsetScope opsets(model_.opsets, nullptr, kNewestOpset);
  builder_.UseOpsets(&opsets);
  const v1::Graph& graph = message_.graph();
  builder_.Reserve(static_cast<size_t>(graph.nodes_size()) +
                   static_cast<size_t>(graph.inputs_size()) +
                   static_cast<size_t>(graph.values_size()));
  GraphId id = 0;
  status = ReadGraph(message_.graph(), &id);
  if (!status.ok()) return Within("graph", status);
  return ReadFunctions(opsets);
}

absl::Status MessageReader::ReadOpsets(const Repeated<v1::OpsetImport>& messages,
                                       std::vector<OpsetImport>* opsets) {
  HashSet<absl::string_view> domains;
  for (int i = 0; i < messages.size(); ++i) {
    const absl::string_view domain = NormalDomain(messages[i].domain());
    if (!domains.insert(domain).second) {
      return Within(Item("opsets", i), FieldError("domain", "it is imported twice"));
    }
    if (messages[i].version() < 1) {
      return Within(Item("opsets", i), FieldError("version", "versions begin at 1"));
    }
    opsets->push_back({domain, messages[i].version()});
  }
  return absl::OkStatus();
}

// The field of a graph that is in the wrong order, or of whatever else.
absl::Status InNodes(absl::Status status) {
  const auto node = status.GetPayload(kNodePayload);
  if (!node) return status;
  return Within(absl::StrCat("nodes[", std::string(*node), "]"), status);
}

absl::Status MessageReader::ReadGraph(const v1::Graph& message, GraphId* id) {
  absl::Status status =
      builder_.BeginGraph(message.name(), static_cast<size_t>(message.nodes_size()));
  if (status.ok()) status = ReadInputs(message.inputs());
  if (status.ok()) status = ReadConstants(message.values());
  if (status.ok()) status = ReadNodes(message.nodes());
  if (status.ok()) status = ReadDeclaredTypes(message.values());
  if (status.ok()) status = ReadOutputs(message.outputs());
  return status.ok() ? InNodes(builder_.EndGraph(id)) : status;
}

absl::Status MessageReader::ReadInputs(const Repeated<v1::Value>& messages) {
  for (int i = 0; i < messages.size(); ++i) {
    const DeclaredType* type = nullptr;
    const Tensor* constant = nullptr;
    absl::Status status = ReadType(messages[i], &type);
    if (status.ok()) status = ReadConstant(messages[i], &constant);
    if (!status.ok()) return Within(Item("inputs", i), status);
    builder_.AddInput(messages[i].name(), type, constant);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadConstants(const Repeated<v1::Value>& messages) {
  for (int i = 0; i < messages.size(); ++i) {
    const Tensor* constant = nullptr;
    absl::Status status = ReadConstant(messages[i], &constant);
    if (!status.ok()) return Within(Item("values", i), status);
    if (constant != nullptr) builder_.AddInitializer(constant, false);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadDeclaredTypes(const Repeated<v1::Value>& messages) {
  for (int i = 0; i < messages.size(); ++i) {
    const DeclaredType* type = nullptr;
    absl::Status status = ReadType(messages[i], &type);
    if (!status.ok()) return Within(Item("values", i), status);
    if (type != nullptr) builder_.Declare(messages[i].name(), type);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadType(const v1::Value& message, const DeclaredType** type) {
  if (message.name().empty()) return FieldError("name", "a value has a name");
  if (!message.has_type()) return absl::OkStatus();
  auto* declared = New<DeclaredType>(arena_);
  absl::Status status = ReadTypeMessage(message.type(), limits_, builder_.work(), arena_, declared);
  if (declared->kind != shape::TypeKind::kUnknown) *type = declared;
  return Within("type", status);
}

absl::Status MessageReader::ReadConstant(const v1::Value& message, const Tensor** constant) {
  if (!message.has_constant()) return absl::OkStatus();
  auto* tensor = New<Tensor>(arena_);
  tensor->name = message.name();
  *constant = tensor;
  return Within("constant", ReadTensorMessage(message.constant(), limits_, arena_, tensor));
}

absl::Status MessageReader::ReadNodes(const Repeated<v1::Node>& messages) {
  for (int i = 0; i < messages.size(); ++i) {
    absl::Status status = ReadNode(messages[i]);
    if (!status.ok()) return Within(Item("nodes", i), status);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadNode(const v1::Node& message) {
  if (message.op_type().empty()) {
    return FieldError("op_type", "a node has an operator");
  }
  Node node;
  node.name = message.name();
  node.op = builder_.FindOperator(message.domain(), message.op_type(), message.overload());
  for (const std::string& input : message.inputs()) builder_.AddOperand(input);
  node.inputs = builder_.TakeIds();
  absl::Status status = ReadAttributes("attributes", message.attributes(), &node.attributes);
  if (!status.ok()) return status;
  for (const std::string& output : message.outputs()) {
    builder_.AddResult(output);
  }
  node.outputs = builder_.TakeIds();
  return builder_.AddNode(node);
}

absl::Status MessageReader::ReadAttributes(absl::string_view field,
                                           const Repeated<v1::Attribute>& messages,
                                           absl::Span<const Attribute>* attributes) {
  const absl::Span<Attribute> array =
      NewArray<Attribute>(arena_, static_cast<size_t>(messages.size()));
  *attributes = array;
  const auto read_graph = [this](const v1::Graph& message, GraphId* id) {
    return ReadGraph(message, id);
  };
  HashSet<absl::string_view> names;
  for (int i = 0; i < messages.size(); ++i) {
    if (messages.size() > 1 && !names.insert(messages[i].name()).second) {
      return Within(Item(field, i), FieldError("name", absl::StrCat(Quoted(messages[i].name()),
                                                                    " is there twice")));
    }
    absl::Status status = ReadAttributeMessage(messages[i], limits_, builder_.work(), read_graph,
                                               arena_, &array[static_cast<size_t>(i)]);
    if (!status.ok()) return Within(Item(field, i), status);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadOutputs(const Repeated<std::string>& names) {
  for (int i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      return FieldError(Item("outputs", i), "an output has a name");
    }
    builder_.AddOutput(names[i], nullptr);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadFunctions(const OpsetScope& opsets) {
  model_.functions.resize(static_cast<size_t>(message_.functions_size()));
  for (int i = 0; i < message_.functions_size(); ++i) {
    absl::Status status =
        ReadFunction(message_.functions(i), opsets, &model_.functions[static_cast<size_t>(i)]);
    if (!status.ok()) return Within(Item("functions", i), status);
  }
  return absl::OkStatus();
}

absl::Status MessageReader::ReadFunction(const v1::Function& message, const OpsetScope& opsets,
                                         Function* function) {
  if (message.name().empty()) {
    return FieldError("name", "a function has a name");
  }
  function->domain = NormalDomain(message.domain());
  function->name = message.name();
  function->overload = message.overload();
  function->attributes = ViewTexts(message.attributes(), arena_);
  std::vector<OpsetImport> imports;
  absl::Status status = ReadOpsets(message.opsets(), &imports);
  if (!status.ok()) return status;
  const OpsetScope own(imports, nullptr, kNewestOpset);
  builder_.UseOpsets(imports.empty() ? &opsets : &own);
  status = builder_.BeginGraph(message.name(), static_cast<size_t>(message.nodes_size()));
  return status.ok() ? ReadBody(message, function) : status;
}

absl::Status MessageReader::ReadBody(const v1::Function& message, Function* function) {
  for (const std::string& name : message.inputs()) {
    builder_.AddInput(name, nullptr);
  }
  absl::Status status = ReadAttributes("defaults", message.defaults(), &function->defaults);
  if (status.ok()) status = ReadConstants(message.values());
  if (status.ok()) status = ReadNodes(message.nodes());
  if (status.ok()) status = ReadDeclaredTypes(message.values());
  if (status.ok()) status = ReadOutputs(message.outputs());
  return status.ok() ? InNodes(builder_.EndGraph(&function->body)) : status;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadModelMessage(const v1::Model& message,
                                                        const ReaderOptions& options) {
  auto model = std::make_unique<Model>();
  model->byte_size = message.ByteSizeLong();
  absl::Status status = MessageReader(message, options, model.get()).Read();
  if (!status.ok()) return WithFieldInMessage(status);
  return model;
}

}  // namespace shapewright::graph
