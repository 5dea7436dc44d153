#ifndef SHAPEWRIGHT_CORE_WIRE_WIRE_CURSOR_H_
#define SHAPEWRIGHT_CORE_WIRE_WIRE_CURSOR_H_

#include <bit>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace shapewright {

enum class WireType : uint32_t {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,
  kGroup = 3,
  kEndGroup = 4,
  kFixed32 = 5,
};

// What a field's number and wire type look like on the wire. A field of known
// number and unexpected wire type is an unknown field, as in protobuf; so a
// switch over tags treats both right.
constexpr uint32_t Tag(uint32_t field, WireType type) {
  return field << 3 | static_cast<uint32_t>(type);
}
constexpr uint32_t VarintTag(uint32_t field) { return Tag(field, WireType::kVarint); }
constexpr uint32_t BytesTag(uint32_t field) { return Tag(field, WireType::kBytes); }
constexpr uint32_t Fixed32Tag(uint32_t field) { return Tag(field, WireType::kFixed32); }

// Walks over the fields of one serialized protobuf message without copying.
// It accepts what protobuf's own parser accepts, and never reads beyond the
// bytes that it was given. Groups are stepped over.
class WireCursor {
 public:
  explicit WireCursor(absl::string_view bytes)
      : position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  // Steps to the next field; false at the end and on malformed bytes.
  bool Next() {
    if (position_ == end_) return false;
    field_begin_ = position_;
    const auto first = static_cast<uint8_t>(*position_);
    if (first >= 0x80) return NextOfLongTag();
    ++position_;
    tag_ = first;
    return ReadValue();
  }

  uint32_t tag() const { return tag_; }
  // Where the field begins, tag included.
  const char* field_begin() const { return field_begin_; }
  // Of a varint.
  uint64_t number() const { return number_; }
  int64_t signed_number() const { return static_cast<int64_t>(number_); }
  // As protobuf reads int32 and enums: the lower half.
  int32_t int32_number() const { return static_cast<int32_t>(number_); }
  // Of a fixed32.
  float float_number() const { return std::bit_cast<float>(static_cast<uint32_t>(number_)); }
  // Of bytes, strings, messages and packed fields; of a fixed32 its 4 bytes,
  // of a varint the varint itself.
  absl::string_view bytes() const { return bytes_; }
  // Where the field ends, and the next one begins.
  const char* position() const { return position_; }

  bool failed() const { return error_ != nullptr; }
  // What is malformed and where; meaningless unless failed().
  const char* error() const { return error_; }
  const char* error_position() const { return field_begin_; }

 private:
  bool ReadValue() {
    switch (static_cast<WireType>(tag_ & 7)) {
      case WireType::kBytes:
        return ReadBytes();
      case WireType::kVarint:
        return ReadNumber();
      default:
        return ReadRareValue();
    }
  }

  bool ReadBytes() {
    if (position_ == end_ || tag_ < 8) return Fail();
    auto size = static_cast<uint8_t>(*position_);
    if (size >= 0x80) return ReadLongBytes();
    ++position_;
    if (end_ - position_ < size) return Fail();
    bytes_ = absl::string_view(position_, size);
    position_ += size;
    return true;
  }

  bool ReadNumber() {
    if (position_ == end_ || tag_ < 8) return Fail();
    const auto first = static_cast<uint8_t>(*position_);
    if (first >= 0x80) return ReadLongNumber();
    bytes_ = absl::string_view(position_, 1);
    number_ = first;
    ++position_;
    return true;
  }

  bool NextOfLongTag();
  bool ReadLongBytes();
  bool ReadLongNumber();
  bool ReadRareValue();
  bool ReadFixed(uint32_t size);
  bool SkipGroup();
  // Stores the error and ends the walk. Always false.
  bool Fail(const char* error = "truncated field");

  const char* position_;
  const char* end_;
  const char* field_begin_ = nullptr;
  uint32_t tag_ = 0;
  uint64_t number_ = 0;
  absl::string_view bytes_;
  const char* error_ = nullptr;
};

inline constexpr int kMaxVarintBytes = 10;

// Reads a varint of at most `max_bytes` at *position and steps over it; false,
// and nothing moved, if it is longer or the bytes end within it.
bool ReadVarint(const char** position, const char* end, int max_bytes, uint64_t* value);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_WIRE_CURSOR_H_
