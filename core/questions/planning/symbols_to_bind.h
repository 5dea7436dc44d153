#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SYMBOLS_TO_BIND_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SYMBOLS_TO_BIND_H_

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// Writes a FindSymbolsToBindResponse (S49). INVALID_ARGUMENT, with the path of the field, for
// values that the model does not have; errors of the work and of the budget of `out`. The engine's
// expressions grow.
absl::Status WriteSymbolsToBind(inference::Engine& engine,
                                const inference::AnswerNumbering& numbering,
                                const UnsettledValues& unsettled,
                                const v1::FindSymbolsToBindRequest& request, Work& work,
                                WireWriter* out);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SYMBOLS_TO_BIND_H_
