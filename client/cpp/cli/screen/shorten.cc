#include "client/cpp/cli/screen/shorten.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/screen/style.h"
#include "core/wire/utf8.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kEllipsis = "\u2026";
// How much of a word is kept on each side of the character in which texts differ.
constexpr size_t kNearby = 4;
// How much of it is kept on each side where there is room.
constexpr size_t kContext = 12;
// How often texts that are still alike are told apart by one more word.
constexpr int kRounds = 6;

// The first byte of each character, and the end of the text.
std::vector<size_t> CharacterStarts(absl::string_view text) {
  std::vector<size_t> starts;
  for (size_t byte = 0; byte < text.size(); ++byte) {
    if (!IsUtf8Continuation(text[byte])) starts.push_back(byte);
  }
  starts.push_back(text.size());
  return starts;
}

// A text of which some characters are left out. The texts of tables have no marks of styles.
class Cut {
 public:
  Cut(absl::string_view text, size_t width)
      : text_(text), width_(width), starts_(CharacterStarts(text)), is_kept_(starts_.size() - 1) {}

  absl::string_view text() const { return text_; }
  absl::string_view At(size_t character) const {
    return text_.substr(starts_[character], starts_[character + 1] - starts_[character]);
  }
  size_t size() const { return is_kept_.size(); }

  // Keeps the word at this character, as far as there is room.
  void KeepWord(size_t character) {
    words_.push_back(std::min(character, size() - 1));
    Keep(words_.back());
    KeepAround(words_.back(), kNearby, [this](size_t i) { return IsOfWord(i); });
  }

  // The text with what is kept, and with as much of both ends as there is room for.
  std::string Write() const {
    Cut filled = *this;
    // `11` says little without `layer.` before it.
    for (const size_t word : words_) {
      filled.KeepAround(word, kContext, [&](size_t i) { return At(i) != "/"; });
    }
    filled.KeepEnds();
    std::string out;
    for (size_t i = 0; i < filled.size(); ++i) {
      if (filled.is_kept_[i]) {
        absl::StrAppend(&out, At(i));
      } else if (i == 0 || filled.is_kept_[i - 1]) {
        absl::StrAppend(&out, kEllipsis);
      }
    }
    return out;
  }

 private:
  bool IsOfWord(size_t character) const {
    const absl::string_view text = At(character);
    return text.size() > 1 || absl::ascii_isalnum(static_cast<unsigned char>(text[0]));
  }

  // Keeps the characters next to this one, at most so many on each side, while they are such ones.
  void KeepAround(size_t character, size_t most, absl::FunctionRef<bool(size_t)> is_one) {
    for (size_t i = character; i > 0 && character - i < most && is_one(i - 1); --i) Keep(i - 1);
    for (size_t i = character + 1; i < size() && i - character <= most && is_one(i); ++i) Keep(i);
  }

  // False: there is no room for it.
  bool Keep(size_t character) {
    if (is_kept_[character]) return true;
    const bool has_left = character == 0 || is_kept_[character - 1];
    const bool has_right = character + 1 == size() || is_kept_[character + 1];
    // Between what is kept it takes the place of a gap; amid a gap it makes two of it.
    const size_t columns =
        columns_ + (has_left || has_right ? 1 : 2) - (has_left && has_right ? 1 : 0);
    if (columns > width_) return false;
    is_kept_[character] = true;
    columns_ = columns;
    return true;
  }

  // The last characters and the first ones in turns: the end of a name says more than its start.
  void KeepEnds() {
    size_t head = 0;
    size_t tail = size();
    while (head < tail) {
      const bool took_tail = Keep(tail - 1);
      tail -= took_tail ? 1 : 0;
      const bool took_head = head < tail && Keep(head);
      head += took_head ? 1 : 0;
      if (!took_tail && !took_head) break;
    }
    // A gap of one character is no shorter than that character.
    for (size_t i = 0; i < size(); ++i) Keep(i);
  }

  absl::string_view text_;
  size_t width_;
  std::vector<size_t> starts_;
  std::vector<bool> is_kept_;
  std::vector<size_t> words_;  // a character of each word that is kept
  size_t columns_ = 1;         // of what is kept, and one for each gap
};

using Group = std::vector<Cut*>;

// The first character in which they differ.
size_t FirstDifference(const Group& group) {
  size_t character = 0;
  while (std::all_of(group.begin(), group.end(), [&](const Cut* each) {
    return character < each->size() && each->At(character) == group[0]->At(character);
  })) {
    ++character;
  }
  return character;
}

}  // namespace

size_t DisplayWidth(absl::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return !IsUtf8Continuation(c) && !IsStyleMark(c); }));
}

std::string ShortenMiddle(absl::string_view text, size_t width) {
  const size_t length = DisplayWidth(text);
  if (length <= width) return std::string(text);
  const std::vector<size_t> starts = CharacterStarts(text);
  const size_t kept = std::max<size_t>(width, 1) - 1;
  // The end of a name says more than its start.
  const size_t tail = (kept + 1) / 2;
  return absl::StrCat(text.substr(0, starts[kept - tail]), kEllipsis,
                      text.substr(starts[length - tail]));
}

std::vector<std::string> ShortenApart(const std::vector<absl::string_view>& texts, size_t width) {
  if (std::all_of(texts.begin(), texts.end(),
                  [width](absl::string_view text) { return DisplayWidth(text) <= width; })) {
    return {texts.begin(), texts.end()};
  }
  // By text: each text once.
  absl::flat_hash_map<absl::string_view, std::string> shortened;
  std::vector<std::pair<absl::string_view, Cut>> too_long;
  for (const absl::string_view text : texts) {
    if (!shortened.try_emplace(text, ShortenMiddle(text, width)).second) continue;
    if (DisplayWidth(text) > width) too_long.emplace_back(text, Cut(text, width));
  }
  for (int round = 0; round < kRounds; ++round) {
    absl::flat_hash_map<std::string, Group> groups;
    for (auto& [text, cut] : too_long) groups[shortened[text]].push_back(&cut);
    bool are_apart = true;
    for (auto& [alike, group] : groups) {
      if (group.size() == 1) continue;
      are_apart = false;
      const size_t difference = FirstDifference(group);
      for (Cut* cut : group) {
        cut->KeepWord(difference);
        shortened[cut->text()] = cut->Write();
      }
    }
    if (are_apart) break;
  }
  std::vector<std::string> result;
  result.reserve(texts.size());
  for (const absl::string_view text : texts) result.push_back(shortened[text]);
  return result;
}

}  // namespace shapewright::cli
