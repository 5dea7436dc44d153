#include "core/graph/message/unknown_field.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/unknown_field_set.h>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

absl::Status UnknownFieldError(const Message& message, int number) {
  absl::Status error =
      ReadError(reason::kUnknownField, absl::StrCat("this server knows no field ", number, " of ",
                                                    message.GetDescriptor()->name(),
                                                    ": leave it out, or ask a server that has it"));
  SetErrorFact(error, "number", absl::StrCat(number));
  return Within(absl::StrCat(number), error);
}

absl::Status UnknownValueError(const FieldDescriptor& field, int value) {
  absl::Status error = ReadError(
      reason::kUnknownEnumValue,
      absl::StrCat("this server knows no value ", value, " of ", field.enum_type()->name(),
                   ": leave it out, or ask a server that has it"));
  SetErrorFact(error, "value", absl::StrCat(value));
  return error;
}

// One value of a field: a message, or an enum's.
absl::Status CheckValue(const Message& message, const FieldDescriptor& field, int index) {
  const Reflection& reflection = *message.GetReflection();
  const bool is_repeated = field.is_repeated();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return CheckAllIsKnown(is_repeated ? reflection.GetRepeatedMessage(message, &field, index)
                                       : reflection.GetMessage(message, &field));
  }
  const int value = is_repeated ? reflection.GetRepeatedEnumValue(message, &field, index)
                                : reflection.GetEnumValue(message, &field);
  return field.enum_type()->FindValueByNumber(value) == nullptr ? UnknownValueError(field, value)
                                                                : absl::OkStatus();
}

absl::Status CheckField(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  const int count = field.is_repeated() ? reflection.FieldSize(message, &field)
                                        : static_cast<int>(reflection.HasField(message, &field));
  for (int i = 0; i < count; ++i) {
    const absl::Status status = CheckValue(message, field, i);
    if (status.ok()) continue;
    return Within(field.is_repeated() ? Item(field.name(), i) : field.name(), status);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckAllIsKnown(const Message& request) {
  const auto& unknown = request.GetReflection()->GetUnknownFields(request);
  if (!unknown.empty()) return UnknownFieldError(request, unknown.field(0).number());
  const Descriptor& descriptor = *request.GetDescriptor();
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor& field = *descriptor.field(i);
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE &&
        field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM) {
      continue;
    }
    absl::Status status = CheckField(request, field);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::graph
