#include "core/graph/message/unknown_field.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/wire/utf8.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::graph {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

struct KnownMessage;

struct KnownField {
  // Absent: the message has no field of this number.
  const FieldDescriptor* field = nullptr;
  WireType wire = WireType::kVarint;
  const KnownMessage* message = nullptr;  // of a field that is one
};

struct KnownMessage {
  const Descriptor* descriptor = nullptr;
  std::vector<KnownField> fields;  // by their numbers

  const KnownField* Find(uint32_t tag) const {
    const uint32_t number = tag >> 3;
    if (number >= fields.size() || fields[number].field == nullptr) return nullptr;
    const KnownField& known = fields[number];
    const auto wire = static_cast<WireType>(tag & 7);
    const bool is_packed = wire == WireType::kBytes && known.field->is_packable();
    return wire == known.wire || is_packed ? &known : nullptr;
  }
};

// A message and all that may lie in it.
using KnownMessages = std::map<const Descriptor*, KnownMessage>;

WireType WireTypeOf(const FieldDescriptor& field) {
  switch (field.type()) {
    case FieldDescriptor::TYPE_DOUBLE:
    case FieldDescriptor::TYPE_FIXED64:
    case FieldDescriptor::TYPE_SFIXED64:
      return WireType::kFixed64;
    case FieldDescriptor::TYPE_FLOAT:
    case FieldDescriptor::TYPE_FIXED32:
    case FieldDescriptor::TYPE_SFIXED32:
      return WireType::kFixed32;
    case FieldDescriptor::TYPE_STRING:
    case FieldDescriptor::TYPE_BYTES:
    case FieldDescriptor::TYPE_MESSAGE:
      return WireType::kBytes;
    case FieldDescriptor::TYPE_GROUP:
      return WireType::kGroup;
    default:
      return WireType::kVarint;
  }
}

// The descriptors' nesting is that of the API.
// NOLINTNEXTLINE(misc-no-recursion)
const KnownMessage& Know(const Descriptor& descriptor, KnownMessages& all) {
  const auto [place, is_new] = all.try_emplace(&descriptor);
  KnownMessage& known = place->second;
  if (!is_new) return known;
  known.descriptor = &descriptor;
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor& field = *descriptor.field(i);
    const auto number = static_cast<size_t>(field.number());
    if (number >= known.fields.size()) known.fields.resize(number + 1);
    const Descriptor* const inner = field.message_type();
    known.fields[number] = {&field, WireTypeOf(field),
                            inner == nullptr ? nullptr : &Know(*inner, all)};
  }
  return known;
}

// Worked out once for each type of requests.
const KnownMessage& KnownOf(const Descriptor& type) {
  static std::mutex mutex;
  static auto* const known = new std::map<const Descriptor*, KnownMessages>;
  const std::lock_guard<std::mutex> lock(mutex);
  auto found = known->find(&type);
  if (found == known->end()) {
    KnownMessages all;
    Know(type, all);
    found = known->emplace(&type, std::move(all)).first;
  }
  return found->second.at(&type);
}

