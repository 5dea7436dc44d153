#include "core/wire/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace shapewright {

size_t Utf8CharacterSize(absl::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const absl::string_view rest = text.substr(1, size - 1);
  if (rest.size() != size - 1 || !std::all_of(rest.begin(), rest.end(), IsUtf8Continuation)) {
    return 0;
  }
  // Overlong, half of a surrogate pair, or beyond U+10FFFF.
  const auto second = static_cast<unsigned char>(rest[0]);
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
      (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) {
    return 0;
  }
  return size;
}

bool IsAscii(absl::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const char* const data = text.data();
  const auto word_at = [&](size_t at) {
    uint64_t word;
    std::memcpy(&word, data + at, sizeof(word));
    return word;
  };
  uint64_t all = 0;
  if (text.size() < sizeof(uint64_t)) {
    for (const char c : text) all |= static_cast<unsigned char>(c);
    return (all & kHighBits) == 0;
  }
  // The last word may overlap the one before.
  const size_t last = text.size() - sizeof(uint64_t);
  for (size_t at = 0; at < last; at += sizeof(uint64_t)) all |= word_at(at);
  return ((all | word_at(last)) & kHighBits) == 0;
}

absl::string_view Utf8Prefix(absl::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && IsUtf8Continuation(text[most])) --most;
  return text.substr(0, most);
}

void ShortenText(std::string& text, size_t most) {
  if (text.size() <= most) return;
  // Three quarters are kept of the beginning, which says the most.
  const absl::string_view begin = Utf8Prefix(text, most - most / 4);
  size_t end = text.size() - most / 4;
  while (end < text.size() && IsUtf8Continuation(text[end])) ++end;
  text = absl::StrCat(begin, " [... ", end - begin.size(), " bytes ...] ", text.substr(end));
}

std::string ToValidUtf8(absl::string_view text) {
  constexpr absl::string_view kReplacement = "\xef\xbf\xbd";
  std::string valid;
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    const absl::string_view next = size > 0 ? text.substr(0, size) : kReplacement;
    valid.append(next.data(), next.size());
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return valid;
}

}  // namespace shapewright
