#include "tests/core/graph/support/lax_parser.h"

#include <google/protobuf/descriptor.pb.h>

#include <map>
#include <memory>
#include <set>

#include "proto/onnx/onnx.pb.h"

namespace shapewright::graph {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::Reflection;

// Fields that are bytes here, by message.
const std::map<std::string, std::set<std::string>>& UnreadFields() {
  static const auto* fields = new std::map<std::string, std::set<std::string>>{
      {"ModelProto", {"metadata_props", "training_info", "configuration"}},
      {"GraphProto", {"quantization_annotation", "metadata_props"}},
      {"NodeProto", {"metadata_props", "device_configurations"}},
      {"FunctionProto", {"metadata_props"}},
      {"ValueInfoProto", {"metadata_props"}},
      {"SparseTensorProto", {"indices"}},
      {"AttributeProto",
       {"t", "g", "tp", "sparse_tensor", "tensors", "graphs", "type_protos", "sparse_tensors"}},
      {"TensorProto",
       {"segment", "external_data", "metadata_props", "float_data", "int32_data", "int64_data",
        "double_data", "uint64_data"}}};
  return *fields;
}

// The values of attributes that are messages, by the number of their type.
struct ValueField {
  const char* name;
  const char* message;
};
const std::map<int, ValueField>& ValueFields() {
  static const auto* fields =
      new std::map<int, ValueField>{{4, {"t", "TensorProto"}},
                                    {5, {"g", "GraphProto"}},
                                    {9, {"tensors", "TensorProto"}},
                                    {10, {"graphs", "GraphProto"}},
                                    {11, {"sparse_tensor", "SparseTensorProto"}},
                                    {12, {"sparse_tensors", "SparseTensorProto"}},
                                    {13, {"tp", "TypeProto"}},
                                    {14, {"type_protos", "TypeProto"}}};
  return *fields;
}

void MakeBytes(FieldDescriptorProto* field) {
  field->set_type(FieldDescriptorProto::TYPE_BYTES);
  field->set_label(FieldDescriptorProto::LABEL_REPEATED);
  field->clear_type_name();
  field->clear_options();
}

}  // namespace

LaxParser::LaxParser() { AddFile(*onnx::ModelProto::descriptor()->file()); }

void LaxParser::AddFile(const google::protobuf::FileDescriptor& original) {
  for (int i = 0; i < original.dependency_count(); ++i) AddFile(*original.dependency(i));
  google::protobuf::FileDescriptorProto file;
  original.CopyTo(&file);
  for (auto& message : *file.mutable_message_type()) {
    const auto unread = UnreadFields().find(message.name());
    if (unread == UnreadFields().end()) continue;
    for (auto& field : *message.mutable_field()) {
      if (unread->second.contains(field.name())) MakeBytes(&field);
    }
  }
  pool_.BuildFile(file);
}

bool LaxParser::Accepts(const std::string& type, const std::string& bytes) const {
  const auto* descriptor = pool_.FindMessageTypeByName("shapewright.onnx." + type);
  const std::unique_ptr<Message> message(factory_.GetPrototype(descriptor)->New());
  return message->ParseFromString(bytes) && AcceptsWithin(*message);
}

bool LaxParser::AcceptsWithin(const Message& message) const {
  if (message.GetDescriptor()->name() == "AttributeProto") {
    return AcceptsValue(message);
  }
  const Reflection* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      if (!AcceptsWithin(reflection->GetMessage(message, field))) return false;
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      if (!AcceptsWithin(reflection->GetRepeatedMessage(message, field, i))) {
        return false;
      }
    }
  }
  return true;
}

bool LaxParser::AcceptsValue(const Message& attribute) const {
  const Reflection* reflection = attribute.GetReflection();
  const auto* descriptor = attribute.GetDescriptor();
  const int kind = reflection->GetEnumValue(attribute, descriptor->FindFieldByName("type"));
  const auto value = ValueFields().find(kind);
  // Without a type any value can be it: that is left to the other tests.
  if (value == ValueFields().end()) return true;
  const auto* field = descriptor->FindFieldByName(value->second.name);
  // Pieces of one message are merged, but each has to be well-formed.
  for (int i = 0; i < reflection->FieldSize(attribute, field); ++i) {
    if (!Accepts(value->second.message, reflection->GetRepeatedString(attribute, field, i))) {
      return false;
    }
  }
  return true;
}

}  // namespace shapewright::graph
