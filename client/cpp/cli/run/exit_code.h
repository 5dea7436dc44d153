#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EXIT_CODE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EXIT_CODE_H_

#include "absl/status/status.h"

namespace shapewright::cli {

// What ExitCodeTable() tells people. Of several results the greatest one counts.
inline constexpr int kExitFine = 0;
inline constexpr int kExitWrong = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitNoAnswer = 3;

// How the program ends with this result of a command. What was asked about is wrong where the
// status says that of it (INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE); anything else
// leaves the question without an answer.
int ExitCodeOf(const absl::Status& status);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EXIT_CODE_H_
