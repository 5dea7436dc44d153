#ifndef SHAPEWRIGHT_CORE_WIRE_UTF8_H_
#define SHAPEWRIGHT_CORE_WIRE_UTF8_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace shapewright {

// How many bytes at the start of a text that is not empty make one character of
// valid UTF-8; 0 if none do.
size_t Utf8CharacterSize(absl::string_view text);

// Whether a byte is one of a character's, but not its first.
inline bool IsUtf8Continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

bool IsAscii(absl::string_view text);

// The longest beginning of at most `most` bytes that cuts no character.
absl::string_view Utf8Prefix(absl::string_view text, size_t most);

// Of a text of more than `most` bytes the beginning and the end remain, and between them how much
// is left out. No character is cut.
void ShortenText(std::string& text, size_t most);

// The text with U+FFFD in the place of each byte that is no part of a character.
std::string ToValidUtf8(absl::string_view text);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_UTF8_H_
