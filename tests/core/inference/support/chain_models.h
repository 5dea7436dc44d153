#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_MODELS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_MODELS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::inference {

// Long models that grow in one way each: what must not cost more than its length.
struct Chain {
  absl::string_view name;
  // A serialized ONNX model of about that many nodes; its output is the last one's.
  std::string (*build)(int nodes);
};

absl::Span<const Chain> Chains();
// Aborts if there is none of that name.
const Chain& FindChain(absl::string_view name);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_MODELS_H_
