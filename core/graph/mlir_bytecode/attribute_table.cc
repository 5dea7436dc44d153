#include "core/graph/mlir_bytecode/attribute_table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"
#include "core/graph/read_error.h"
#include "core/graph/stablehlo/mlir_attribute.h"
#include "core/graph/stablehlo/mlir_cursor.h"
#include "core/graph/stablehlo/mlir_type.h"

namespace shapewright::graph {
bool AttributeTable::ReadAttribute(ByteCursor& cursor, const MlirAttribute** attribute) {
  uint64_t number = 0;
  return cursor.ReadVarint(&number) && FindAttribute(cursor, number, attribute);
}

bool AttributeTable::ReadType(ByteCursor& cursor, const MlirType** type) {
  uint64_t number = 0;
  return cursor.ReadVarint(&number) && FindType(cursor, number, type);
}

bool AttributeTable::ReadString(ByteCursor& cursor, absl::string_view* text) {
  uint64_t number = 0;
  if (!cursor.ReadNumber(file_.strings.size(), "a string", &number)) return false;
  *text = file_.strings[number];
  return true;
}

bool AttributeTable::ReadAttributes(ByteCursor& cursor, std::vector<MlirAttribute>* attributes) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  attributes->reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    const MlirAttribute* read = nullptr;
    if (!ReadAttribute(cursor, &read)) return false;
    attributes->push_back(*read);
  }
  return true;
}

bool AttributeTable::ReadTypes(ByteCursor& cursor, std::vector<const MlirType*>* types) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  types->reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    if (!ReadType(cursor, &types->emplace_back())) return false;
  }
  return true;
}

bool AttributeTable::ReadEntries(ByteCursor& cursor, std::vector<MlirNamedAttribute>* entries) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  entries->reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    const MlirAttribute* name = nullptr;
    const MlirAttribute* value = nullptr;
    if (!ReadAttribute(cursor, &name) || !ReadAttribute(cursor, &value)) return false;
    if (name->kind != MlirAttribute::Kind::kString) return cursor.Fail("a string as a name");
    MlirNamedAttribute& entry = entries->emplace_back();
    entry.name = name->text;
    entry.value = *value;
  }
  return true;
}

template <typename T>
bool AttributeTable::Find(ByteCursor& cursor, uint64_t number, absl::string_view what,
                          absl::Span<const BytecodeFile::Entry> entries,
                          std::vector<Item<T*>>& items,
                          bool (AttributeTable::*decode)(const BytecodeFile::Entry&, T*),
                          const T** value) {
  if (!cursor.CheckNumber(number, items.size(), what)) return false;
  Item<T*>& item = items[number];
  if (!item.is_read) {
    if (item.is_begun) return cursor.Fail(absl::StrCat(what, " that is not within itself"));
    item.is_begun = true;
    item.value = New<T>(state_.arena());
    const BytecodeFile::Entry& entry = entries[number];
    const BytecodeState::Nested nested(state_);
    if (!nested.ok(entry.bytes.data())) return false;
    if (!state_.Count(1 + entry.bytes.size() / kBytesPerCount)) return false;
    if (!(this->*decode)(entry, item.value)) return false;
    item.is_read = true;
  }
  *value = item.value;
  return true;
}

bool AttributeTable::FindAttribute(ByteCursor& cursor, uint64_t number,
                                   const MlirAttribute** attribute) {
  return Find(cursor, number, "an attribute", file_.attributes, attributes_,
              &AttributeTable::DecodeAttribute, attribute);
}

bool AttributeTable::FindType(ByteCursor& cursor, uint64_t number, const MlirType** type) {
  return Find(cursor, number, "a type", file_.types, types_, &AttributeTable::DecodeType, type);
}

bool AttributeTable::ParseText(absl::string_view bytes, MlirAttribute* attribute, MlirType* type) {
  ByteCursor cursor(bytes, &state_);
  absl::string_view text;
  if (!cursor.ReadTerminated(&text)) return false;
  MlirCursor tokens(text, state_.limits(), state_.work(), state_.arena());
  const MlirType* parsed = nullptr;
  const bool is_read =
      attribute != nullptr ? ParseAttribute(tokens, attribute) : ParseType(tokens, &parsed);
  if (!is_read) {
    const absl::Status& error = tokens.error();
    if (absl::IsInvalidArgument(error)) {
      return state_.Fail(bytes.data(), absl::StrCat("a text of MLIR: ", error.message()));
    }
    return state_.FailWith(error);
  }
  if (type != nullptr) *type = *parsed;
  return true;
}

