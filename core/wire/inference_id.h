#ifndef SHAPEWRIGHT_CORE_WIRE_INFERENCE_ID_H_
#define SHAPEWRIGHT_CORE_WIRE_INFERENCE_ID_H_

#include <string>

#include "absl/strings/string_view.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright {

// All that a ModelSpec says beside its source, serialized. Equal for specs that list the same types
// and constants in another order. The spec must not name two types, or two constants, alike.
std::string CanonicalSpec(const v1::ModelSpec& spec);

// The id of all that a ModelSpec says, for this build of the engine: `inference:` and 64
// hexadecimal digits of a hash of AnswersId(), of the model's id, and of the CanonicalSpec().
std::string InferenceId(absl::string_view model_id, absl::string_view canonical_spec);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_INFERENCE_ID_H_
