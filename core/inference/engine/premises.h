#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_PREMISES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_PREMISES_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <string>

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/inference/engine/given.h"

namespace shapewright::inference {

// Reads the premises of a ModelSpec: what holds of one symbol each, a range, a divisor or a list.
// Those about one symbol hold together. INVALID_ARGUMENT, with the path `premises[i]` and the
// reason MALFORMED_PREMISE, for a text that is no such relation, and for one that leaves its symbol
// no value.
absl::Status ReadPremises(const google::protobuf::RepeatedPtrField<std::string>& premises,
                          Work* work, Given* given);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_PREMISES_H_
