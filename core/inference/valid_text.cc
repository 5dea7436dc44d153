#include "core/inference/valid_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/graph/utf8.h"

namespace shapewright::inference {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

bool HasValidNames(const graph::Graph& graph) {
  return IsValidUtf8(graph.name) &&
         std::all_of(graph.nodes.begin(), graph.nodes.end(),
                     [](const graph::Node& node) { return IsValidUtf8(node.name); });
}

bool IsValid(const graph::OperatorName& op) {
  return IsValidUtf8(op.domain) && IsValidUtf8(op.op_type) && IsValidUtf8(op.overload);
}

void MendString(const FieldDescriptor* field, Message* message) {
  const Reflection& reflection = *message->GetReflection();
  if (!field->is_repeated()) {
    reflection.SetString(message, field, ToValidUtf8(reflection.GetString(*message, field)));
    return;
  }
  for (int i = 0; i < reflection.FieldSize(*message, field); ++i) {
    reflection.SetRepeatedString(message, field, i,
                                 ToValidUtf8(reflection.GetRepeatedString(*message, field, i)));
  }
}

void MendMessage(const FieldDescriptor* field, Message* message) {
  const Reflection& reflection = *message->GetReflection();
  if (!field->is_repeated()) {
    MakeTextValid(reflection.MutableMessage(message, field));
    return;
  }
  for (int i = 0; i < reflection.FieldSize(*message, field); ++i) {
    MakeTextValid(reflection.MutableRepeatedMessage(message, field, i));
  }
}

}  // namespace

bool HasInvalidText(const graph::Model& model, const symbolic::ExprArena& arena) {
  const auto has_valid_name = [](const auto& named) { return IsValidUtf8(named.name); };
  return !std::all_of(model.values.begin(), model.values.end(), has_valid_name) ||
         !std::all_of(arena.symbols().begin(), arena.symbols().end(), has_valid_name) ||
         !std::all_of(model.graphs.begin(), model.graphs.end(), HasValidNames) ||
         !std::all_of(model.operators.begin(), model.operators.end(), IsValid);
}

// No message of an answer holds itself without end.
// NOLINTNEXTLINE(misc-no-recursion)
void MakeTextValid(Message* message) {
  std::vector<const FieldDescriptor*> fields;
  message->GetReflection()->ListFields(*message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->type() == FieldDescriptor::TYPE_STRING) MendString(field, message);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) MendMessage(field, message);
  }
}

}  // namespace shapewright::inference
