#include "core/layout/layout_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/shape/element_names.h"
#include "core/wire/printable.h"

namespace shapewright::layout {
namespace {

constexpr size_t kShownLayout = 20;

std::string TileText(const Tile& tile) {
  return absl::StrCat("(",
                      absl::StrJoin(tile.sizes, ",",
                                    [](std::string* out, int64_t size) {
                                      absl::StrAppend(
                                          out, size == Tile::kCombine ? "*" : absl::StrCat(size));
                                    }),
                      ")");
}

struct FormLetter {
  LevelForm form;
  char letter;
};

constexpr std::array<FormLetter, 4> kForms = {{
    {LevelForm::kDense, 'D'},
    {LevelForm::kCompressed, 'C'},
    {LevelForm::kSingleton, 'S'},
    {LevelForm::kLooseCompressed, 'H'},
}};

void AppendLevel(std::string* out, const DimLevel& level) {
  for (const FormLetter& row : kForms) {
    if (row.form == level.form) out->push_back(row.letter);
  }
  absl::StrAppend(out, level.repeats ? "+" : "", level.unordered ? "~" : "");
}

// A shape as XLA writes it: a space after each element of a tuple.
std::string SpacedTuple(absl::string_view text) {
  const std::vector<absl::string_view> elements = TupleElements(text);
  if (elements.empty()) return std::string(text);
  const auto append = [](std::string* out, absl::string_view element) {
    out->append(SpacedTuple(element));
  };
  return absl::StrCat("(", absl::StrJoin(elements, ", ", append), ")");
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
  // `(3)`.
  bool TakeArgument(int64_t& number) { return Take('(') && TakeNumber(number) && Take(')'); }
  bool TakeProperties(Layout& layout);
  bool TakeLevels(Layout& layout);
  bool TakeTiles(Layout& layout);
  bool TakeTail(Layout& layout) { return TakeArgument(layout.tail_padding_alignment); }
  bool TakeIndexType(Layout& layout) { return TakeType(layout.index_type); }
  bool TakePointerType(Layout& layout) { return TakeType(layout.pointer_type); }
  bool TakeBits(Layout& layout);
  bool TakeSpaceOrSplits(Layout& layout);
  bool TakeSplits(Layout& layout);
  bool TakePhysicalShape(Layout& layout);
  bool TakePrefix(Layout& layout) { return TakeArgument(layout.metadata_prefix_bytes); }
  bool TakeType(shape::ElementType& type);

  // The text behind the letter of a property.
  struct Property {
    char letter;
    bool (Reader::*take)(Layout& layout);
  };
  static constexpr Property kProperties[] = {
      {'D', &Reader::TakeLevels},        {'T', &Reader::TakeTiles},
      {'L', &Reader::TakeTail},          {'#', &Reader::TakeIndexType},
      {'*', &Reader::TakePointerType},   {'E', &Reader::TakeBits},
      {'S', &Reader::TakeSpaceOrSplits}, {'P', &Reader::TakePhysicalShape},
      {'M', &Reader::TakePrefix},
  };

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
  if (!layout.tiles.empty()) return false;
  while (Take('(')) {
    Tile tile;
    if (!TakeNumbers(')', true, tile.sizes)) return false;
    layout.tiles.push_back(std::move(tile));
  }
  return !layout.tiles.empty();
}

bool Reader::TakeLevels(Layout& layout) {
  if (!layout.dim_levels.empty() || !Take('(')) return false;
  do {
    DimLevel level;
    const auto* const form = std::find_if(
        kForms.begin(), kForms.end(), [this](const FormLetter& row) { return Take(row.letter); });
    if (form == kForms.end()) return false;
    level.form = form->form;
    level.repeats = Take('+');
    level.unordered = Take('~');
    layout.dim_levels.push_back(level);
  } while (Take(','));
  return Take(')');
}

bool Reader::TakeBits(Layout& layout) {
  int64_t bits = 0;
  if (!TakeArgument(bits) || bits < 0 || bits >= (1 << 16)) return false;
  layout.element_size_in_bits = static_cast<int32_t>(bits);
  return true;
}

bool Reader::TakeSpaceOrSplits(Layout& layout) {
  return Take('C') ? TakeSplits(layout) : TakeArgument(layout.memory_space);
}

bool Reader::TakeSplits(Layout& layout) {
  while (Take('(')) {
    DimSplit split;
    if (!TakeNumber(split.dimension) || !Take(':')) return false;
    if (!TakeNumbers(')', false, split.indices)) return false;
    layout.splits.push_back(std::move(split));
  }
  return !layout.splits.empty();
}

bool Reader::TakeType(shape::ElementType& type) {
  if (!Take('(')) return false;
  const size_t start = at_;
  while (at_ < text_.size() && absl::ascii_isalnum(text_[at_])) ++at_;
  const auto found = shape::FindElementType(text_.substr(start, at_ - start));
  type = found.value_or(shape::ElementType::kUndefined);
  return found.has_value() && Take(')');
}

// Takes the text up to the matching bracket.
bool Reader::TakePhysicalShape(Layout& layout) {
  if (!Take('(')) return false;
  int depth = 1;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '(') ++depth;
    if (text_[at_] == ')' && --depth == 0) break;
    if (!absl::ascii_isspace(text_[at_])) layout.physical_shape.push_back(text_[at_]);
  }
  return !layout.physical_shape.empty() && Take(')');
}

bool Reader::TakeProperties(Layout& layout) {
  while (!Take('}')) {
    const auto* const property =
        std::find_if(std::begin(kProperties), std::end(kProperties),
                     [this](const Property& row) { return Take(row.letter); });
    if (property == std::end(kProperties) || !(this->*property->take)(layout)) return false;
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
      absl::StrCat("column ", at_ + 1, ": expected a layout such as {1,0:T(8,128)}, found ",
                   QuotedText(text_.substr(at_), kShownLayout)));
}

}  // namespace

std::string FormatLayout(const Layout& layout) {
  std::string properties;
  if (layout.is_sparse()) {
    absl::StrAppend(&properties, "D(", absl::StrJoin(layout.dim_levels, ",", AppendLevel), ")");
  }
  if (!layout.tiles.empty()) absl::StrAppend(&properties, "T");
  for (const Tile& tile : layout.tiles) absl::StrAppend(&properties, TileText(tile));
  const auto append = [&](absl::string_view letter, const auto& value, bool is_said) {
    if (is_said) absl::StrAppend(&properties, letter, "(", value, ")");
  };
  const auto append_type = [&](absl::string_view letter, shape::ElementType type) {
    append(letter, shape::XlaElementName(type), type != shape::ElementType::kUndefined);
  };
  append("L", layout.tail_padding_alignment, layout.tail_padding_alignment > 1);
  append_type("#", layout.index_type);
  append_type("*", layout.pointer_type);
  append("E", layout.element_size_in_bits, layout.element_size_in_bits > 0);
  append("S", layout.memory_space, layout.memory_space > 0);
  if (!layout.splits.empty()) absl::StrAppend(&properties, "SC");
  for (const DimSplit& split : layout.splits) {
    absl::StrAppend(&properties, "(", split.dimension, ":", absl::StrJoin(split.indices, ","), ")");
  }
  append("P", SpacedTuple(layout.physical_shape), !layout.physical_shape.empty());
  append("M", layout.metadata_prefix_bytes, layout.metadata_prefix_bytes > 0);
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
