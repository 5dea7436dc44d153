#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_STYLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_STYLE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

enum class ColorMode : uint8_t { kAuto, kAlways, kNever };

// How a text looks on a terminal with colors. Colors repeat what the text says, and are legible on
// light and dark.
enum class Style : char { kPlain, kHeading, kGood, kWarning, kError };

// Reports mark styles by single control bytes, which stand for nothing else: names are escaped by
// Printable(). RenderLines() alone makes escape sequences of them, or leaves them out.
std::string Styled(Style style, absl::string_view text);
bool IsStyleMark(char c);

// Text of several lines for a terminal: PrintableLines() of all but the marks.
std::string RenderLines(absl::string_view text, bool has_colors);

// The number that the environment variable COLUMNS holds; 0: none, or null.
size_t ColumnsOf(const char* columns);

// Whether to use colors, by the values of NO_COLOR and TERM; null: not set.
bool UsesColors(ColorMode mode, bool is_terminal, const char* no_color, const char* term);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_STYLE_H_
