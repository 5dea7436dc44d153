#include "core/graph/hlo/hlo_reader.h"

#include "core/graph/graph_builder.h"
#include "core/graph/hlo/hlo_graphs.h"
#include "core/graph/hlo/hlo_parser.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {
namespace {

absl::Status ReadModuleText(absl::string_view text, const ReaderOptions& options, Model* model) {
  GraphBuilder builder(options, model);
  MlirCursor cursor(text, options.limits, builder.work(), &model->memory, TextSyntax::kHlo);
  HloModule module;
  if (!HloParser(cursor).ReadModule(&module)) return cursor.error();
  return BuildHloModel(module, text.size(), builder, model);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadHloText(absl::string_view text,
                                                   const ReaderOptions& options) {
  return MakeModel(text, [&](Model* model) { return ReadModuleText(text, options, model); });
}

}  // namespace shapewright::graph
