#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_TABLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// All flags, in the order in which help lists them.
absl::Span<const FlagGroup> FlagTable();
// Null if the command has no such flag.
const FlagRow* FindFlag(absl::string_view name, Command command);
// For people: `--bind N=8`, and its sentences with the values that there are.
std::string FlagForm(const FlagRow& flag);
std::string FlagSentences(const FlagRow& flag);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_TABLE_H_
