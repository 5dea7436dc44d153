#include "core/graph/mlir_bytecode/bytecode_file.h"

#include <array>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace shapewright::graph {
namespace {

constexpr size_t kMagicSize = 4;

enum SectionId : uint8_t {
  kStringSection = 0,
  kDialectSection = 1,
  kAttributeSection = 2,
  kOffsetSection = 3,
  kIrSection = 4,
  kResourceSection = 5,
  kResourceOffsetSection = 6,
  kVersionSection = 7,
  kPropertySection = 8,
  kSections = 9,
};

class FileReader {
 public:
  FileReader(BytecodeState* state, BytecodeFile* file) : state_(*state), file_(*file) {}

  bool Read();

 private:
  bool ReadHeader(ByteCursor& cursor);
  bool ReadSections(ByteCursor& cursor);
  bool ReadStrings(ByteCursor cursor);
  bool ReadDialects(ByteCursor cursor);
  bool ReadOperationNames(ByteCursor cursor);
  bool ReadEntries(ByteCursor cursor, ByteCursor content);
  bool ReadEntryGroups(ByteCursor& cursor, uint64_t count, ByteCursor& content,
                       std::vector<BytecodeFile::Entry>* entries);
  bool ReadProperties(ByteCursor cursor);

  BytecodeState& state_;
  BytecodeFile& file_;
  std::array<ByteCursor, kSections> sections_;
  std::array<bool, kSections> has_section_{};
};

bool FileReader::Read() {
  ByteCursor cursor(state_.file(), &state_);
  return ReadHeader(cursor) && ReadSections(cursor) && ReadStrings(sections_[kStringSection]) &&
         ReadDialects(sections_[kDialectSection]) &&
         ReadEntries(sections_[kOffsetSection], sections_[kAttributeSection]) &&
         ReadProperties(sections_[kPropertySection]);
}

bool FileReader::ReadHeader(ByteCursor& cursor) {
  absl::string_view magic;
  if (!cursor.ReadBytes(kMagicSize, &magic)) return false;
  if (magic != absl::string_view("ML\xEFR", kMagicSize)) {
    return state_.Fail(magic.data(), "the mark of MLIR's bytecode");
  }
  const char* const at = cursor.here();
  if (!cursor.ReadVarint(&file_.version)) return false;
  if (file_.version > kNewestBytecode) {
    return state_.Fail(at, absl::StrCat("a version of MLIR's bytecode that is known: at most ",
                                        kNewestBytecode, ", not ", file_.version));
  }
  return cursor.ReadTerminated(&file_.producer);
}

bool FileReader::ReadSections(ByteCursor& cursor) {
  while (!cursor.AtEnd()) {
    const char* const at = cursor.here();
    uint8_t id = 0;
    ByteCursor content;
    if (!cursor.ReadSection(&id, &content)) return false;
    if (id >= kSections) return state_.Fail(at, absl::StrCat("a section that is known, not ", id));
    if (has_section_[id]) return state_.Fail(at, absl::StrCat("section ", id, " only once"));
    has_section_[id] = true;
    sections_[id] = content;
  }
  for (const SectionId id :
       {kStringSection, kDialectSection, kAttributeSection, kOffsetSection, kIrSection}) {
    if (!has_section_[id]) return cursor.Fail(absl::StrCat("section ", id));
  }
  file_.ir = sections_[kIrSection];
  return true;
}

// The lengths, of which the last one is the first, then the texts, each with a zero behind it.
bool FileReader::ReadStrings(ByteCursor cursor) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  file_.strings.resize(count);
  std::vector<uint64_t> sizes(count);
  for (uint64_t& size : sizes) {
    if (!cursor.ReadVarint(&size)) return false;
    if (size == 0) return cursor.Fail("the length of a text with its end");
  }
  for (size_t i = 0; i < count; ++i) {
    absl::string_view text;
    if (!cursor.ReadBytes(sizes[count - 1 - i], &text)) return false;
    text.remove_suffix(1);
    file_.strings[i] = text;
  }
  return true;
}

