#include "core/graph/onnx/onnx_wire.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

// " at byte N", or nothing for bytes that were joined from several places.
std::string Where(const OnnxWire& wire, const char* position) {
  const std::less_equal<> before;
  const char* begin = wire.bytes.data();
  if (!before(begin, position) || !before(position, begin + wire.bytes.size())) {
    return "";
  }
  return absl::StrCat(" at byte ", position - begin);
}

bool IsWellFormed(absl::string_view message) {
  WireCursor cursor(message);
  while (cursor.Next()) continue;
  return !cursor.failed();
}

}  // namespace

absl::Status Malformed(const OnnxWire& wire, const WireCursor& cursor, absl::string_view message) {
  return Refused(wire, reason::kMalformedModel,
                 absl::StrCat("malformed ", message, ": ", cursor.error()),
                 cursor.error_position());
}

absl::Status Refused(const OnnxWire& wire, absl::string_view reason, absl::string_view message,
                     const char* position) {
  return ReadError(reason, absl::StrCat(message, Where(wire, position)));
}

absl::string_view JoinField(const OnnxWire& wire, absl::string_view message, uint32_t tag,
                            uint32_t unpacked_tag) {
  const auto is_piece = [=](const WireCursor& cursor) {
    return cursor.tag() == tag || cursor.tag() == unpacked_tag;
  };
  absl::string_view last;
  size_t count = 0;
  size_t size = 0;
  for (WireCursor cursor(message); cursor.Next();) {
    if (!is_piece(cursor)) continue;
    last = cursor.bytes();
    size += last.size();
    ++count;
  }
  if (count <= 1) return last;
  const absl::Span<char> joined = NewArray<char>(wire.arena, size);
  char* end = joined.data();
  for (WireCursor cursor(message); cursor.Next();) {
    if (!is_piece(cursor)) continue;
    end = std::copy(cursor.bytes().begin(), cursor.bytes().end(), end);
    // Checked one by one: a malformed message must not be completed by the next one.
    if (unpacked_tag == 0 && !IsWellFormed(cursor.bytes())) break;
  }
  return absl::string_view(joined.data(), static_cast<size_t>(end - joined.data()));
}

bool AddPackedInts(absl::string_view packed, ArrayPool<int64_t>* ints) {
  const char* position = packed.data();
  const char* end = position + packed.size();
  while (position != end) {
    uint64_t value = 0;
    if (!ReadVarint(&position, end, kMaxVarintBytes, &value)) return false;
    ints->Add(static_cast<int64_t>(value));
  }
  return true;
}

bool AddPackedFloats(absl::string_view packed, ArrayPool<double>* floats) {
  if (packed.size() % sizeof(float) != 0) return false;
  for (size_t i = 0; i < packed.size(); i += sizeof(float)) {
    float value;
    std::memcpy(&value, packed.data() + i, sizeof(value));
    floats->Add(value);
  }
  return true;
}

}  // namespace shapewright::graph
