#include "client/cpp/cli/commands/run_command.h"

#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/commands/case_commands.h"
#include "client/cpp/cli/commands/chain_command.h"
#include "client/cpp/cli/commands/check_command.h"
#include "client/cpp/cli/commands/cost_command.h"
#include "client/cpp/cli/commands/diff_command.h"
#include "client/cpp/cli/commands/guard_command.h"
#include "client/cpp/cli/commands/infer.h"
#include "client/cpp/cli/commands/lint_command.h"
#include "client/cpp/cli/commands/model_commands.h"
#include "client/cpp/cli/commands/page_command.h"
#include "client/cpp/cli/commands/plan_server_command.h"
#include "client/cpp/cli/commands/requests_command.h"
#include "client/cpp/cli/commands/server_commands.h"
#include "client/cpp/cli/help/completion.h"
#include "client/cpp/cli/help/help.h"
#include "client/cpp/cli/help/manual.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/rewriting/rewrite_command.h"
#include "client/cpp/cli/run/each_model.h"
#include "client/cpp/cli/run/exit_code.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/run/serve.h"
#include "core/base/error_payload.h"
#include "shapewright/version.h"

namespace shapewright::cli {
namespace {

using AnswerModel = ModelAnswer (*)(const Context& context, const std::string& path);
using Answer = ModelAnswer (*)(const Context& context);

ModelAnswer Rewrite(const Context& context, const std::string& path) {
  return WriteRewritten(context.arguments, context.asker, path);
}

ModelAnswer Verify(const Context& context) {
  return VerifyRewritten(context.arguments, context.asker);
}

// How a command is answered: about each of several models, about one, or once.
struct Row {
  Command command;
  AnswerModel answer_model;
  Answer answer;
};
constexpr Row kRows[] = {
    {Command::kInfer, Infer, nullptr},
    {Command::kEval, Eval, nullptr},
    {Command::kExplain, Explain, nullptr},
    {Command::kAudit, Audit, nullptr},
    {Command::kGuard, Guard, nullptr},
    {Command::kCost, Cost, nullptr},
    {Command::kRequests, StudyRequests, nullptr},
    {Command::kPlan, Plan, nullptr},
    {Command::kDescribe, Describe, nullptr},
    {Command::kLint, Lint, nullptr},
    {Command::kFreeze, Rewrite, nullptr},
    {Command::kSimplify, Rewrite, nullptr},
    {Command::kRebatch, Rewrite, nullptr},
    {Command::kVerify, nullptr, Verify},
    {Command::kChain, nullptr, Chain},
    {Command::kCheck, nullptr, Check},
    {Command::kDiff, nullptr, Diff},
    {Command::kReport, nullptr, MakePage},
    {Command::kMerge, nullptr, Merge},
    {Command::kLayout, nullptr, Layout},
    {Command::kHealth, nullptr, Health},
    {Command::kServerInfo, nullptr, ServerInfo},
    {Command::kKeptModels, nullptr, Models},
    {Command::kPlanServer, nullptr, PlanServerSize},
};

int RunQuestion(const Arguments& arguments, const Row& row, Screen& screen) {
  const absl::StatusOr<Asker> asker = Asker::Make(arguments);
  if (!asker.ok()) {
    screen.PrintError(StatusText(asker.status()));
    return kExitNoAnswer;
  }
  Context context{arguments, *asker, screen.width()};
  if (row.answer != nullptr) {
    ModelAnswer answer = row.answer(context);
    if (ErrorReason(answer.status) == "SERVER_UNREACHABLE" && arguments.target.empty()) {
      answer.status = WithMessage(
          answer.status,
          absl::StrCat(answer.status.message(), "\n  `shapewright serve` starts a server"));
    }
    return PrintAnswer(arguments, screen, answer);
  }
  if (!TakesManyModels(RowOf(row.command))) {
    const std::string& path = arguments.operands[0];
    ModelAnswer answer = row.answer_model(context, path);
    answer.status = AboutModel(path, answer.status);
    return PrintAnswer(arguments, screen, answer);
  }
  const NamedModels named = ExpandModels(arguments.operands);
  context.in_one_line = named.is_list;
  return AnswerModels(arguments, named, screen,
                      [&](const std::string& path) { return row.answer_model(context, path); });
}

int Serve(const Arguments& arguments, Screen& screen) {
  const absl::StatusOr<ServerStart> start = PlanServer(
      arguments, [](const char* name) { return std::getenv(name); }, CanHoldSocket);
  absl::Status status = start.status();
  if (start.ok()) {
    if (!start->told_target.empty()) {
      screen.Print(absl::StrCat("export SHAPEWRIGHT_TARGET=", start->told_target, "\n"));
    }
    screen.Finish();
    status = BecomeServer(*start);
  }
  screen.PrintError(StatusText(status));
  return kExitNoAnswer;
}

}  // namespace

int RunCommand(const Arguments& arguments, Screen& screen) {
  switch (arguments.command) {
    case Command::kHelp:
      screen.Print(arguments.manual ? ManualPage(arguments.help_about, Version())
                                    : HelpText(arguments.help_about));
      return kExitFine;
    case Command::kCompletion:
      screen.Print(CompletionScript(arguments.operands[0]));
      return kExitFine;
    case Command::kServe:
      return Serve(arguments, screen);
    default:
      break;
  }
  for (const Row& row : kRows) {
    if (row.command == arguments.command) return RunQuestion(arguments, row, screen);
  }
  return kExitUsage;
}

}  // namespace shapewright::cli
