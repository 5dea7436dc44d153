#include "core/graph/stablehlo/stablehlo_reader.h"

#include <utility>
#include <vector>

#include "core/graph/graph_builder.h"
#include "core/graph/stablehlo/mlir_cursor.h"
#include "core/graph/stablehlo/mlir_operation.h"
#include "core/graph/stablehlo/module_graphs.h"
#include "core/graph/stablehlo/pretty_forms.h"

namespace shapewright::graph {
namespace {

absl::Status ReadText(absl::string_view text, const ReaderOptions& options, Model* model) {
  GraphBuilder builder(options, model);
  MlirCursor cursor(text, options.limits, builder.work(), &model->memory);
  std::vector<MlirOperation> operations;
  if (!OperationReader(cursor, ReadPrettyForm).ReadFile(&operations)) return cursor.error();
  return BuildModel(operations, cursor, builder, model);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadStablehloText(absl::string_view text,
                                                         const ReaderOptions& options) {
  return MakeModel(text, [&](Model* model) { return ReadText(text, options, model); });
}

}  // namespace shapewright::graph