bool FileReader::ReadDialects(ByteCursor cursor) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t name = 0;
    bool has_version = false;
    const bool is_read = file_.version < kDialectVersions ? cursor.ReadVarint(&name)
                                                          : cursor.ReadFlagged(&name, &has_version);
    if (!is_read || !cursor.CheckNumber(name, file_.strings.size(), "a string")) return false;
    file_.dialects.push_back(file_.strings[name]);
    uint8_t id = 0;
    ByteCursor version;
    // What dialects write there does not matter: names of VHLO's operators have their versions.
    if (has_version && !cursor.ReadSection(&id, &version)) return false;
  }
  return ReadOperationNames(cursor);
}

bool FileReader::ReadOperationNames(ByteCursor cursor) {
  uint64_t all = 0;
  if (file_.version >= kUnknownArgumentLocations && !cursor.ReadCount(&all)) return false;
  while (!cursor.AtEnd()) {
    uint64_t dialect = 0;
    uint64_t count = 0;
    if (!cursor.ReadNumber(file_.dialects.size(), "a dialect", &dialect)) return false;
    if (!cursor.ReadCount(&count)) return false;
    for (uint64_t i = 0; i < count; ++i) {
      BytecodeFile::OperationName& name = file_.operation_names.emplace_back();
      uint64_t text = 0;
      const bool is_read = file_.version < kProperties
                               ? cursor.ReadVarint(&text)
                               : cursor.ReadFlagged(&text, &name.is_registered);
      if (!is_read || !cursor.CheckNumber(text, file_.strings.size(), "a string")) return false;
      name.dialect = file_.dialects[dialect];
      name.name = file_.strings[text];
    }
  }
  return true;
}

bool FileReader::ReadEntries(ByteCursor cursor, ByteCursor content) {
  uint64_t attributes = 0;
  uint64_t types = 0;
  if (!cursor.ReadCount(&attributes) || !cursor.ReadCount(&types)) return false;
  if (!ReadEntryGroups(cursor, attributes, content, &file_.attributes)) return false;
  if (!ReadEntryGroups(cursor, types, content, &file_.types)) return false;
  return cursor.AtEnd() || cursor.Fail("no attributes beyond the number of them");
}

// The sizes of `count` entries, by dialect.
bool FileReader::ReadEntryGroups(ByteCursor& cursor, uint64_t count, ByteCursor& content,
                                 std::vector<BytecodeFile::Entry>* entries) {
  entries->reserve(count);
  while (entries->size() < count) {
    uint64_t dialect = 0;
    uint64_t in_group = 0;
    if (!cursor.ReadNumber(file_.dialects.size(), "a dialect", &dialect)) return false;
    if (!cursor.ReadCount(&in_group)) return false;
    if (in_group > count - entries->size()) return cursor.Fail("fewer attributes in a group");
    for (uint64_t i = 0; i < in_group; ++i) {
      BytecodeFile::Entry& entry = entries->emplace_back();
      uint64_t size = 0;
      bool is_encoded = false;
      if (!cursor.ReadFlagged(&size, &is_encoded)) return false;
      if (!content.ReadBytes(size, &entry.bytes)) return false;
      entry.dialect = static_cast<uint32_t>(dialect);
      entry.is_text = !is_encoded;
    }
  }
  return true;
}

bool FileReader::ReadProperties(ByteCursor cursor) {
  if (!has_section_[kPropertySection]) return true;
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  file_.properties.resize(count);
  for (absl::string_view& properties : file_.properties) {
    if (!cursor.ReadBlob(&properties)) return false;
  }
  return true;
}

}  // namespace

bool ReadBytecodeFile(BytecodeState* state, BytecodeFile* file) {
  return FileReader(state, file).Read();
}

}  // namespace shapewright::graph
