#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_ONNX_WORDS_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_ONNX_WORDS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::fuzz {

// What ONNX models are written with: names of operators (those of the
// registry), domains, attributes and their values, expressions as dim_param.
absl::Span<const absl::string_view> OnnxWords();
// The attributes among them.
absl::Span<const absl::string_view> AttributeNames();

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_ONNX_WORDS_H_
