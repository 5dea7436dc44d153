#include "client/cpp/cli/run/exit_code.h"

#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

TEST(ExitCode, OfEachStatus) {
  EXPECT_EQ(ExitCodeOf(absl::OkStatus()), 0);
  for (const absl::StatusCode code :
       {absl::StatusCode::kInvalidArgument, absl::StatusCode::kFailedPrecondition,
        absl::StatusCode::kOutOfRange}) {
    EXPECT_EQ(ExitCodeOf(absl::Status(code, "x")), 1);
  }
  for (const absl::StatusCode code :
       {absl::StatusCode::kNotFound, absl::StatusCode::kPermissionDenied,
        absl::StatusCode::kUnavailable, absl::StatusCode::kDeadlineExceeded,
        absl::StatusCode::kResourceExhausted, absl::StatusCode::kUnauthenticated,
        absl::StatusCode::kUnimplemented, absl::StatusCode::kInternal, absl::StatusCode::kCancelled,
        absl::StatusCode::kAborted, absl::StatusCode::kDataLoss, absl::StatusCode::kUnknown,
        absl::StatusCode::kAlreadyExists}) {
    EXPECT_EQ(ExitCodeOf(absl::Status(code, "x")), 3);
  }
}

}  // namespace
}  // namespace shapewright::cli
