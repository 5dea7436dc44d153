#ifndef SHAPEWRIGHT_SERVER_CONFIG_PARSE_OPTIONS_H_
#define SHAPEWRIGHT_SERVER_CONFIG_PARSE_OPTIONS_H_

#include <cstdint>
#include <limits>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/config/options.h"

namespace shapewright::server {

// The environment variable of an option: SHAPEWRIGHT_MAX_NODES.
std::string EnvironmentName(const OptionRow& row);

// The value of a variable, null if it is not set.
using Environment = absl::FunctionRef<const char*(const char* name)>;

// INVALID_ARGUMENT names the flag or variable and the values it may have. With little memory, the
// defaults of options about memory are lower (memory_limit.h).
absl::StatusOr<Options> ParseOptions(absl::Span<const std::string> arguments,
                                     Environment environment,
                                     int64_t memory_limit = std::numeric_limits<int64_t>::max());

// The value of an option, in the form of the table's defaults.
std::string OptionText(const OptionRow& row, const Options& options);

// The text of --help, made from the table.
std::string HelpText();

// The same as a table in Markdown, for docs/operations.md: --help-markdown prints it.
std::string HelpMarkdown();

// The same as a manual page, in roff: --help-man prints it.
std::string HelpManual(absl::string_view version);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CONFIG_PARSE_OPTIONS_H_
