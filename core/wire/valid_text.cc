#include "core/wire/valid_text.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"

namespace shapewright {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Strings in other fields are names, expressions and codes, which programs compare.
bool IsForPeople(const FieldDescriptor& field) {
  constexpr absl::string_view kNames[] = {"message", "reason", "sharing_reason", "suggestion"};
  return std::find(std::begin(kNames), std::end(kNames), field.name()) != std::end(kNames);
}

void MendString(const FieldDescriptor* field, Message* message) {
  const Reflection& reflection = *message->GetReflection();
  const auto mend = IsForPeople(*field) ? Printable : ToValidUtf8;
  std::string room;
  if (!field->is_repeated()) {
    const std::string& text = reflection.GetStringReference(*message, field, &room);
    if (!IsPlain(text)) reflection.SetString(message, field, mend(text));
    return;
  }
  for (int i = 0; i < reflection.FieldSize(*message, field); ++i) {
    const std::string& text = reflection.GetRepeatedStringReference(*message, field, i, &room);
    if (!IsPlain(text)) reflection.SetRepeatedString(message, field, i, mend(text));
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

// The nesting of an answer's messages is bounded.
// NOLINTNEXTLINE(misc-no-recursion)
void MakeTextValid(Message* message) {
  std::vector<const FieldDescriptor*> fields;
  message->GetReflection()->ListFields(*message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->type() == FieldDescriptor::TYPE_STRING) MendString(field, message);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) MendMessage(field, message);
  }
}

}  // namespace shapewright
