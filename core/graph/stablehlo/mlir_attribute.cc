#include "core/graph/stablehlo/mlir_attribute.h"

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/graph/stablehlo/dense_elements.h"
#include "core/graph/stablehlo/mlir_type.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

class MlirAttributeReader {
 public:
  explicit MlirAttributeReader(MlirCursor& cursor) : cursor_(cursor) {}

  bool Read(MlirAttribute* attribute);

 private:
  bool ReadWord(MlirAttribute* attribute);
  bool ReadNumber(MlirAttribute* attribute);
  bool ReadSymbol(MlirAttribute* attribute);
  bool ReadArray(MlirAttribute* attribute);
  bool ReadInts(MlirAttribute* attribute);
  bool ReadHash(MlirAttribute* attribute);
  bool ReadOptionalType(MlirAttribute* attribute);

  MlirCursor& cursor_;
};

bool MlirAttributeReader::Read(MlirAttribute* attribute) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok()) return false;
  switch (cursor_.token()) {
    case MlirToken::kWord:
      return ReadWord(attribute);
    case MlirToken::kInteger:
    case MlirToken::kFloat:
      return ReadNumber(attribute);
    case MlirToken::kString:
      attribute->kind = Kind::kString;
      attribute->text = cursor_.Name();
      return cursor_.Advance() && ReadOptionalType(attribute);
    case MlirToken::kSymbol:
      return ReadSymbol(attribute);
    case MlirToken::kHash:
      return ReadHash(attribute);
    case MlirToken::kBang:
      attribute->kind = Kind::kType;
      return ParseType(cursor_, &attribute->type);
    default:
      break;
  }
  if (cursor_.IsMark('-')) return ReadNumber(attribute);
  if (cursor_.IsMark('[')) return ReadArray(attribute);
  if (cursor_.IsMark('(')) {
    attribute->kind = Kind::kType;
    return ParseType(cursor_, &attribute->type);
  }
  if (!cursor_.IsMark('{')) return cursor_.Fail("an attribute");
  std::vector<MlirNamedAttribute> entries;
  if (!ParseDict(cursor_, &entries)) return false;
  attribute->kind = Kind::kDict;
  attribute->entries = CopyToArena(cursor_.arena(), entries);
  return true;
}

bool MlirAttributeReader::ReadOptionalType(MlirAttribute* attribute) {
  return !cursor_.Take(':') ? !cursor_.failed() : ParseType(cursor_, &attribute->type);
}

bool MlirAttributeReader::ReadWord(MlirAttribute* attribute) {
  const absl::string_view word = cursor_.text();
  if (word == "true" || word == "false") {
    attribute->kind = Kind::kBool;
    attribute->int_value = word == "true" ? 1 : 0;
    return cursor_.Advance() && ReadOptionalType(attribute);
  }
  if (word == "unit") return cursor_.Advance();
  if (word == "array") return ReadInts(attribute);
  if (word == "loc") return ParseLocation(cursor_, &attribute->body);
  if (word == "dense" || word == "dense_resource" || word == "sparse") {
    attribute->kind = Kind::kTensor;
    return ParseElements(cursor_, &attribute->tensor, &attribute->type);
  }
  if (word == "affine_map" || word == "affine_set" || word == "distinct" || word == "strided") {
    attribute->kind = Kind::kDialect;
    attribute->text = word;
    if (!cursor_.Advance()) return false;
    return !cursor_.IsMark('<') || cursor_.TakeBalanced(&attribute->body);
  }
  attribute->kind = Kind::kType;
  return ParseType(cursor_, &attribute->type);
}

bool MlirAttributeReader::ReadNumber(MlirAttribute* attribute) {
  const bool is_negative = cursor_.Take('-');
  if (cursor_.token() == MlirToken::kFloat) {
    attribute->kind = Kind::kFloat;
    if (!absl::SimpleAtod(cursor_.text(), &attribute->float_value)) return cursor_.Fail("a number");
    if (is_negative) attribute->float_value = -attribute->float_value;
    return cursor_.Advance() && ReadOptionalType(attribute);
  }
  attribute->kind = Kind::kInt;
  if (!cursor_.ExpectInteger(&attribute->int_value)) return false;
  if (is_negative) {
    attribute->int_value = static_cast<int64_t>(0 - static_cast<uint64_t>(attribute->int_value));
  }
  return ReadOptionalType(attribute);
}

// @a, @a::@b: the last name counts.
bool MlirAttributeReader::ReadSymbol(MlirAttribute* attribute) {
  attribute->kind = Kind::kSymbol;
  for (;;) {
    if (cursor_.token() != MlirToken::kSymbol) return cursor_.Fail("a symbol");
    attribute->text = cursor_.Name();
    if (!cursor_.Advance()) return false;
    if (!absl::StartsWith(cursor_.Rest(), "::")) return true;
    if (!cursor_.Advance() || !cursor_.Advance()) return false;
  }
}

bool MlirAttributeReader::ReadArray(MlirAttribute* attribute) {
  attribute->kind = Kind::kArray;
  std::vector<MlirAttribute> items;
  if (!cursor_.Expect('[')) return false;
  if (!cursor_.IsMark(']')) {
    do {
      if (!Read(&items.emplace_back())) return false;
    } while (cursor_.Take(','));
  }
  attribute->items = CopyToArena(cursor_.arena(), items);
  return cursor_.Expect(']');
}

