#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_PARSE_ARGUMENTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_PARSE_ARGUMENTS_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client/cpp/cli/options/arguments.h"

namespace shapewright::cli {

// The value of an environment variable, null if it is not set.
using Environment = absl::FunctionRef<const char*(const char* name)>;

// INVALID_ARGUMENT says what is wrong.
absl::StatusOr<Arguments> ParseArguments(absl::Span<const std::string> words,
                                         Environment environment);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_PARSE_ARGUMENTS_H_
