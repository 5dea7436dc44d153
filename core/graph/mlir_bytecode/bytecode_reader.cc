#include "core/graph/mlir_bytecode/bytecode_reader.h"

#include <limits>
#include <utility>
#include <vector>

#include "core/graph/graph_builder.h"
#include "core/graph/mlir_bytecode/attribute_table.h"
#include "core/graph/mlir_bytecode/bytecode_file.h"
#include "core/graph/mlir_bytecode/encodings.h"
#include "core/graph/mlir_bytecode/operation_decoder.h"
#include "core/graph/read_error.h"
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
  if (bytes.size() > std::numeric_limits<int32_t>::max()) {
    return ReadError(reason::kMalformedModel, "the module is larger than 2 GiB");
  }
  auto model = std::make_unique<Model>();
  model->byte_size = bytes.size();
  absl::Status status = ReadBytes(bytes, options, model.get());
  if (!status.ok()) return status;
  return model;
}

}  // namespace shapewright::graph