// array<i64: 1, 2>, array<i1: true>, array<f32: 1.0>, array<i64>.
bool MlirAttributeReader::ReadInts(MlirAttribute* attribute) {
  attribute->kind = Kind::kInts;
  if (!cursor_.Advance() || !cursor_.Expect('<') || !ParseType(cursor_, &attribute->type)) {
    return false;
  }
  std::vector<int64_t> ints;
  if (cursor_.Take(':')) {
    do {
      const bool is_true = cursor_.IsWord("true");
      if (is_true || cursor_.IsWord("false")) {
        ints.push_back(is_true ? 1 : 0);
        if (!cursor_.Advance()) return false;
        continue;
      }
      MlirAttribute number;
      if (!ReadNumber(&number)) return false;
      ints.push_back(number.int_value);
    } while (cursor_.Take(','));
  }
  attribute->ints = CopyToArena(cursor_.arena(), ints);
  return cursor_.Expect('>');
}

// #alias, #stablehlo.gather<..>, #stablehlo<precision DEFAULT>.
bool MlirAttributeReader::ReadHash(MlirAttribute* attribute) {
  const absl::string_view name = cursor_.Name();
  const auto alias = cursor_.aliases().attributes.find(name);
  if (alias != cursor_.aliases().attributes.end()) {
    *attribute = *alias->second;
    attribute->is_shared = true;
    return cursor_.Advance();
  }
  attribute->kind = Kind::kDialect;
  attribute->text = name;
  if (!cursor_.Advance()) return false;
  if (cursor_.IsMark('<') && cursor_.IsAdjacent() && !cursor_.TakeBalanced(&attribute->body)) {
    return false;
  }
  return ReadOptionalType(attribute);
}

constexpr int kMostAliases = 32;

absl::string_view NameOf(MlirCursor& cursor, absl::string_view location, int depth);

// The first location within the brackets of fused<..>[..] and callsite(.. at ..).
absl::string_view NameOfFirst(MlirCursor& cursor, absl::string_view list, int depth) {
  return NameOf(cursor, list.substr(0, list.find_first_of(",]")), depth);
}

absl::string_view NameOf(MlirCursor& cursor, absl::string_view location, int depth) {
  if (depth > kMostAliases || !cursor.Count(1 + location.size() / kBytesPerCount)) return {};
  location = absl::StripAsciiWhitespace(location);
  if (absl::ConsumePrefix(&location, "#")) {
    const absl::string_view name = location.substr(0, location.find_first_of(" )],"));
    const auto alias = cursor.aliases().locations.find(name);
    if (alias == cursor.aliases().locations.end()) return {};
    // Any number of operations may name it.
    const auto [known, is_new] = cursor.aliases().location_names.try_emplace(name);
    if (is_new) {
      const absl::string_view found = NameOf(cursor, alias->second, depth + 1);
      cursor.aliases().location_names[name] = found;
      return found;
    }
    return known->second;
  }
  if (absl::StartsWith(location, "\"")) {
    size_t end = 1;
    while (end < location.size() && location[end] != '"') end += location[end] == '\\' ? 2 : 1;
    if (end >= location.size()) return {};
    const absl::string_view text = location.substr(1, end - 1);
    absl::string_view rest = location.substr(end + 1);
    if (!absl::StartsWith(rest, ":")) return text;
    // "file.py":12:2 to :8
    const size_t place_end = rest.find_first_not_of(":0123456789");
    return CopyText(cursor.arena(), std::string(text) + std::string(rest.substr(0, place_end)));
  }
  if (absl::ConsumePrefix(&location, "callsite(")) return NameOf(cursor, location, depth + 1);
  if (absl::ConsumePrefix(&location, "fused")) {
    const size_t list = location.find('[');
    if (list == absl::string_view::npos) return {};
    return NameOfFirst(cursor, location.substr(list + 1), depth + 1);
  }
  return {};
}

}  // namespace

bool ParseAttribute(MlirCursor& cursor, MlirAttribute* attribute) {
  return MlirAttributeReader(cursor).Read(attribute);
}

bool ParseDict(MlirCursor& cursor, std::vector<MlirNamedAttribute>* entries) {
  if (!cursor.Expect('{')) return false;
  if (cursor.Take('}')) return true;
  do {
    const bool is_string = cursor.token() == MlirToken::kString;
    const bool is_name =
        cursor.token() == MlirToken::kWord || cursor.token() == MlirToken::kInteger;
    if (!is_string && !is_name) return cursor.Fail("an attribute's name");
    MlirNamedAttribute& entry = entries->emplace_back();
    entry.name = is_string ? cursor.Name() : cursor.text();
    if (!cursor.Advance()) return false;
    if (!cursor.Take('=')) continue;
    MlirAttribute value;
    if (!ParseAttribute(cursor, &value)) return false;
    entries->back().value = value;
  } while (cursor.Take(','));
  return cursor.Expect('}');
}

bool ParseLocation(MlirCursor& cursor, absl::string_view* location) {
  if (!cursor.IsWord("loc")) return !cursor.failed();
  if (!cursor.Advance()) return false;
  if (!cursor.IsMark('(')) return cursor.Fail("`(`");
  return cursor.TakeBalanced(location);
}

absl::string_view LocationName(MlirCursor& cursor, absl::string_view location) {
  return location.empty() ? location : NameOf(cursor, location, 0);
}

}  // namespace shapewright::graph
