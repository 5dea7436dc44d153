#include "core/wire/model_id.h"

#include <openssl/sha.h>

#include <array>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace shapewright {

std::string HexSha256(absl::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(hash.data()), hash.size()));
}

std::string ModelId(absl::string_view model) { return absl::StrCat("sha256:", HexSha256(model)); }

std::string ModelId(absl::string_view content, absl::string_view weights) {
  if (weights.empty()) return ModelId(content);
  return ModelId(absl::StrCat(HexSha256(content), "\n", HexSha256(weights)));
}

bool IsId(absl::string_view text, absl::string_view prefix) {
  constexpr size_t kDigits = 64;
  return absl::ConsumePrefix(&text, prefix) && text.size() == kDigits &&
         text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

}  // namespace shapewright
