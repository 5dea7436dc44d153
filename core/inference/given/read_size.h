#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_READ_SIZE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_READ_SIZE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::inference {

// INVALID_ARGUMENT at `field` for a number that is no size: below 0, and 2^63 - 1 (S15).
absl::Status CheckSize(int64_t size, absl::string_view field);

// INVALID_ARGUMENT at `size` for one that is missing.
absl::Status CheckHasSize(const v1::SymbolSize& message);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_READ_SIZE_H_
