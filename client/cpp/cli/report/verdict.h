#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_VERDICT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_VERDICT_H_

#include <string>

#include "absl/status/status.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

// What an answer comes to: OK, or what it says is wrong. FAILED_PRECONDITION of what was asked
// about: a model with errors, sizes at which something fails, operands in conflict.
// INVALID_ARGUMENT of a question that makes no sense, with its ErrorReason(). Every command whose
// answer is one of these ends by it (ExitCodeOf), whatever it prints.
absl::Status VerdictOf(const v1::InferShapesResponse& response);
absl::Status VerdictOf(const v1::EvaluateShapesResponse& response);
absl::Status VerdictOf(const v1::ExplainShapesResponse& response);
absl::Status VerdictOf(const v1::EstimateCostResponse& response);
absl::Status VerdictOf(const v1::InferChainResponse& response);
// A guard that nothing passes.
absl::Status VerdictOf(const v1::CompileGuardResponse& response);
absl::Status VerdictOf(const v1::MergeResult& result);
absl::Status VerdictOf(const v1::LayoutResult& result);
absl::Status VerdictOf(const v1::PlanProfilesResponse& response);
absl::Status VerdictOf(const v1::PlanBucketsResponse& response);
absl::Status VerdictOf(const v1::ChooseBucketsResponse& response);
// No size fits.
absl::Status VerdictOf(const v1::FindLargestSizesResponse& response);
// The goal is beyond reach.
absl::Status VerdictOf(const v1::FindSymbolsToBindResponse& response);

// `merge.operands[0].text: "floa32" is no element type; did you mean float32?`
std::string EntryErrorText(const v1::EntryError& error);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_VERDICT_H_
