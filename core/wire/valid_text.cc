#include "core/wire/valid_text.h"

#include <string>
#include <vector>

#include "core/wire/utf8.h"

namespace shapewright::inference {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

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
