#include "core/graph/hlo/hlo_reader.h"

#include <limits>

#include "core/graph/graph_builder.h"
#include "core/graph/hlo/hlo_graphs.h"
#include "core/graph/hlo/hlo_parser.h"
#include "core/graph/read_error.h"
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
  if (text.size() > std::numeric_limits<int32_t>::max()) {
    return ReadError(reason::kMalformedModel, "the module is larger than 2 GiB");
  }
  auto model = std::make_unique<Model>();
  model->byte_size = text.size();
  absl::Status status = ReadModuleText(text, options, model.get());
  if (!status.ok()) return status;
  return model;
}

}  // namespace shapewright::graph
