#include "client/cpp/cli/screen/style.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// Of the style of number k: this and k. The first one ends a style.
constexpr char kFirstMark = '\x10';
// By the number of the style.
constexpr absl::string_view kSequences[] = {"\x1b[0m", "\x1b[1m", "\x1b[32m", "\x1b[35m",
                                            "\x1b[1;31m"};
constexpr char kMarks = std::size(kSequences);

}  // namespace

std::string Styled(Style style, absl::string_view text) {
  if (style == Style::kPlain || text.empty()) return std::string(text);
  const char begin = static_cast<char>(kFirstMark + static_cast<char>(style));
  return absl::StrCat(std::string(1, begin), text, std::string(1, kFirstMark));
}

bool IsStyleMark(char c) { return c >= kFirstMark && c < kFirstMark + kMarks; }

std::string RenderLines(absl::string_view text, bool has_colors) {
  std::string out;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && !IsStyleMark(text[i])) continue;
    absl::StrAppend(&out, PrintableLines(text.substr(start, i - start)));
    if (i < text.size() && has_colors) {
      absl::StrAppend(&out, kSequences[static_cast<size_t>(text[i] - kFirstMark)]);
    }
    start = i + 1;
  }
  return out;
}

size_t ColumnsOf(const char* columns) {
  uint32_t number = 0;
  return columns != nullptr && absl::SimpleAtoi(columns, &number) ? number : 0;
}

bool UsesColors(ColorMode mode, bool is_terminal, const char* no_color, const char* term) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  const bool is_refused = no_color != nullptr && *no_color != '\0';
  const bool is_dumb = term == nullptr || absl::string_view(term) == "dumb";
  return is_terminal && !is_refused && !is_dumb;
}

}  // namespace shapewright::cli
