#include "core/wire/model_id.h"

#include <openssl/sha.h>

#include <array>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace shapewright {

std::string HexSha256(absl::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(hash.data()), hash.size()));
}

std::string ModelId(absl::string_view model) { return absl::StrCat("sha256:", HexSha256(model)); }

}  // namespace shapewright
