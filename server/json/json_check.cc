#include "server/json/json_check.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/wire/utf8.h"

namespace shapewright::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Messages may be 100 deep in binary form as well.
constexpr size_t kMaxJsonDepth = 100;
constexpr size_t kCheckedPieceBytes = 64 << 10;

const FieldDescriptor* FindField(const Descriptor& message, const std::string& name) {
  if (const FieldDescriptor* field = message.FindFieldByName(name); field != nullptr) return field;
  for (int i = 0; i < message.field_count(); ++i) {
    if (message.field(i)->json_name() == name) return message.field(i);
  }
  return nullptr;
}

class Checker {
 public:
  Checker(absl::string_view text, const Descriptor& message, const StillWanted& wanted)
      : text_(text), message_(message), wanted_(wanted) {}

  absl::StatusOr<std::vector<size_t>> Check() {
    SkipBlanks();
    if (Peek() != '{') {
      Fail("the message is not a JSON object");
    } else if (Value() && Rest()) {
      SkipBlanks();
      if (place_ < text_.size()) FailHere();
    }
    if (!fault_.ok()) return fault_;
    return std::move(pieces_);
  }

 private:
  // An object or a list that is open.
  struct Level {
    bool is_list = false;
    // What an object stands for.
    const Descriptor* message = nullptr;
    // What one in it would stand for: in a list, or behind the key that was read last. Null: none
    // may be there, as the value is no message.
    const Descriptor* child = nullptr;
    // Fields that were given: by the bits of their indices, and further ones.
    uint64_t fields = 0;
    std::set<int> more_fields;
  };

  // What follows the first `{`, to its end. False: there is a fault.
  bool Rest() {
    while (!levels_.empty()) {
      if (!Next()) return false;
    }
    return true;
  }

  // The next member or element of the innermost level, or its end.
  bool Next() {
    Level& level = levels_.back();
    const char end = level.is_list ? ']' : '}';
    SkipBlanks();
    if (Peek() == end) {
      if (is_behind_comma_) return FailHere();
      ++place_;
      levels_.pop_back();
      has_value_ = true;
      return true;
    }
    if (has_value_) {
      if (Peek() != ',') return FailHere();
      ++place_;
      SkipBlanks();
      has_value_ = false;
      is_behind_comma_ = true;
      return true;
    }
    is_behind_comma_ = false;
    if (!CutHere()) return false;
    if (!level.is_list && !Key(level)) return false;
    return Value();
  }

  bool Key(Level& level) {
    absl::string_view name;
    if (Peek() != '"') return FailHere();
    if (!String(&name)) return false;
    SkipBlanks();
    if (Peek() != ':') return FailHere();
    ++place_;
    SkipBlanks();
    return TakeKey(level, name);
  }

  bool TakeKey(Level& level, absl::string_view name) {
    const FieldDescriptor* const field = FindField(*level.message, std::string(name));
    if (field == nullptr) {
      constexpr size_t kMostShown = 100;
      return Fail(absl::StrCat(level.message->name(), " has no field \"",
                               absl::CHexEscape(name.substr(0, kMostShown)), "\""));
    }
    level.child = field->message_type();
    return IsFirst(level, field->index()) || Fail("a field is given twice");
  }

  static bool IsFirst(Level& level, int index) {
    constexpr int kBits = 64;
    if (index >= kBits) return level.more_fields.insert(index).second;
    const uint64_t bit = uint64_t{1} << static_cast<unsigned int>(index);
    const bool is_first = (level.fields & bit) == 0;
    level.fields |= bit;
    return is_first;
  }

  // A value, or the beginning of one that has others in it.
  bool Value() {
    has_value_ = true;
    switch (Peek()) {
      case '{':
        return Open(false);
      case '[':
        return Open(true);
      case '"':
        return String(nullptr);
      case 't':
        return Word("true");
      case 'f':
        return Word("false");
      case 'n':
        // protobuf's reader would leave it out.
        if (levels_.back().is_list) return Fail("a list has a null");
        return Word("null");
      default:
        return Number();
    }
  }

  bool Open(bool is_list) {
    if (levels_.size() >= kMaxJsonDepth) return Fail("the JSON nests too deep");
    const Descriptor* const child = levels_.empty() ? &message_ : levels_.back().child;
    if (!is_list && child == nullptr) return Fail("an object stands where none may be");
    // protobuf's reader would take the lists for one.
    if (is_list && levels_.back().is_list) return Fail("a list is in a list");
    Level& level = levels_.emplace_back();
    level.is_list = is_list;
    level.message = is_list ? nullptr : child;
    level.child = is_list ? child : nullptr;
    has_value_ = false;
    ++place_;
    return true;
  }

  bool Word(absl::string_view word) {
    if (!absl::StartsWith(text_.substr(place_), word)) return FailHere();
    place_ += word.size();
    return true;
  }

  bool Number() {
    if (Peek() == '-') ++place_;
    if (Peek() == '0') {
      ++place_;
    } else if (!Digits()) {
      return FailHere();
    }
    if (Peek() == '.') {
      ++place_;
      if (!Digits()) return FailHere();
    }
    if (Peek() == 'e' || Peek() == 'E') {
      ++place_;
      if (Peek() == '+' || Peek() == '-') ++place_;
      if (!Digits()) return FailHere();
    }
    return true;
  }

