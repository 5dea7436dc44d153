#include "core/wire/wire_cursor.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace shapewright {
namespace {

// Tags and lengths are varints of 32 bits; longer padding is malformed.
constexpr int kMaxShortVarintBytes = 5;
constexpr uint64_t kMaxLength = 0x7fffffff;
// protobuf allows 100 messages and groups within each other; no producer is
// known to write groups at all.
constexpr size_t kMaxGroupDepth = 32;

}  // namespace

bool ReadVarint(const char** position, const char* end, int max_bytes, uint64_t* value) {
  uint64_t result = 0;
  const char* p = *position;
  for (int i = 0; i < max_bytes && p != end; ++i) {
    const auto byte = static_cast<uint8_t>(*p++);
    result |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      *position = p;
      *value = result;
      return true;
    }
  }
  return false;
}

bool WireCursor::Fail(const char* error) {
  error_ = tag_ < 8 ? "field number 0" : error;
  position_ = end_;
  return false;
}

bool WireCursor::NextOfLongTag() {
  uint64_t tag = 0;
  if (!ReadVarint(&position_, end_, kMaxShortVarintBytes, &tag)) {
    tag_ = 8;
    return Fail("malformed tag");
  }
  tag_ = static_cast<uint32_t>(tag);
  return ReadValue();
}

bool WireCursor::ReadLongBytes() {
  uint64_t size = 0;
  if (!ReadVarint(&position_, end_, kMaxShortVarintBytes, &size) || size > kMaxLength) {
    return Fail("malformed length");
  }
  if (static_cast<uint64_t>(end_ - position_) < size) return Fail();
  bytes_ = absl::string_view(position_, size);
  position_ += size;
  return true;
}

bool WireCursor::ReadLongNumber() {
  const char* begin = position_;
  if (!ReadVarint(&position_, end_, kMaxVarintBytes, &number_)) {
    return Fail("malformed varint");
  }
  bytes_ = absl::string_view(begin, static_cast<size_t>(position_ - begin));
  return true;
}

bool WireCursor::ReadRareValue() {
  if (tag_ < 8) return Fail();
  switch (static_cast<WireType>(tag_ & 7)) {
    case WireType::kFixed64:
      return ReadFixed(8);
    case WireType::kFixed32:
      return ReadFixed(4);
    case WireType::kGroup:
      return SkipGroup();
    case WireType::kEndGroup:
      return Fail("end of a group that did not begin");
    default:
      return Fail("unknown wire type");
  }
}

bool WireCursor::ReadFixed(uint32_t size) {
  if (end_ - position_ < static_cast<ptrdiff_t>(size)) return Fail();
  number_ = 0;
  // The wire is little-endian, and so are the machines we run on.
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(&number_, position_, size);
  bytes_ = absl::string_view(position_, size);
  position_ += size;
  return true;
}

bool WireCursor::SkipGroup() {
  std::array<uint32_t, kMaxGroupDepth> open;
  size_t depth = 0;
  const uint32_t tag = tag_;
  open[depth++] = tag >> 3;
  while (depth > 0) {
    uint64_t inner = 0;
    if (!ReadVarint(&position_, end_, kMaxShortVarintBytes, &inner)) {
      return Fail("unfinished group");
    }
    tag_ = static_cast<uint32_t>(inner);
    const auto type = static_cast<WireType>(tag_ & 7);
    if (type == WireType::kGroup) {
      if (tag_ < 8) return Fail();
      if (depth == kMaxGroupDepth) return Fail("groups nested too deeply");
      open[depth++] = tag_ >> 3;
    } else if (type == WireType::kEndGroup) {
      if (open[--depth] != tag_ >> 3) return Fail("mismatched end of a group");
    } else if (!ReadValue()) {
      return false;
    }
  }
  tag_ = tag;
  return true;
}

}  // namespace shapewright
