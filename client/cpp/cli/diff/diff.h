#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_DIFF_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_DIFF_H_

#include <vector>

#include "absl/status/statusor.h"
#include "client/cpp/cli/diff/change.h"
#include "core/base/work.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Makes a request for all that DiffAnswers() compares; the model and what is said of it stay.
void AskForDiff(v1::InferShapesRequest* request);

// How the model of the later answer differs from that of the earlier one, what breaks callers
// first. Symbols that are only called otherwise count as the same in all else. The error of the
// work, if that was stopped.
absl::StatusOr<std::vector<Change>> DiffAnswers(const v1::InferShapesResponse& before,
                                                const v1::InferShapesResponse& after, Work& work);

// Whether a change breaks callers.
bool HasBreaking(const std::vector<Change>& changes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_DIFF_H_
