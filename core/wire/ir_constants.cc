#include "core/wire/ir_constants.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/wire/strip_rule.h"

namespace shapewright {
namespace {

constexpr absl::string_view kDataTag = "<data";
constexpr size_t kMaxDigits = 18;

std::optional<uint64_t> NumberOf(absl::string_view text) {
  uint64_t number = 0;
  const bool is_number =
      !text.empty() && text.size() <= kMaxDigits &&
      std::all_of(text.begin(), text.end(), [](char c) { return absl::ascii_isdigit(c); });
  if (!is_number || !absl::SimpleAtoi(text, &number)) return std::nullopt;
  return number;
}

// Whether a shape comes to 1 to 1,024 elements.
bool IsSmallShape(absl::string_view shape) {
  uint64_t count = 1;
  if (shape.empty()) return true;
  for (const absl::string_view part : absl::StrSplit(shape, ',')) {
    const auto dim = NumberOf(absl::StripAsciiWhitespace(part));
    if (!dim || *dim == 0 || *dim > static_cast<uint64_t>(kStripKeepElements)) return false;
    count *= *dim;
    if (count > static_cast<uint64_t>(kStripKeepElements)) return false;
  }
  return true;
}

struct IrPart {
  uint64_t offset;
  size_t size;
};

// The attributes of a tag that say where a constant is.
struct DataTag {
  std::optional<absl::string_view> element_type, shape, offset, size, elements;

  void Take(absl::string_view name, absl::string_view value) {
    if (name == "element_type") element_type = value;
    if (name == "shape") shape = value;
    if (name == "offset") offset = value;
    if (name == "size") size = value;
    if (name == kIrElements) elements = value;
  }
  std::optional<IrPart> Part() const {
    if (!element_type || !shape || !offset || !size || elements) return std::nullopt;
    const auto begin = NumberOf(*offset);
    const auto bytes = NumberOf(*size);
    if (!begin || !bytes || *bytes == 0 || *bytes > kMaxIrElementBytes || !IsSmallShape(*shape)) {
      return std::nullopt;
    }
    return IrPart{*begin, static_cast<size_t>(*bytes)};
  }
};

// Reads the attributes from `*position` on, and moves it behind each; false: what follows is
// written otherwise.
bool ReadTag(absl::string_view text, size_t* position, DataTag* tag) {
  constexpr absl::string_view kNoName = "= \t\r\n<>\"'/";
  for (;;) {
    size_t begin = *position;
    while (begin < text.size() && absl::ascii_isspace(text[begin])) ++begin;
    if (begin < text.size() && (text[begin] == '>' || text[begin] == '/')) return true;
    const size_t behind = std::min(text.size(), text.find_first_of(kNoName, begin));
    const absl::string_view name = text.substr(begin, behind - begin);
    const absl::string_view mark = text.substr(behind, 2);
    if (name.empty() || (mark != "=\"" && mark != "='")) return false;
    const size_t end = text.find(mark[1], behind + 2);
    if (end == absl::string_view::npos) return false;
    tag->Take(name, text.substr(behind + 2, end - behind - 2));
    *position = end + 1;
  }
}

}  // namespace

std::string IrWeightsLocation(absl::string_view path) {
  const size_t slash = path.rfind('/');
  absl::string_view name = slash == absl::string_view::npos ? path : path.substr(slash + 1);
  const size_t dot = name.rfind('.');
  if (dot != absl::string_view::npos && dot > 0) name = name.substr(0, dot);
  return absl::StrCat(name, ".bin");
}

absl::StatusOr<std::string> InlineIrConstants(absl::string_view text, ReadIrWeights read) {
  std::string out;
  size_t copied = 0;
  for (size_t at = text.find(kDataTag); at != absl::string_view::npos;
       at = text.find(kDataTag, at)) {
    const size_t behind = at + kDataTag.size();
    at = behind;
    DataTag tag;
    if (behind >= text.size() || !absl::ascii_isspace(text[behind]) || !ReadTag(text, &at, &tag)) {
      continue;
    }
    const std::optional<IrPart> part = tag.Part();
    if (!part) continue;
    const absl::StatusOr<std::optional<std::string>> bytes = read(part->offset, part->size);
    if (!bytes.ok()) return bytes.status();
    if (!bytes->has_value()) continue;
    absl::StrAppend(&out, text.substr(copied, behind - copied), " ", kIrElements, "=\"",
                    absl::Base64Escape(**bytes), "\"");
    copied = behind;
  }
  absl::StrAppend(&out, text.substr(copied));
  return out;
}

}  // namespace shapewright
