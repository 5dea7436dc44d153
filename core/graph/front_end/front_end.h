#ifndef SHAPEWRIGHT_CORE_GRAPH_FRONT_END_FRONT_END_H_
#define SHAPEWRIGHT_CORE_GRAPH_FRONT_END_FRONT_END_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "core/wire/model_format.h"

namespace shapewright::graph {

// A model as it comes: views, which must outlive what is read of them.
struct ModelSource {
  absl::string_view content;
  // The file of weights beside it, of formats that have one (OpenVINO's `.bin`); may be empty.
  absl::string_view weights = {};
};

// Reads models of one format. All keep to ReaderOptions: they refuse what is beyond its limits,
// count what they do (GraphBuilder::work()), and ask whether the model is still wanted.
//
// INVALID_ARGUMENT with a reason of core/graph/read_error.h for bytes that are no such model and
// for breached limits; all else that is wrong with a model becomes a Finding in it.
struct FrontEnd {
  ModelFormat format;
  absl::StatusOr<std::unique_ptr<Model>> (*read)(const ModelSource& source,
                                                 const ReaderOptions& options);
};

absl::Span<const FrontEnd> FrontEnds();

// Reads a model of a user: by the front end of the format, or of the one that its content shows
// (FormatOf) if it is kUnspecified. INVALID_ARGUMENT for a format that no front end reads.
absl::StatusOr<std::unique_ptr<Model>> ReadModelFile(const ModelSource& source,
                                                     ModelFormat format = ModelFormat::kUnspecified,
                                                     const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_FRONT_END_FRONT_END_H_
