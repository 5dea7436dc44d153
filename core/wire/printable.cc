#include "core/wire/printable.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "core/wire/utf8.h"

namespace shapewright {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// Unicode's general categories Cc, Cf, Zl, Zp and Co, and the noncharacters of the first plane.
constexpr Range kHidden[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x0600, 0x0605},
    {0x061c, 0x061c},   {0x06dd, 0x06dd},   {0x070f, 0x070f},   {0x0890, 0x0891},
    {0x08e2, 0x08e2},   {0x180e, 0x180e},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},
    {0xfff0, 0xfffb},   {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
};

bool IsHidden(uint32_t character) {
  if (character >= 0x20 && character < 0x7f) return false;
  const Range* const range =
      std::lower_bound(std::begin(kHidden), std::end(kHidden), character,
                       [](const Range& candidate, uint32_t c) { return candidate.last < c; });
  return range != std::end(kHidden) && range->first <= character;
}

// The character that stands at the start of valid UTF-8 in `size` bytes.
uint32_t Decode(absl::string_view text, size_t size) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(text[i]) & 0xff; };
  if (size == 1) return byte(0);
  uint32_t character = byte(0) & (0x7fU >> size);
  for (size_t i = 1; i < size; ++i) character = character << 6 | (byte(i) & 0x3f);
  return character;
}

void AppendEscape(uint32_t character, std::string& out) {
  if (character < 0x80) {
    absl::StrAppend(&out, "\\x", absl::Hex(character, absl::kZeroPad2));
  } else if (character < 0x10000) {
    absl::StrAppend(&out, "\\u", absl::Hex(character, absl::kZeroPad4));
  } else {
    absl::StrAppend(&out, "\\U", absl::Hex(character, absl::kZeroPad8));
  }
}

void AppendJsonEscape(uint32_t character, std::string& out) {
  const auto append = [&out](uint32_t unit) {
    absl::StrAppend(&out, "\\u", absl::Hex(unit, absl::kZeroPad4));
  };
  if (character < 0x10000) return append(character);
  const uint32_t rest = character - 0x10000;
  append(0xd800 + (rest >> 10));
  append(0xdc00 + (rest & 0x3ff));
}

// Copies the text: hidden characters go through `escape`, bytes that are no UTF-8 through
// `escape_byte`.
template <typename Escape, typename EscapeByte>
std::string Rewrite(absl::string_view text, bool keeps_newlines, const Escape& escape,
                    const EscapeByte& escape_byte) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    const uint32_t character = size > 0 ? Decode(text, size) : 0;
    if (size == 0) {
      escape_byte(static_cast<unsigned char>(text[0]), result);
    } else if (IsHidden(character) && !(keeps_newlines && character == '\n')) {
      escape(character, result);
    } else {
      result.append(text.data(), size);
    }
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return result;
}

void AppendByte(unsigned char byte, std::string& out) {
  absl::StrAppend(&out, "\\x", absl::Hex(byte, absl::kZeroPad2));
}

}  // namespace

bool IsPlain(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7f; });
}

std::string QuotedText(absl::string_view text, size_t most) {
  const absl::string_view shown = Utf8Prefix(text, most);
  return absl::StrCat("\"", Printable(shown), shown.size() < text.size() ? "...\"" : "\"");
}

std::string Printable(absl::string_view text) {
  if (IsPlain(text)) return std::string(text);
  return Rewrite(text, false, AppendEscape, AppendByte);
}

std::string PrintableLines(absl::string_view text) {
  return Rewrite(text, true, AppendEscape, AppendByte);
}

std::string PrintableJson(absl::string_view json) {
  // JSON texts hold characters, not bytes: each invalid byte becomes U+FFFD.
  return Rewrite(json, true, AppendJsonEscape,
                 [](unsigned char /*byte*/, std::string& out) { out += "\\ufffd"; });
}

}  // namespace shapewright