  bool Digits() {
    const size_t begin = place_;
    while (absl::ascii_isdigit(static_cast<unsigned char>(Peek()))) ++place_;
    return place_ > begin;
  }

  // `content`, if it is not null: what the text means, a view of the text, or of `decoded_` until
  // the next one.
  bool String(absl::string_view* content) {
    const size_t begin = ++place_;
    std::string* decoded = nullptr;
    while (true) {
      if (place_ >= text_.size()) return FailHere();
      const char c = text_[place_];
      if (c == '"') break;
      if (c == '\\') {
        if (content != nullptr && decoded == nullptr) {
          decoded_ = std::string(text_.substr(begin, place_ - begin));
          decoded = &decoded_;
        }
        if (!Escape(decoded)) return false;
        continue;
      }
      const size_t size = CharacterSize(c);
      if (size == 0) return FailHere();
      if (decoded != nullptr) decoded->append(text_.data() + place_, size);
      place_ += size;
    }
    if (content != nullptr) {
      *content = decoded != nullptr ? *decoded : text_.substr(begin, place_ - begin);
    }
    ++place_;
    return true;
  }

  // Of the character that begins with `c` at this place; 0: it may not stand in a text.
  size_t CharacterSize(char c) const {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ') return 0;
    return byte < 0x80 ? 1 : Utf8CharacterSize(text_.substr(place_));
  }

  bool Escape(std::string* decoded) {
    constexpr absl::string_view kLetters = "\"\\/bfnrt";
    constexpr absl::string_view kMeant = "\"\\/\b\f\n\r\t";
    ++place_;
    const char letter = Peek();
    if (letter == 'u') return UnicodeEscape(decoded);
    const size_t index = letter == 0 ? absl::string_view::npos : kLetters.find(letter);
    if (index == absl::string_view::npos) return FailHere();
    if (decoded != nullptr) *decoded += kMeant[index];
    ++place_;
    return true;
  }

  // Half of a surrogate pair is no character.
  bool UnicodeEscape(std::string* decoded) {
    uint32_t code = 0;
    if (!FourDigits(&code)) return FailHere();
    if (code >= 0xdc00 && code < 0xe000) return FailHere();
    if (code >= 0xd800 && code < 0xdc00) {
      uint32_t low = 0;
      if (Peek() != '\\') return FailHere();
      ++place_;
      if (Peek() != 'u' || !FourDigits(&low) || low < 0xdc00 || low >= 0xe000) return FailHere();
      code = 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00);
    }
    if (decoded != nullptr) AppendCharacter(code, *decoded);
    return true;
  }

  // Behind the `u` at this place.
  bool FourDigits(uint32_t* code) {
    constexpr size_t kDigits = 4;
    const absl::string_view digits = text_.substr(place_ + 1).substr(0, kDigits);
    if (digits.size() < kDigits) return false;
    for (const char c : digits) {
      if (!absl::ascii_isxdigit(static_cast<unsigned char>(c))) return false;
      const int digit =
          c <= '9' ? c - '0' : absl::ascii_tolower(static_cast<unsigned char>(c)) - 'a' + 10;
      *code = *code << 4U | static_cast<uint32_t>(digit);
    }
    place_ += 1 + kDigits;
    return true;
  }

  static void AppendCharacter(uint32_t code, std::string& text) {
    const auto put = [&text](uint32_t byte) { text += static_cast<char>(byte); };
    const auto put_rest = [&put, code](uint32_t shift) { put(0x80U | (code >> shift & 0x3fU)); };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xc0U | code >> 6U);
      put_rest(0);
    } else if (code < 0x10000) {
      put(0xe0U | code >> 12U);
      put_rest(6);
      put_rest(0);
    } else {
      put(0xf0U | code >> 18U);
      put_rest(12);
      put_rest(6);
      put_rest(0);
    }
  }

  // A token begins here.
  bool CutHere() {
    if (place_ - last_piece_ < kCheckedPieceBytes) return true;
    last_piece_ = place_;
    pieces_.push_back(place_);
    fault_ = wanted_();
    return fault_.ok();
  }

  // 0 at the end.
  char Peek() const { return place_ < text_.size() ? text_[place_] : '\0'; }
  void SkipBlanks() {
    while (Peek() == ' ' || Peek() == '\t' || Peek() == '\n' || Peek() == '\r') ++place_;
  }
  bool FailHere() { return Fail(absl::StrCat("no JSON at byte ", place_ + 1)); }
  bool Fail(absl::string_view fault) {
    fault_ = absl::InvalidArgumentError(fault);
    return false;
  }

  const absl::string_view text_;
  const Descriptor& message_;
  const StillWanted& wanted_;
  size_t place_ = 0;
  std::vector<Level> levels_;
  // Of the innermost level: whether a value is there that no comma follows yet.
  bool has_value_ = false;
  bool is_behind_comma_ = false;
  // The last key that has escapes.
  std::string decoded_;
  std::vector<size_t> pieces_;
  size_t last_piece_ = 0;
  absl::Status fault_;
};

}  // namespace

absl::StatusOr<std::vector<size_t>> CheckJson(absl::string_view text, const Descriptor& message,
                                              const StillWanted& wanted) {
  return Checker(text, message, wanted).Check();
}

}  // namespace shapewright::server
