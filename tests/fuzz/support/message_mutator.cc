#include "tests/fuzz/support/message_mutator.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

namespace shapewright::fuzz {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int kMaxChanges = 4;
constexpr int kMaxAdded = 3;
constexpr int64_t kNumbers[] = {0,
                                1,
                                -1,
                                2,
                                3,
                                4,
                                5,
                                7,
                                8,
                                16,
                                64,
                                -2,
                                1024,
                                std::numeric_limits<int32_t>::max(),
                                std::numeric_limits<int32_t>::min(),
                                int64_t{1} << 40,
                                std::numeric_limits<int64_t>::max(),
                                std::numeric_limits<int64_t>::min()};
constexpr double kFloats[] = {0.0, 1.0, -1.0, 0.5, 2.0, 1e30, -0.0};

void Collect(Message& message, std::vector<Message*>& parts) {
  parts.push_back(&message);
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      Collect(*reflection.MutableMessage(&message, field), parts);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      Collect(*reflection.MutableRepeatedMessage(&message, field, i), parts);
    }
  }
}

std::vector<Message*> PartsOf(Message& message) {
  std::vector<Message*> parts;
  Collect(message, parts);
  return parts;
}

// Sets a field, or adds to it where it is repeated.
template <typename T>
void Put(Message& message, const FieldDescriptor& field, T value,
         void (Reflection::*set)(Message*, const FieldDescriptor*, T) const,
         void (Reflection::*add)(Message*, const FieldDescriptor*, T) const) {
  const Reflection& reflection = *message.GetReflection();
  (reflection.*(field.is_repeated() ? add : set))(&message, &field, std::move(value));
}

}  // namespace

void MessageMutator::Mutate(Message& root) {
  for (size_t i = 1 + Below(kMaxChanges); i > 0; --i) MutateOnce(root);
}

void MessageMutator::CrossOver(Message& root, const Message& other) {
  const std::unique_ptr<Message> copy(other.New());
  copy->CopyFrom(other);
  const Parts targets = PartsOf(root);
  const Parts sources = PartsOf(*copy);
  Message& target = *targets[Below(targets.size())];
  Parts fitting;
  for (Message* source : sources) {
    if (source->GetDescriptor() == target.GetDescriptor()) fitting.push_back(source);
  }
  if (fitting.empty()) return;
  const Message& source = *fitting[Below(fitting.size())];
  if (Below(2) == 0) {
    target.CopyFrom(source);
  } else {
    target.MergeFrom(source);
  }
}

void MessageMutator::MutateOnce(Message& root) {
  const Parts parts = PartsOf(root);
  Message& message = *parts[Below(parts.size())];
  std::vector<const FieldDescriptor*> fields;
  // Half the time what is there already: many fields are hardly ever used.
  if (Below(2) == 0) message.GetReflection()->ListFields(message, &fields);
  const auto present = fields.size();
  const auto all = static_cast<size_t>(message.GetDescriptor()->field_count());
  if (present == 0 && all == 0) return;
  const FieldDescriptor& field =
      present > 0 ? *fields[Below(present)]
                  : *message.GetDescriptor()->field(static_cast<int>(Below(all)));
  ChangeField(message, field, parts);
}

void MessageMutator::ChangeField(Message& message, const Field& field, const Parts& parts) {
  const Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    ChangeRepeated(message, field, parts);
  } else if (reflection.HasField(message, &field) && Below(4) == 0) {
    reflection.ClearField(&message, &field);
  } else {
    SetValue(message, field, parts);
  }
}

void MessageMutator::ChangeRepeated(Message& message, const Field& field, const Parts& parts) {
  const Reflection& reflection = *message.GetReflection();
  const int size = reflection.FieldSize(message, &field);
  const auto any = [&] { return static_cast<int>(Below(static_cast<size_t>(size))); };
  switch (size == 0 ? 0 : Below(4)) {
    case 0:
      for (size_t i = 1 + Below(kMaxAdded); i > 0; --i) SetValue(message, field, parts);
      break;
    case 1:
      reflection.SwapElements(&message, &field, any(), size - 1);
      reflection.RemoveLast(&message, &field);
      break;
    case 2:
      reflection.SwapElements(&message, &field, any(), any());
      break;
    default:  // another value in the place of one
      SetValue(message, field, parts);
      reflection.SwapElements(&message, &field, any(), size);
      reflection.RemoveLast(&message, &field);
  }
}