absl::Status UnknownFieldError(const KnownMessage& message, uint32_t number) {
  absl::Status error =
      ReadError(reason::kUnknownField, absl::StrCat("this server knows no field ", number, " of ",
                                                    message.descriptor->name(),
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

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

enum class LookFor : uint8_t { kUnknown, kBadText };

// Walks over the bytes of a message and all within it up to the first that is wrong, or to bytes
// that are no message.
class Walk {
 public:
  // `counts`: whether the path of an error has the numbers of items.
  Walk(CodedInputStream& in, LookFor wanted, bool counts)
      : in_(in), wanted_(wanted), counts_(counts) {}

  absl::Status Check(const KnownMessage& message, int depth);

 private:
  // What stands in a field; of a repeated one `item` is the number of the value.
  absl::Status CheckValue(const KnownField& known, uint32_t tag, int& item, int depth);
  absl::Status CheckBytes(const KnownField& known, uint32_t size, int& item, int depth);
  absl::Status CheckNumber(const FieldDescriptor& field);
  absl::Status CheckPacked(const FieldDescriptor& field, uint32_t size, int& item);
  absl::Status CheckText(uint32_t size);
  void Skip(uint32_t tag) { is_lost_ = !WireFormatLite::SkipField(&in_, tag); }

  CodedInputStream& in_;
  const LookFor wanted_;
  const bool counts_;
  // The bytes are no message: the walk is over.
  bool is_lost_ = false;
};

absl::Status Walk::CheckNumber(const FieldDescriptor& field) {
  uint64_t number = 0;
  is_lost_ = !in_.ReadVarint64(&number);
  const auto value = static_cast<int32_t>(number);
  const bool is_known = is_lost_ || field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM ||
                        wanted_ != LookFor::kUnknown ||
                        field.enum_type()->FindValueByNumber(value) != nullptr;
  return is_known ? absl::OkStatus() : UnknownValueError(field, value);
}

absl::Status Walk::CheckPacked(const FieldDescriptor& field, uint32_t size, int& item) {
  const CodedInputStream::Limit limit = in_.PushLimit(static_cast<int>(size));
  for (; in_.BytesUntilLimit() > 0 && !is_lost_; ++item) {
    absl::Status checked = CheckNumber(field);
    if (!checked.ok()) return checked;
  }
  in_.PopLimit(limit);
  return absl::OkStatus();
}

absl::Status Walk::CheckText(uint32_t size) {
  std::string text;
  is_lost_ = !in_.ReadString(&text, static_cast<int>(size));
  if (is_lost_ || IsUtf8(text)) return absl::OkStatus();
  return ReadError(reason::kMalformedRequest, "the text is not UTF-8");
}

// As deep as the messages lie within each other.
// NOLINTNEXTLINE(misc-no-recursion)
absl::Status Walk::CheckBytes(const KnownField& known, uint32_t size, int& item, int depth) {
  const FieldDescriptor& field = *known.field;
  if (known.message != nullptr) {
    const CodedInputStream::Limit limit = in_.PushLimit(static_cast<int>(size));
    absl::Status checked = Check(*known.message, depth + 1);
    in_.PopLimit(limit);
    return checked;
  }
  const bool is_enum = field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM;
  if (is_enum && wanted_ == LookFor::kUnknown) return CheckPacked(field, size, item);
  const bool is_text = field.type() == FieldDescriptor::TYPE_STRING;
  if (is_text && wanted_ == LookFor::kBadText) return CheckText(size);
  is_lost_ = !in_.Skip(static_cast<int>(size));
  return absl::OkStatus();
}

// NOLINTNEXTLINE(misc-no-recursion)
absl::Status Walk::CheckValue(const KnownField& known, uint32_t tag, int& item, int depth) {
  const auto wire = static_cast<WireType>(tag & 7);
  if (wire == WireType::kVarint) return CheckNumber(*known.field);
  if (wire != WireType::kBytes) {
    Skip(tag);
    return absl::OkStatus();
  }
  uint32_t size = 0;
  is_lost_ = !in_.ReadVarint32(&size);
  return is_lost_ ? absl::OkStatus() : CheckBytes(known, size, item, depth);
}

// NOLINTNEXTLINE(misc-no-recursion)
absl::Status Walk::Check(const KnownMessage& message, int depth) {
  std::map<const KnownField*, int> items;
  int uncounted = 0;
  is_lost_ = is_lost_ || depth > kMaxMessageDepth;
  while (!is_lost_) {
    const uint32_t tag = in_.ReadTag();
    if (tag == 0) break;
    const KnownField* const known = message.Find(tag);
    if (known == nullptr) {
      if (wanted_ == LookFor::kUnknown) return UnknownFieldError(message, tag >> 3);
      Skip(tag);
      continue;
    }
    int& item = counts_ ? items[known] : uncounted;
    absl::Status checked = CheckValue(*known, tag, item, depth);
    if (checked.ok()) {
      ++item;
      continue;
    }
    const FieldDescriptor& field = *known->field;
    return Within(field.is_repeated() ? Item(field.name(), item) : field.name(), checked);
  }
  is_lost_ = is_lost_ || !in_.ConsumedEntireMessage();
  return absl::OkStatus();
}

absl::Status WalkOver(OpenStream open, const Descriptor& type, LookFor wanted, bool counts) {
  const std::unique_ptr<google::protobuf::io::ZeroCopyInputStream> bytes = open();
  CodedInputStream in(bytes.get());
  return Walk(in, wanted, counts).Check(KnownOf(type), 0);
}

}  // namespace

absl::Status CheckAllIsKnown(OpenStream open, const Descriptor& type) {
  const bool is_good = WalkOver(open, type, LookFor::kUnknown, false).ok();
  // Items are counted where somebody wants to know.
  return is_good ? absl::OkStatus() : WalkOver(open, type, LookFor::kUnknown, true);
}

absl::Status FindBadText(OpenStream open, const Descriptor& type) {
  return WalkOver(open, type, LookFor::kBadText, true);
}

}  // namespace shapewright::graph
