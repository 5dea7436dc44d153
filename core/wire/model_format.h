#ifndef SHAPEWRIGHT_CORE_WIRE_MODEL_FORMAT_H_
#define SHAPEWRIGHT_CORE_WIRE_MODEL_FORMAT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright {

// The formats of models that come as the bytes of a file. The numbers are those of v1::ModelFormat.
enum class ModelFormat : uint8_t {
  kUnspecified = 0,
  kOnnx = 1,
  kStablehloText = 2,
  kStablehloBytecode = 3,
  kHloText = 4,
  kOpenvinoIr = 5,
};

// What there is to know of a format without reading a model of it.
struct ModelFormatRow {
  ModelFormat format;
  absl::string_view name;  // for people
  // The usual ends of files' names, with the dot.
  absl::Span<const absl::string_view> suffixes;
  // Whether content begins as a file of the format does; null for a format without a mark.
  bool (*begins)(absl::string_view content);
};

// By the enum's number, without kUnspecified.
absl::Span<const ModelFormatRow> ModelFormats();

// The format that content shows by its first bytes. ONNX models have no mark, so that content
// without the mark of another format is one.
ModelFormat FormatOf(absl::string_view content);

// "ONNX", for people.
absl::string_view FormatName(ModelFormat format);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_MODEL_FORMAT_H_
