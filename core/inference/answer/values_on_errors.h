#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_VALUES_ON_ERRORS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_VALUES_ON_ERRORS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/rules/state/diagnostics.h"

namespace shapewright::inference {

// How many values rest on an error: the results of nodes at which a diagnostic of severity ERROR
// stands, and all that is computed from them, through bodies and calls of functions too. Whatever
// is known of their types, no run gives such values as they are told.
uint32_t CountValuesOnErrors(const graph::Model& model,
                             absl::Span<const rules::Diagnostic> diagnostics,
                             const AnswerNumbering& numbering, Work& work);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_VALUES_ON_ERRORS_H_
