#include "core/graph/front_end/front_end.h"

#include "absl/strings/str_cat.h"
#include "core/graph/hlo/hlo_reader.h"
#include "core/graph/mlir_bytecode/bytecode_reader.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/graph/openvino/openvino_reader.h"
#include "core/graph/read_error.h"
#include "core/graph/stablehlo/stablehlo_reader.h"

namespace shapewright::graph {
namespace {

absl::StatusOr<std::unique_ptr<Model>> ReadOnnx(const ModelSource& source,
                                                const ReaderOptions& options) {
  return ReadOnnxModel(source.content, options);
}

absl::StatusOr<std::unique_ptr<Model>> ReadText(const ModelSource& source,
                                                const ReaderOptions& options) {
  return ReadStablehloText(source.content, options);
}

absl::StatusOr<std::unique_ptr<Model>> ReadBytecode(const ModelSource& source,
                                                    const ReaderOptions& options) {
  return ReadStablehloBytecode(source.content, options);
}

absl::StatusOr<std::unique_ptr<Model>> ReadHlo(const ModelSource& source,
                                               const ReaderOptions& options) {
  return ReadHloText(source.content, options);
}

absl::StatusOr<std::unique_ptr<Model>> ReadOpenVino(const ModelSource& source,
                                                    const ReaderOptions& options) {
  return ReadOpenVinoModel(source.content, source.weights, options);
}

constexpr FrontEnd kFrontEnds[] = {
    {ModelFormat::kOnnx, ReadOnnx},
    {ModelFormat::kStablehloText, ReadText},
    {ModelFormat::kStablehloBytecode, ReadBytecode},
    {ModelFormat::kHloText, ReadHlo},
    {ModelFormat::kOpenvinoIr, ReadOpenVino},
};

}  // namespace

absl::Span<const FrontEnd> FrontEnds() { return kFrontEnds; }

absl::StatusOr<std::unique_ptr<Model>> ReadModelFile(const ModelSource& source, ModelFormat format,
                                                     const ReaderOptions& options) {
  if (format == ModelFormat::kUnspecified) format = FormatOf(source.content);
  for (const FrontEnd& front_end : kFrontEnds) {
    if (front_end.format != format) continue;
    absl::StatusOr<std::unique_ptr<Model>> model = front_end.read(source, options);
    if (model.ok()) (*model)->format = format;
    return model;
  }
  return ReadError(reason::kMalformedModel,
                   absl::StrCat("the model is ", FormatName(format), ", which is not read"));
}

}  // namespace shapewright::graph
