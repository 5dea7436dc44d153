#include "core/symbolic/text/part_end.h"

#include "absl/strings/match.h"

namespace shapewright::symbolic {

size_t FindPartEnd(absl::string_view text, absl::string_view ends) {
  int depth = 0;
  bool is_quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (depth == 0 && absl::StrContains(ends, c)) return at;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
  }
  return text.size();
}

}  // namespace shapewright::symbolic
