#include "server/methods/unknown_field.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/unknown_field_set.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

absl::Status UnknownFieldError(const Message& message, int number) {
  absl::Status error = CallError(
      absl::StatusCode::kInvalidArgument, reason::kUnknownField,
      absl::StrCat("this server knows no field ", number, " of ", message.GetDescriptor()->name(),
                   ": leave it out, or ask a server that has it"));
  SetField(error, absl::StrCat(number));
  SetFact(error, "number", absl::StrCat(number));
  return error;
}

absl::Status UnknownValueError(const FieldDescriptor& field, absl::string_view path, int value) {
  absl::Status error = CallError(
      absl::StatusCode::kInvalidArgument, reason::kUnknownEnumValue,
      absl::StrCat("this server knows no value ", value, " of ", field.enum_type()->name(),
                   ": leave it out, or ask a server that has it"));
  SetField(error, path);
  SetFact(error, "value", absl::StrCat(value));
  return error;
}

absl::Status CheckEnum(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  const int count = field.is_repeated() ? reflection.FieldSize(message, &field) : 1;
  for (int i = 0; i < count; ++i) {
    const int value = field.is_repeated() ? reflection.GetRepeatedEnumValue(message, &field, i)
                                          : reflection.GetEnumValue(message, &field);
    if (field.enum_type()->FindValueByNumber(value) == nullptr) {
      return UnknownValueError(
          field, field.is_repeated() ? graph::Item(field.name(), i) : field.name(), value);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckWithin(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  if (!field.is_repeated()) {
    absl::Status status = CheckAllIsKnown(reflection.GetMessage(message, &field));
    return status.ok() ? status : graph::Within(field.name(), status);
  }
  const int count = reflection.FieldSize(message, &field);
  for (int i = 0; i < count; ++i) {
    absl::Status status = CheckAllIsKnown(reflection.GetRepeatedMessage(message, &field, i));
    if (!status.ok()) return graph::Within(graph::Item(field.name(), i), status);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckAllIsKnown(const Message& request) {
  const Reflection& reflection = *request.GetReflection();
  const auto& unknown = reflection.GetUnknownFields(request);
  if (!unknown.empty()) return UnknownFieldError(request, unknown.field(0).number());
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(request, &fields);
  for (const FieldDescriptor* field : fields) {
    absl::Status status;
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      status = CheckWithin(request, *field);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      status = CheckEnum(request, *field);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::server