const DialectEncoding* AttributeTable::EncodingOf(const BytecodeFile::Entry& entry) const {
  for (const DialectEncoding& encoding : encodings_) {
    if (encoding.dialect == file_.dialects[entry.dialect]) return &encoding;
  }
  return nullptr;
}

bool AttributeTable::DecodeAttribute(const BytecodeFile::Entry& entry, MlirAttribute* attribute) {
  // Any number of operations may name it.
  attribute->is_shared = true;
  if (entry.is_text) return ParseText(entry.bytes, attribute, nullptr);
  const DialectEncoding* const encoding = EncodingOf(entry);
  if (encoding == nullptr || encoding->decode_attribute == nullptr) {
    attribute->kind = MlirAttribute::Kind::kDict;
    return true;
  }
  ByteCursor cursor(entry.bytes, &state_);
  return encoding->decode_attribute(*this, cursor, attribute) &&
         (cursor.AtEnd() || cursor.Fail("the end of an attribute"));
}

bool AttributeTable::DecodeType(const BytecodeFile::Entry& entry, MlirType* type) {
  if (entry.is_text) return ParseText(entry.bytes, nullptr, type);
  const DialectEncoding* const encoding = EncodingOf(entry);
  if (encoding == nullptr || encoding->decode_type == nullptr) {
    type->declared.kind = shape::TypeKind::kOpaque;
    type->declared.domain = file_.dialects[entry.dialect];
    return true;
  }
  ByteCursor cursor(entry.bytes, &state_);
  return encoding->decode_type(*this, cursor, type) &&
         (cursor.AtEnd() || cursor.Fail("the end of a type"));
}

bool AttributeTable::ReadLocationName(ByteCursor& cursor, absl::string_view* name) {
  uint64_t number = 0;
  return cursor.ReadVarint(&number) && FindLocationName(cursor, number, name);
}

bool AttributeTable::FindLocationName(ByteCursor& cursor, uint64_t number,
                                      absl::string_view* name) {
  if (!cursor.CheckNumber(number, locations_.size(), "an attribute")) return false;
  Item<absl::string_view>& item = locations_[number];
  if (!item.is_read) {
    if (item.is_begun) return cursor.Fail("a location that is not within itself");
    item.is_begun = true;
    const BytecodeFile::Entry& entry = file_.attributes[number];
    const BytecodeState::Nested nested(state_);
    if (!nested.ok(entry.bytes.data())) return false;
    if (!state_.Count(1 + entry.bytes.size() / kBytesPerCount)) return false;
    const bool is_encoded = !entry.is_text && file_.dialects[entry.dialect] == "builtin";
    // Locations of other dialects tell no name.
    if (is_encoded && !DecodeLocation(ByteCursor(entry.bytes, &state_), &item.value)) return false;
    item.is_read = true;
  }
  *name = item.value;
  return true;
}

bool AttributeTable::DecodeLocation(ByteCursor cursor, absl::string_view* name) {
  uint8_t code = 0;
  if (!cursor.ReadCode(&code)) return false;
  switch (static_cast<LocationCode>(code)) {
    case LocationCode::kName: {
      const MlirAttribute* text = nullptr;
      if (!ReadAttribute(cursor, &text)) return false;
      *name = text->text;
      return true;
    }
    case LocationCode::kCallSite:
      return ReadLocationName(cursor, name);
    case LocationCode::kFileLineColumn:
      return DecodePlace(cursor, false, name);
    case LocationCode::kFileLineColumnRange:
      return DecodePlace(cursor, true, name);
    case LocationCode::kFused:
    case LocationCode::kFusedWithMetadata:
      return DecodeFirst(cursor, name);
    default:
      return true;
  }
}

// A file, a line and a column, as `file.py:12:2`.
bool AttributeTable::DecodePlace(ByteCursor& cursor, bool is_range, absl::string_view* name) {
  const MlirAttribute* file = nullptr;
  uint64_t count = 2;
  if (!ReadAttribute(cursor, &file) || (is_range && !cursor.ReadCount(&count))) return false;
  std::string place(file->text);
  for (uint64_t i = 0; i < count && i < 2; ++i) {
    uint64_t number = 0;
    if (!cursor.ReadVarint(&number)) return false;
    absl::StrAppend(&place, ":", number);
  }
  // Any number of places may name a long file.
  if (!state_.Count(place.size())) return false;
  *name = CopyText(state_.arena(), place);
  return true;
}

bool AttributeTable::DecodeFirst(ByteCursor& cursor, absl::string_view* name) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  return count == 0 || ReadLocationName(cursor, name);
}

}  // namespace shapewright::graph
