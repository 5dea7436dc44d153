#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_MERGE_MERGE_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_MERGE_MERGE_QUESTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::cli {

// What the command line of `merge` says, flag by flag: a flag that the question does not have is
// an error.
struct MergeQuestion {
  std::string op;  // empty: merge
  std::vector<std::string> operands;
  std::vector<std::string> premises;
  v1::Notation notation = v1::NOTATION_UNSPECIFIED;
  v1::MergePolicy policy = v1::MERGE_POLICY_UNSPECIFIED;
  v1::BroadcastTypes::Rule rule = v1::BroadcastTypes::RULE_UNSPECIFIED;
  std::optional<int64_t> axis;
  std::optional<int64_t> groups;
  std::optional<int64_t> number;
  std::vector<int64_t> axes;
  std::vector<v1::Dim> sizes;
  std::vector<v1::CompareTypes::Aspect> ignored;
  std::optional<v1::Window> window;
};

// The names of --op.
inline constexpr absl::string_view kMergeOperations =
    "merge broadcast relax compare inspect add subtract multiply divide min max keep drop permute "
    "put replace append convolve window pooling intersect";

// INVALID_ARGUMENT for a name that is none, for too few or too many operands, or for flags of
// another question.
absl::StatusOr<v1::MergeShapesRequest> RequestOf(const MergeQuestion& question);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_MERGE_MERGE_QUESTION_H_
