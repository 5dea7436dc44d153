#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_ROW_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_ROW_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cpp/cli/options/arguments.h"

namespace shapewright::cli {

// A set of commands, as bits.
using CommandSet = uint32_t;

template <typename... Commands>
constexpr CommandSet Of(Commands... commands) {
  return ((CommandSet{1} << static_cast<unsigned>(commands)) | ...);
}

// Those that ask about one model or several.
inline constexpr CommandSet kManyModels =
    Of(Command::kInfer, Command::kEval, Command::kAudit, Command::kDescribe, Command::kLint);
inline constexpr CommandSet kRewrites = Of(Command::kFreeze, Command::kSimplify, Command::kRebatch);
inline constexpr CommandSet kModels =
    kManyModels | kRewrites |
    Of(Command::kExplain, Command::kPlan, Command::kGuard, Command::kRequests, Command::kCost,
       Command::kDiff, Command::kReport);
// Those that say something of models.
inline constexpr CommandSet kTellModels = kModels | Of(Command::kChain);
// Those that ask something that can be answered without a server.
inline constexpr CommandSet kQuestions =
    kTellModels | Of(Command::kCheck, Command::kMerge, Command::kLayout, Command::kVerify);
inline constexpr CommandSet kCalls =
    kQuestions | Of(Command::kServerInfo, Command::kKeptModels, Command::kHealth);

// The choices of a flag whose value is the name of a file.
inline constexpr absl::string_view kFileName = "FILE";

// A flag of some commands: parsing, help, man pages and completion come from its row. A command
// has at most one flag of a name.
struct FlagRow {
  absl::string_view name;  // with its dashes
  CommandSet commands;
  absl::string_view value;  // what help calls its value; empty: it takes none
  absl::string_view help;   // sentences
  // INVALID_ARGUMENT says what is wrong with the value, without the flag's name.
  absl::Status (*parse)(absl::string_view value, Arguments& out);
  // The values that there are, with spaces between them, or kFileName.
  absl::string_view choices = {};
};

// Flags that stand under one heading of the help.
struct FlagGroup {
  absl::string_view heading;
  absl::Span<const FlagRow> flags;
};

inline bool Has(const FlagRow& flag, Command command) { return (flag.commands & Of(command)) != 0; }

// Parsers of flags that only set a member.
template <auto member>
absl::Status SetSwitch(absl::string_view, Arguments& out) {
  out.*member = true;
  return absl::OkStatus();
}
template <auto member>
absl::Status SetText(absl::string_view value, Arguments& out) {
  out.*member = std::string(value);
  return absl::OkStatus();
}

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_ROW_H_
