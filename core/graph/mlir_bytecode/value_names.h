#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_VALUE_NAMES_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_VALUE_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/graph/mlir_bytecode/byte_cursor.h"

namespace shapewright::graph {

// Bytecode has no names of values. These are those that MLIR gives when it prints the module:
// numbers in each function, `arg` with a number for arguments, and `c`, `cst` and `iterArg` where
// an operator asks for them. A region within another goes on where the whole outer one ends.
class ValueNames {
 public:
  ValueNames(BytecodeState* state) : state_(*state) {}

  // Opens a region within region `parent`; kNoParent: of a function. Returns its number.
  static constexpr size_t kNoParent = ~size_t{0};
  size_t AddRegion(size_t parent);
  // Values that a region defines, in order; `names` get their names in Resolve(). Empty
  // `suggestion`: a number.
  void AddArgument(size_t region, absl::string_view suggestion, absl::string_view* name);
  void AddResults(size_t region, absl::string_view suggestion, absl::Span<absl::string_view> names);
  // An operand: gets the name of the value that `defined` is to have.
  void AddUse(const absl::string_view* defined, absl::string_view* name) {
    uses_.push_back({defined, name});
  }

  // Names all that was added since the last time.
  bool Resolve();

 private:
  struct Definition {
    absl::string_view suggestion;
    bool is_argument = false;
    absl::Span<absl::string_view> names;
  };
  struct Region {
    size_t parent = kNoParent;
    std::vector<Definition> definitions;
    // Where the numbers go on behind it.
    uint64_t next_value = 0;
    uint64_t next_argument = 0;
    uint64_t next_conflict = 0;
    // What an operator has asked for here.
    HashSet<absl::string_view> taken;
  };
  struct Use {
    const absl::string_view* defined;
    absl::string_view* name;
  };

  bool NameRegion(Region& region);
  bool Name(Region& region, const Definition& definition);
  absl::string_view Unique(Region& region, absl::string_view suggestion);
  bool IsTaken(const Region& region, absl::string_view name) const;

  BytecodeState& state_;
  std::vector<Region> regions_;
  std::vector<Use> uses_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_VALUE_NAMES_H_
