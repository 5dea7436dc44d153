#include "client/cpp/rewrite/wire_fields.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/wire/strip_rule.h"
#include "core/wire/wire_cursor.h"

namespace shapewright {
namespace {

absl::Status NotAMessage() {
  return absl::InvalidArgumentError("the bytes are not those of an ONNX model");
}

}  // namespace

absl::StatusOr<WireFields> WireFields::Read(absl::string_view message) {
  WireFields read;
  WireCursor cursor(message);
  while (cursor.Next()) {
    const bool has_content = (cursor.tag() & 7) == static_cast<uint32_t>(WireType::kBytes);
    const char* const begin = cursor.field_begin();
    read.fields_.push_back(
        {cursor.tag() >> 3, has_content,
         absl::string_view(begin, static_cast<size_t>(cursor.position() - begin)),
         has_content ? cursor.bytes() : absl::string_view()});
  }
  if (cursor.failed()) return NotAMessage();
  return read;
}

WireFields::Field WireFields::Own(uint32_t number, std::string content) {
  std::string whole;
  AppendVarint(BytesTag(number), whole);
  AppendVarint(content.size(), whole);
  const size_t head = whole.size();
  whole += content;
  const absl::string_view kept = owned_.emplace_back(std::move(whole));
  return {number, true, kept, kept.substr(head)};
}

void WireFields::Add(uint32_t number, std::string content) {
  fields_.push_back(Own(number, std::move(content)));
}

void WireFields::Replace(size_t index, std::string content) {
  fields_[index] = Own(fields_[index].number, std::move(content));
}

std::string WireFields::Join() const {
  size_t size = 0;
  for (const Field& field : fields_) size += field.whole.size();
  std::string out;
  out.reserve(size);
  for (const Field& field : fields_) absl::StrAppend(&out, field.whole);
  return out;
}

absl::StatusOr<absl::string_view> FindContent(absl::string_view message, uint32_t number) {
  WireCursor cursor(message);
  while (cursor.Next()) {
    if (cursor.tag() == BytesTag(number)) return cursor.bytes();
  }
  if (cursor.failed()) return NotAMessage();
  return absl::string_view();
}

}  // namespace shapewright
