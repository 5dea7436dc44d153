#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_ENGINE_VERSION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_ENGINE_VERSION_H_

#include "absl/strings/string_view.h"

namespace shapewright::inference {

// "shapewright <version>"; part of every cache key and answer.
absl::string_view EngineVersion();

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_ENGINE_VERSION_H_
