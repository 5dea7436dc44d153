#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_PLAN_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_PLAN_QUESTION_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

// What `plan` asks besides buckets and profiles: the largest sizes where there is a budget, the
// symbols to bind where there is a goal.
struct PlanQuestion {
  v1::FindLargestSizesRequest largest;
  bool has_amount = false;
  v1::FindSymbolsToBindRequest bind;
  // Profiles to make of observed sizes; 0: buckets are chosen.
  int32_t profiles = 0;
};

// `8GiB`, `1.5 GB`, `1e9`: a whole number of bytes, or of what else is counted.
absl::Status ParseAmount(absl::string_view text, PlanQuestion* out);
// `N` or `N,S`.
absl::Status ParseSymbols(absl::string_view text, PlanQuestion* out);
// `peak`, `bytes:y`, `elements:y`, else an expression.
absl::Status ParseQuantity(absl::string_view text, PlanQuestion* out);
// `static`, `bounded`, `small`.
absl::Status ParseGoal(absl::string_view text, PlanQuestion* out);
absl::Status ParseProfileCount(absl::string_view text, PlanQuestion* out);

// The only dim of the inputs that the binding leaves open becomes the symbol of the request.
// INVALID_ARGUMENT, with their names, where there are others.
absl::Status ChooseSymbol(const v1::InferShapesResponse& model,
                          v1::FindLargestSizesRequest* request);

// INVALID_ARGUMENT where parts of a question are missing.
absl::Status CheckPlanQuestion(const PlanQuestion& question);

inline constexpr absl::string_view kQuantityNames =
    "total without_weights peak lower_bound outputs";
inline constexpr absl::string_view kGoalNames = "static bounded small";

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_PLAN_QUESTION_H_
