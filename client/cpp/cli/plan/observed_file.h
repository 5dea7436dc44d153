#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_OBSERVED_FILE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_OBSERVED_FILE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

// Observed sizes from a table of comma-separated values. The first line names the symbols; a last
// column `count` says how often a line was seen, else once. Equal lines are added up. Empty lines
// do not count.
//
//   batch,sequence,count
//   1,128,90
//   8,512,3
//
// INVALID_ARGUMENT with the number of the line.
absl::StatusOr<v1::ChooseBucketsRequest> ParseObservedTable(absl::string_view text);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PLAN_OBSERVED_FILE_H_
