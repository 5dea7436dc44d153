#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_ATTRIBUTE_TABLE_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_ATTRIBUTE_TABLE_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/mlir_bytecode/byte_cursor.h"
#include "core/graph/mlir_bytecode/bytecode_file.h"
#include "core/graph/stablehlo/mlir.h"

namespace shapewright::graph {

class AttributeTable;

// How a dialect encodes its attributes and types. Null: it has none.
struct DialectEncoding {
  absl::string_view dialect;
  bool (*decode_attribute)(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
  bool (*decode_type)(AttributeTable& table, ByteCursor& cursor, MlirType* type);
};

// The codes of locations, which are attributes of the dialect `builtin`.
enum class LocationCode : uint8_t {
  kCallSite = 10,
  kFileLineColumn = 11,
  kFused = 12,
  kFusedWithMetadata = 13,
  kName = 14,
  kUnknown = 15,
  kFileLineColumnRange = 22,
};

// The attributes and types of a file, each of which is read once, when it is asked for. Functions
// return false if the state has failed.
class AttributeTable {
 public:
  AttributeTable(const BytecodeFile& file, absl::Span<const DialectEncoding> encodings,
                 BytecodeState* state)
      : file_(file),
        encodings_(encodings),
        state_(*state),
        attributes_(file.attributes.size()),
        types_(file.types.size()),
        locations_(file.attributes.size()) {}

  const BytecodeFile& file() const { return file_; }
  BytecodeState& state() { return state_; }

  // Of a number that stands at the cursor.
  bool ReadAttribute(ByteCursor& cursor, const MlirAttribute** attribute);
  bool ReadType(ByteCursor& cursor, const MlirType** type);
  bool ReadString(ByteCursor& cursor, absl::string_view* text);
  bool ReadAttributes(ByteCursor& cursor, std::vector<MlirAttribute>* attributes);
  bool ReadTypes(ByteCursor& cursor, std::vector<const MlirType*>* types);
  // Pairs of a name, which is an attribute too, and an attribute.
  bool ReadEntries(ByteCursor& cursor, std::vector<MlirNamedAttribute>* entries);
  // The name that a location tells: that of its operation, else its place in a file; empty if it is
  // unknown.
  bool ReadLocationName(ByteCursor& cursor, absl::string_view* name);

  bool FindAttribute(ByteCursor& cursor, uint64_t number, const MlirAttribute** attribute);
  bool FindType(ByteCursor& cursor, uint64_t number, const MlirType** type);

 private:
  // An item that is being read has no value yet: what asks for it then stands within itself.
  template <typename T>
  struct Item {
    bool is_begun = false;
    bool is_read = false;
    T value{};
  };

  // Reads an item with `decode` unless it was read before.
  template <typename T>
  bool Find(ByteCursor& cursor, uint64_t number, absl::string_view what,
            absl::Span<const BytecodeFile::Entry> entries, std::vector<Item<T*>>& items,
            bool (AttributeTable::*decode)(const BytecodeFile::Entry&, T*), const T** value);
  // Null: a dialect that is not known, whose attributes are left out.
  const DialectEncoding* EncodingOf(const BytecodeFile::Entry& entry) const;
  bool DecodeAttribute(const BytecodeFile::Entry& entry, MlirAttribute* attribute);
  bool DecodeType(const BytecodeFile::Entry& entry, MlirType* type);
  bool ParseText(absl::string_view bytes, MlirAttribute* attribute, MlirType* type);
  bool FindLocationName(ByteCursor& cursor, uint64_t number, absl::string_view* name);
  bool DecodeLocation(ByteCursor cursor, absl::string_view* name);
  bool DecodePlace(ByteCursor& cursor, bool is_range, absl::string_view* name);
  bool DecodeFirst(ByteCursor& cursor, absl::string_view* name);

  const BytecodeFile& file_;
  const absl::Span<const DialectEncoding> encodings_;
  BytecodeState& state_;
  std::vector<Item<MlirAttribute*>> attributes_;
  std::vector<Item<MlirType*>> types_;
  std::vector<Item<absl::string_view>> locations_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_ATTRIBUTE_TABLE_H_
