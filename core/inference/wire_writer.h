#ifndef SHAPEWRIGHT_CORE_INFERENCE_WIRE_WRITER_H_
#define SHAPEWRIGHT_CORE_INFERENCE_WIRE_WRITER_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "core/graph/utf8.h"

namespace shapewright::inference {

// Writes protobuf's wire format front to back into one buffer. Fields written in
// ascending order give the bytes that protobuf itself would.
class WireWriter {
 public:
  void Reserve(size_t bytes) { bytes_.reserve(bytes); }
  std::string Take() { return std::move(bytes_); }
  // What another writer wrote.
  void Append(const WireWriter& other) { bytes_ += other.bytes_; }

  // Unlike the generated code these write zeros too: for fields with presence.
  void Varint(uint32_t field, uint64_t value) {
    Raw(field << 3);
    Raw(value);
  }
  void Bytes(uint32_t field, absl::string_view value) {
    Raw(field << 3 | 2);
    Raw(value.size());
    bytes_.append(value.data(), value.size());
  }
  // For a `string`: what of it is no UTF-8 is replaced, as readers refuse it.
  void Text(uint32_t field, absl::string_view value) {
    if (IsAscii(value)) {
      Bytes(field, value);
    } else {
      Bytes(field, ToValidUtf8(value));
    }
  }

  // Fields without presence: nothing is written for the default.
  void NonZero(uint32_t field, uint64_t value) {
    if (value != 0) Varint(field, value);
  }
  void NonEmpty(uint32_t field, absl::string_view value) {
    if (!value.empty()) Text(field, value);
  }

  // An item of the packed numbers between Begin and End.
  void Packed(uint64_t value) { Raw(value); }
  void AppendBytes(absl::string_view bytes) { bytes_.append(bytes.data(), bytes.size()); }

  size_t size() const { return bytes_.size(); }

  // What is written between the two is a message in `field`.
  size_t Begin(uint32_t field) {
    Raw(field << 3 | 2);
    bytes_.push_back('\0');
    return bytes_.size();
  }
  void End(size_t begin);

 private:
  static bool IsAscii(absl::string_view text) {
    unsigned char all = 0;
    for (const char c : text) all |= static_cast<unsigned char>(c);
    return all < 0x80;
  }
  void Raw(uint64_t value) {
    while (value >= 0x80) {
      bytes_.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    bytes_.push_back(static_cast<char>(value));
  }

  std::string bytes_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_WIRE_WRITER_H_
