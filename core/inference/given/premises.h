#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_PREMISES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_PREMISES_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <string>

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/inference/given/given.h"

namespace shapewright::inference {

// Reads the premises of a ModelSpec (S37). Ranges, divisors and lists of one symbol are combined;
// other relations are kept as they are. INVALID_ARGUMENT with the path `premises[i]` and reason
// MALFORMED_PREMISE for a text that is no relation, and for premises that leave a symbol no value.
absl::Status ReadPremises(const google::protobuf::RepeatedPtrField<std::string>& premises,
                          Work* work, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_PREMISES_H_
