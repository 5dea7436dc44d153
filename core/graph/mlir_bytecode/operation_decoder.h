#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATION_DECODER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATION_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/mlir_bytecode/attribute_table.h"
#include "core/graph/mlir_bytecode/byte_cursor.h"
#include "core/graph/mlir_bytecode/value_names.h"
#include "core/graph/stablehlo/mlir.h"

namespace shapewright::graph {

// Reads the operations of a file, with the regions in them, as the reader of text gives them.
// Functions return false if the state has failed.
class OperationDecoder {
 public:
  explicit OperationDecoder(AttributeTable* table)
      : table_(*table), file_(table->file()), state_(table->state()) {}

  // The operations of the file: modules.
  bool ReadFile(std::vector<MlirOperation>* operations);

 private:
  // The values that operations may name by their numbers; one for all within an operation whose
  // regions name none of the outside. A function's values have names of their own.
  struct Scope {
    ValueNames* names;
    // Where the names of the values will stand; null: not defined yet.
    std::vector<const absl::string_view*> values;
  };
  // The region that is being read.
  struct Place {
    Scope& scope;
    size_t region = ValueNames::kNoParent;
    // The number of the value that it defines next.
    size_t next_value = 0;
  };

  bool ReadBlock(ByteCursor& cursor, Place& place, absl::string_view arguments, MlirRegion* region);
  bool ReadArguments(ByteCursor& cursor, Place& place, absl::string_view suggestion,
                     MlirRegion* region);
  bool ReadOperations(ByteCursor& cursor, Place& place, uint64_t count, MlirRegion* region);
  bool ReadOperation(ByteCursor& cursor, Place& place, MlirOperation* operation);
  bool ReadAttributes(ByteCursor& cursor, const BytecodeFile::OperationName& name, uint8_t mask,
                      MlirOperation* operation);
  bool ReadOperationProperties(ByteCursor& cursor, const BytecodeFile::OperationName& name,
                               std::vector<MlirNamedAttribute>* attributes);
  bool ReadResults(ByteCursor& cursor, Place& place, MlirOperation* operation);
  bool ReadOperands(ByteCursor& cursor, Place& place, MlirOperation* operation);
  bool SkipUseListOrders(ByteCursor& cursor, size_t values);
  bool ReadRegions(ByteCursor& cursor, Place& place, MlirOperation* operation);
  bool ReadIsolatedRegions(ByteCursor& cursor, ValueNames* names, size_t parent, uint64_t count,
                           MlirOperation* operation);
  bool ReadRegionList(ByteCursor& cursor, Scope& scope, size_t parent, uint64_t count,
                      MlirOperation* operation);
  bool ReadRegion(ByteCursor& cursor, Scope& scope, size_t parent, absl::string_view arguments,
                  MlirRegion* region);
  // Whether the region may define so many values more.
  static bool HasRoom(ByteCursor& cursor, const Place& place, uint64_t count);

  AttributeTable& table_;
  const BytecodeFile& file_;
  BytecodeState& state_;
  // Of all regions that are being read.
  uint64_t open_values_ = 0;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATION_DECODER_H_
