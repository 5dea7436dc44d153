#ifndef SHAPEWRIGHT_TESTS_SERVER_GUARD_KSERVE_MESSAGE_H_
#define SHAPEWRIGHT_TESTS_SERVER_GUARD_KSERVE_MESSAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

// inference.ModelInferRequest as it is on the wire.
namespace shapewright::kserve {

// Messages as protobuf's encoding describes them, without its code.

inline std::string Varint(uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>((number & 0x7f) | 0x80);
  return bytes + static_cast<char>(number);
}

inline std::string Field(uint32_t number, const std::string& bytes) {
  return absl::StrCat(Varint(number << 3 | 2), Varint(bytes.size()), bytes);
}

inline std::string Packed(uint32_t field, const std::vector<int64_t>& numbers) {
  std::string bytes;
  for (const int64_t number : numbers) bytes += Varint(static_cast<uint64_t>(number));
  return Field(field, bytes);
}

inline std::string Input(const std::string& name, const std::string& datatype,
                         const std::vector<int64_t>& shape, const std::string& contents = "") {
  return Field(5, Field(1, name) + Field(2, datatype) + Packed(3, shape) +
                      (contents.empty() ? "" : Field(5, contents)));
}

inline std::string Framed(const std::string& message, char compressed = 0) {
  const auto size = static_cast<uint32_t>(message.size());
  std::string frame(1, compressed);
  for (const int shift : {24, 16, 8, 0}) frame += static_cast<char>(size >> shift & 0xff);
  return frame + message;
}

inline std::string BytesOf(const std::vector<int32_t>& numbers) {
  std::string bytes;
  for (const int32_t number : numbers) {
    for (const int shift : {0, 8, 16, 24}) {
      bytes += static_cast<char>(static_cast<uint32_t>(number) >> shift & 0xff);
    }
  }
  return bytes;
}

}  // namespace shapewright::kserve

#endif  // SHAPEWRIGHT_TESTS_SERVER_GUARD_KSERVE_MESSAGE_H_
