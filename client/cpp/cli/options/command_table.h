#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_COMMAND_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_COMMAND_TABLE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cpp/cli/options/arguments.h"

namespace shapewright::cli {

// What the words of a command are that are no flags; completion goes by it.
enum class OperandKind : uint8_t { kNone, kModel, kPath, kStage, kText, kCommand, kShell };

// A command: parsing, help, man pages and completion come from its row.
struct CommandRow {
  Command command;
  absl::string_view name;
  OperandKind operand_kind;
  uint32_t least_operands;
  uint32_t most_operands;
  absl::string_view usage;     // behind the name
  absl::string_view summary;   // one line, without a full stop
  absl::string_view about;     // more of it, a paragraph for each line; may be empty
  absl::string_view examples;  // a command line for each line, without the program's name
  // Takes the operands into the requests, and checks what flags cannot check one by one. May be
  // null.
  absl::Status (*finish)(Arguments& arguments);
};

inline constexpr uint32_t kAnyNumber = UINT32_MAX;

// In the order in which help lists them.
absl::Span<const CommandRow> CommandTable();
const CommandRow& RowOf(Command command);
// INVALID_ARGUMENT suggests the nearest one.
absl::StatusOr<Command> CommandOf(absl::string_view name);
// Whether it takes any number of models.
bool TakesManyModels(const CommandRow& row);

// The shells that there is a completion for, with spaces between them.
inline constexpr absl::string_view kShells = "bash zsh fish";

// What a MODEL of the command is, for people; empty if it takes none.
absl::string_view ModelOperands(const CommandRow& row);

// The code that the program ends with, and what it means.
struct ExitCodeRow {
  int code;
  absl::string_view meaning;
};
absl::Span<const ExitCodeRow> ExitCodeTable();

// Variables of the environment, and what they do.
struct VariableRow {
  absl::string_view name;
  absl::string_view meaning;
};
absl::Span<const VariableRow> VariableTable();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_COMMAND_TABLE_H_
