#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTECODE_FILE_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTECODE_FILE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/mlir_bytecode/byte_cursor.h"

namespace shapewright::graph {

// Versions of the format, from which on a part is encoded as it is now.
inline constexpr uint64_t kDialectVersions = 1;
inline constexpr uint64_t kRegionSections = 2;
inline constexpr uint64_t kUseListOrders = 3;
inline constexpr uint64_t kUnknownArgumentLocations = 4;
inline constexpr uint64_t kProperties = 5;
inline constexpr uint64_t kNewestBytecode = 6;

// The tables of a file of MLIR's bytecode. All are views into its bytes; what they have in them is
// read when it is asked for.
struct BytecodeFile {
  // An attribute or type: its bytes, in the encoding of its dialect, or as text.
  struct Entry {
    absl::string_view bytes;
    uint32_t dialect = 0;
    bool is_text = false;
  };
  struct OperationName {
    absl::string_view dialect;
    absl::string_view name;
    bool is_registered = true;
  };

  uint64_t version = 0;
  absl::string_view producer;
  std::vector<absl::string_view> strings;
  std::vector<absl::string_view> dialects;
  std::vector<OperationName> operation_names;
  std::vector<Entry> attributes;
  std::vector<Entry> types;
  // What operations have of attributes that are theirs.
  std::vector<absl::string_view> properties;
  // The operations.
  ByteCursor ir;
};

// Reads the tables. False: the state has failed. A version that is not known is an error.
bool ReadBytecodeFile(BytecodeState* state, BytecodeFile* file);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTECODE_FILE_H_
