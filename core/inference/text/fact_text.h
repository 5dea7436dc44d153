#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_FACT_TEXT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_FACT_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// A fact in one line, as premises are written: `N <= 512`, `mod(H, 8) = 0`.
std::string FactText(symbolic::Relation relation, absl::string_view left, absl::string_view right);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_FACT_TEXT_H_
