#include "core/graph/mlir_bytecode/bytecode_reader.h"

#include <utility>
#include <vector>

#include "core/graph/graph_builder.h"
#include "core/graph/mlir_bytecode/attribute_table.h"
#include "core/graph/mlir_bytecode/bytecode_file.h"
#include "core/graph/mlir_bytecode/encodings.h"
#include "core/graph/mlir_bytecode/operation_decoder.h"
#include "core/graph/stablehlo/mlir_cursor.h"
#include "core/graph/stablehlo/module_graphs.h"

namespace shapewright::graph {
namespace {

absl::Status ReadBytes(absl::string_view bytes, const ReaderOptions& options, Model* model) {
  GraphBuilder builder(options, model);
  BytecodeState state(bytes, options.limits, builder.work(), &model->memory);
  BytecodeFile file;
  if (!ReadBytecodeFile(&state, &file)) return state.error();
  AttributeTable table(file, DialectEncodings(), &state);
  std::vector<MlirOperation> operations;
  if (!OperationDecoder(&table).ReadFile(&operations)) return state.error();
  // Locations have been read: there is no text to look them up in.
  MlirCursor cursor("", options.limits, builder.work(), &model->memory);
  return BuildModel(operations, cursor, builder, model);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadStablehloBytecode(absl::string_view bytes,
                                                             const ReaderOptions& options) {
  return MakeModel(bytes, [&](Model* model) { return ReadBytes(bytes, options, model); });
}

}  // namespace shapewright::graph