void MessageMutator::SetValue(Message& message, const Field& field, const Parts& parts) {
  switch (field.cpp_type()) {
    case Field::CPPTYPE_INT32:
      return Put(message, field, static_cast<int32_t>(Number()), &Reflection::SetInt32,
                 &Reflection::AddInt32);
    case Field::CPPTYPE_INT64:
      return Put(message, field, Number(), &Reflection::SetInt64, &Reflection::AddInt64);
    case Field::CPPTYPE_UINT32:
      return Put(message, field, static_cast<uint32_t>(Number()), &Reflection::SetUInt32,
                 &Reflection::AddUInt32);
    case Field::CPPTYPE_UINT64:
      return Put(message, field, static_cast<uint64_t>(Number()), &Reflection::SetUInt64,
                 &Reflection::AddUInt64);
    case Field::CPPTYPE_FLOAT:
      return Put(message, field, static_cast<float>(kFloats[Below(std::size(kFloats))]),
                 &Reflection::SetFloat, &Reflection::AddFloat);
    case Field::CPPTYPE_DOUBLE:
      return Put(message, field, kFloats[Below(std::size(kFloats))], &Reflection::SetDouble,
                 &Reflection::AddDouble);
    case Field::CPPTYPE_BOOL:
      return Put(message, field, Below(2) == 1, &Reflection::SetBool, &Reflection::AddBool);
    case Field::CPPTYPE_ENUM: {
      const EnumDescriptor& type = *field.enum_type();
      const int choice = static_cast<int>(Below(static_cast<size_t>(type.value_count())));
      return Put(message, field, type.value(choice)->number(), &Reflection::SetEnumValue,
                 &Reflection::AddEnumValue);
    }
    case Field::CPPTYPE_STRING: {
      const Reflection& reflection = *message.GetReflection();
      const std::string old =
          field.is_repeated() ? std::string() : reflection.GetString(message, &field);
      return Put(message, field, NewString(field, parts, old), &Reflection::SetString,
                 &Reflection::AddString);
    }
    case Field::CPPTYPE_MESSAGE:
      return SetMessage(message, field, parts);
  }
}

// A copy of a part of that type if there is one, else an empty one.
void MessageMutator::SetMessage(Message& message, const Field& field, const Parts& parts) {
  Parts fitting;
  for (Message* part : parts) {
    if (part->GetDescriptor() == field.message_type()) fitting.push_back(part);
  }
  // Taken before the place is made: it may lie within what is copied.
  std::unique_ptr<Message> copy;
  if (!fitting.empty() && Below(4) != 0) {
    const Message& source = *fitting[Below(fitting.size())];
    copy.reset(source.New());
    copy->CopyFrom(source);
  }
  const Reflection& reflection = *message.GetReflection();
  Message* place = field.is_repeated() ? reflection.AddMessage(&message, &field)
                                       : reflection.MutableMessage(&message, &field);
  if (copy != nullptr) place->CopyFrom(*copy);
}

std::string MessageMutator::NewString(const Field& field, const Parts& parts,
                                      absl::string_view old) {
  if (field.type() == Field::TYPE_BYTES && Below(4) != 0) return Bytes(old);
  switch (Below(6)) {
    case 0:
    case 1:
      return std::string(words_[Below(words_.size())]);
    case 2:
      return Bytes(old);
    default:
      return StringOf(parts, field);
  }
}

// A string of the message, of the same field most of the time.
std::string MessageMutator::StringOf(const Parts& parts, const Field& like) {
  std::vector<std::string> found;
  const bool is_any = Below(4) == 0;
  for (const Message* part : parts) {
    const Reflection& reflection = *part->GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(*part, &fields);
    for (const FieldDescriptor* field : fields) {
      if (field->type() != like.type() || (field->name() != like.name() && !is_any)) continue;
      if (!field->is_repeated()) found.push_back(reflection.GetString(*part, field));
      for (int i = 0; field->is_repeated() && i < reflection.FieldSize(*part, field); ++i) {
        found.push_back(reflection.GetRepeatedString(*part, field, i));
      }
    }
  }
  return found.empty() ? "" : found[Below(found.size())];
}

// Eight bytes more, fewer or changed: an element of most tensors.
std::string MessageMutator::Bytes(absl::string_view old) {
  constexpr size_t kElement = 8;
  std::string bytes(old);
  const auto number = static_cast<uint64_t>(Number());
  std::string element;
  for (size_t i = 0; i < kElement; ++i) {
    element.push_back(static_cast<char>(number >> (8 * i) & 0xff));
  }
  switch (bytes.empty() ? 0 : Below(4)) {
    case 0:
      return bytes.append(element);
    case 1:
      return bytes.substr(0, bytes.size() - std::min(kElement, bytes.size()));
    case 2:
      bytes[Below(bytes.size())] = static_cast<char>(Below(256));
      return bytes;
    default:
      return bytes.replace(Below(bytes.size()) / kElement * kElement, kElement, element);
  }
}

int64_t MessageMutator::Number() { return kNumbers[Below(std::size(kNumbers))]; }

size_t Write(const Message& message, uint8_t* data, size_t old_size, size_t max_size) {
  const size_t size = message.ByteSizeLong();
  if (size > max_size) return old_size;
  message.SerializePartialToArray(data, static_cast<int>(size));
  return size;
}

}  // namespace shapewright::fuzz
