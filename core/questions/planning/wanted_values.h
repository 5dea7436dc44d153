#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_WANTED_VALUES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_WANTED_VALUES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/questions/binding/unsettled_values.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// A value and what decides its sizes.
struct WantedValue {
  uint32_t number = 0;
  // The sizes of each tensor in it, with the lengths of sequences around it.
  std::vector<std::vector<symbolic::Expr>> tensors;
  // Which of its alternatives it has.
  std::vector<symbolic::Expr> conditions;
  // Why some of its sizes are in none of these; empty: none is missing.
  std::string missing;
};

// The values that a request is about. INVALID_ARGUMENT, with the path of the field, for a name that
// is no value of the main graph.
absl::StatusOr<std::vector<WantedValue>> FindWantedValues(
    inference::Engine& engine, const inference::AnswerNumbering& numbering,
    const UnsettledValues& unsettled, const v1::FindSymbolsToBindRequest& request);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_WANTED_VALUES_H_
