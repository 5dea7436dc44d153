#include "client/cpp/cli/run/exit_code.h"

namespace shapewright::cli {

int ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kExitFine;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
      return kExitWrong;
    default:
      return kExitNoAnswer;
  }
}

}  // namespace shapewright::cli
