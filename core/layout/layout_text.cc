#include "core/layout/layout_text.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace shapewright::layout {
namespace {

constexpr size_t kShownText = 20;

std::string TileText(const Tile& tile) {
  return absl::StrCat("(",
                      absl::StrJoin(tile.sizes, ",",
                                    [](std::string* out, int64_t size) {
                                      absl::StrAppend(
                                          out, size == Tile::kCombine ? "*" : absl::StrCat(size));
                                    }),
                      ")");
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : text_(text) {}

  absl::StatusOr<Layout> Read();

 private:
  void SkipSpace() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }
  bool Take(char c) {
    SkipSpace();
    const bool is_there = at_ < text_.size() && text_[at_] == c;
    if (is_there) ++at_;
    return is_there;
  }
  bool TakeNumber(int64_t& number);
  bool TakeNumbers(char end, bool allows_stars, std::vector<int64_t>& numbers);
  bool TakeProperties(Layout& layout);
  bool TakeTiles(Layout& layout);
  // `(3)`.
  bool TakeArgument(int64_t& number) { return Take('(') && TakeNumber(number) && Take(')'); }
  bool SkipArguments();

  absl::string_view text_;
  size_t at_ = 0;
};

bool Reader::TakeNumber(int64_t& number) {
  SkipSpace();
  const size_t start = at_;
  if (at_ < text_.size() && text_[at_] == '-') ++at_;
  while (at_ < text_.size() && absl::ascii_isdigit(text_[at_])) ++at_;
  return absl::SimpleAtoi(text_.substr(start, at_ - start), &number);
}

bool Reader::TakeNumbers(char end, bool allows_stars, std::vector<int64_t>& numbers) {
  if (Take(end)) return true;
  do {
    int64_t number = Tile::kCombine;
    const bool is_star = allows_stars && Take('*');
    if (!is_star && !TakeNumber(number)) return false;
    if (!is_star && allows_stars && number < 1) return false;
    numbers.push_back(number);
  } while (Take(','));
  return Take(end);
}

bool Reader::TakeTiles(Layout& layout) {
  while (Take('(')) {
    Tile tile;
    if (!TakeNumbers(')', true, tile.sizes)) return false;
    layout.tiles.push_back(std::move(tile));
  }
  return !layout.tiles.empty();
}

// `(D,D)`: that dims are dense.
bool Reader::SkipArguments() {
  if (!Take('(')) return false;
  do {
    if (!Take('D')) return false;
  } while (Take(','));
  return Take(')');
}

bool Reader::TakeProperties(Layout& layout) {
  int64_t bits = 0;
  while (!Take('}')) {
    bool is_good = false;
    if (Take('T')) {
      is_good = layout.tiles.empty() && TakeTiles(layout);
    } else if (Take('L')) {
      is_good = TakeArgument(layout.tail_padding_alignment);
    } else if (Take('E')) {
      is_good = TakeArgument(bits) && bits >= 0 && bits < (1 << 16);
      layout.element_size_in_bits = static_cast<int32_t>(bits);
    } else if (Take('S')) {
      is_good = TakeArgument(layout.memory_space);
    } else if (Take('D')) {
      is_good = SkipArguments();
    }
    if (!is_good) return false;
  }
  return true;
}

absl::StatusOr<Layout> Reader::Read() {
  Layout layout;
  bool is_good = Take('{');
  if (is_good && !Take('}')) {
    if (!Take(':')) {
      // The order ends at `:` or at the brace.
      do {
        int64_t dim = 0;
        is_good = is_good && TakeNumber(dim);
        layout.minor_to_major.push_back(dim);
      } while (is_good && Take(','));
      if (is_good && Take(':')) {
        is_good = TakeProperties(layout);
      } else {
        is_good = is_good && Take('}');
      }
    } else {
      is_good = TakeProperties(layout);
    }
  }
  SkipSpace();
  if (is_good && at_ == text_.size()) return layout;
  return absl::InvalidArgumentError(
      absl::StrCat("column ", at_ + 1, ": expected a layout such as {1,0:T(8,128)}, found \"",
                   absl::CEscape(text_.substr(at_, kShownText)), "\""));
}

}  // namespace

std::string FormatLayout(const Layout& layout) {
  std::string properties;
  if (!layout.tiles.empty()) absl::StrAppend(&properties, "T");
  for (const Tile& tile : layout.tiles) absl::StrAppend(&properties, TileText(tile));
  if (layout.tail_padding_alignment > 1) {
    absl::StrAppend(&properties, "L(", layout.tail_padding_alignment, ")");
  }
  if (layout.element_size_in_bits > 0) {
    absl::StrAppend(&properties, "E(", layout.element_size_in_bits, ")");
  }
  if (layout.memory_space > 0) absl::StrAppend(&properties, "S(", layout.memory_space, ")");
  return absl::StrCat("{", absl::StrJoin(layout.minor_to_major, ","), properties.empty() ? "" : ":",
                      properties, "}");
}

absl::StatusOr<Layout> ParseLayout(absl::string_view text) { return Reader(text).Read(); }

std::vector<absl::string_view> TupleElements(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return {};
  text = text.substr(1, text.size() - 2);
  std::vector<absl::string_view> elements;
  if (absl::StripAsciiWhitespace(text).empty()) return elements;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth != 0 && i < text.size())) continue;
    elements.push_back(absl::StripAsciiWhitespace(text.substr(start, i - start)));
    start = i + 1;
  }
  return elements;
}

}  // namespace shapewright::layout
