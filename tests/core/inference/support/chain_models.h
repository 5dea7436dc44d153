#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_MODELS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_MODELS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright {

// A family of models of any length, each stressing one part of the engine, whose cost must be
// linear in the length.
struct Chain {
  absl::string_view name;
  // A serialized ONNX model of about that many nodes; its output is the last one's.
  std::string (*build)(int nodes);
};

absl::Span<const Chain> Chains();
// Aborts if there is none of that name.
const Chain& FindChain(absl::string_view name);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_MODELS_H_
