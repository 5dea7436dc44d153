#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_OPERATION_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_OPERATION_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Reads operations in their generic and pretty forms, with the regions in them. The parts are
// public for the pretty forms. Each function returns false if the cursor has failed.
class OperationReader {
 public:
  // Reads an operation from its name on, in the form that its dialect prints.
  using PrettyForm = bool (*)(OperationReader& reader, MlirOperation* operation);

  OperationReader(MlirCursor& cursor, PrettyForm pretty_form)
      : cursor_(cursor), read_pretty_form_(pretty_form), unnamed_results_(cursor.Rest().size()) {}

  // The operations of a file: modules, functions, and definitions of aliases between them.
  bool ReadFile(std::vector<MlirOperation>* operations);

  MlirCursor& cursor() { return cursor_; }
  bool ReadOperation(MlirOperation* operation);
  // Adds `%x`; a part of several results is `5#1`.
  bool ReadOperand(std::vector<absl::string_view>* operands);
  // `(%a, %b)`.
  bool ReadOperandsInParens(std::vector<absl::string_view>* operands);
  // `{ operations }`; `arguments` are those of the block, if it does not say them itself.
  bool ReadRegion(absl::Span<const MlirArgument> arguments, MlirRegion* region);
  // `%x: type` with attributes and a location, which say nothing here.
  bool ReadArgument(std::vector<MlirArgument>* arguments);
  // `: (types) -> types`, or `: types`, of which `results` come about.
  bool ReadSignature(MlirOperation* operation);

 private:
  bool ReadAlias();
  bool ReadTopLevel(std::vector<MlirOperation>* operations);
  bool ReadResults();
  bool ReadGeneric(MlirOperation* operation);
  bool ReadRegionList(MlirOperation* operation);
  bool ReadModule(MlirOperation* operation);
  bool ReadFunction(MlirOperation* operation);
  bool ReadFunctionTypes(std::vector<MlirArgument>* arguments);
  bool ReadBlockHead(std::vector<MlirArgument>* arguments);
  void SetName(absl::string_view name, MlirOperation* operation);

  MlirCursor& cursor_;
  const PrettyForm read_pretty_form_;
  // Of the operation that is read: `%5:2` is 5#0, 5#1.
  std::vector<absl::string_view> results_;
  // Names that stand for several results: a name alone is the first.
  HashMap<absl::string_view, absl::string_view> groups_;
  // For so many results such names may yet stand: all of them have types in the text.
  size_t unnamed_results_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_OPERATION_H_
