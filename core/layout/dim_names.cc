#include "core/layout/dim_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/wire/printable.h"

namespace shapewright::layout {
namespace {

using Words = std::vector<std::string>;

constexpr absl::string_view kDots = "...";
constexpr absl::string_view kNoName = "?";
constexpr absl::string_view kScalar = "**SCALAR**";
constexpr size_t kShownName = 40;

constexpr std::array<std::pair<absl::string_view, absl::string_view>, 5> kWords = {
    {{"BATCH", "N"}, {"CHANNELS", "C"}, {"DEPTH", "D"}, {"HEIGHT", "H"}, {"WIDTH", "W"}}};

absl::Status Malformed(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(QuotedText(text, kShownName), ": ", why));
}

std::string NameOf(absl::string_view word) {
  std::string name = absl::AsciiStrToUpper(word);
  for (const auto& [long_name, letter] : kWords) {
    if (long_name == name) return std::string(letter);
  }
  return name;
}

bool IsWord(absl::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(),
                                      [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

// The names in `[batch, ..., custom]` or `N...C`; `?` and `...` are entries too.
Words SplitNames(absl::string_view text) {
  Words words;
  if (absl::StartsWith(text, "[") && absl::EndsWith(text, "]")) {
    for (const absl::string_view word : absl::StrSplit(text.substr(1, text.size() - 2), ',')) {
      words.emplace_back(absl::StripAsciiWhitespace(word));
    }
    return words;
  }
  while (!text.empty()) {
    const size_t size = absl::StartsWith(text, kDots) ? kDots.size() : 1;
    words.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return words;
}

}  // namespace

std::string DimNamesText(absl::Span<const std::string> names) {
  const auto append = [](std::string* out, const std::string& name) {
    absl::StrAppend(out, name.empty() ? kNoName : absl::string_view(name));
  };
  return absl::StrCat("[", absl::StrJoin(names, ",", append), "]");
}

absl::StatusOr<DimNames> ReadDimNames(absl::string_view text, size_t rank) {
  text = absl::StripAsciiWhitespace(text);
  if (text == kScalar && rank == 0) return DimNames{{}, std::string(kScalar)};
  Words words = SplitNames(text);
  const auto dots = static_cast<size_t>(std::count(words.begin(), words.end(), kDots));
  if (words.empty() || dots > 1) return Malformed(text, "expected names of dimensions");
  const size_t named = words.size() - dots;
  if (named > rank || (dots == 0 && named < rank)) {
    return Malformed(text, absl::StrCat("names ", named, " dimensions of a shape of rank ", rank));
  }
  DimNames result;
  for (std::string& word : words) {
    if (word == kDots || word == kNoName) {
      result.names.resize(result.names.size() + (word == kDots ? rank - named : 1));
      continue;
    }
    if (!IsWord(word)) return Malformed(text, "a name has letters, digits and \"_\"");
    word = NameOf(word);
    if (FindDim(result.names, word)) return Malformed(text, absl::StrCat(word, " is named twice"));
    result.names.push_back(word);
  }
  result.text = DimNamesText(words);
  return result;
}

std::optional<size_t> FindDim(absl::Span<const std::string> names, absl::string_view name) {
  const std::string wanted = NameOf(name);
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (wanted.empty() || found == names.end()) return std::nullopt;
  return static_cast<size_t>(found - names.begin());
}

}  // namespace shapewright::layout
