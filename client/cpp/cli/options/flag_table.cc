#include "client/cpp/cli/options/flag_table.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cpp/cli/options/case_flags.h"
#include "client/cpp/cli/options/chain_flags.h"
#include "client/cpp/cli/options/check_flags.h"
#include "client/cpp/cli/options/common_flags.h"
#include "client/cpp/cli/options/model_flags.h"
#include "client/cpp/cli/options/report_flags.h"
#include "client/cpp/cli/options/rewrite_flags.h"
#include "client/cpp/cli/options/server_plan_flags.h"

namespace shapewright::cli {

absl::Span<const FlagGroup> FlagTable() {
  static const FlagGroup kGroups[] = {
      {"Options", ChainFlags()},
      {"Options", ServerPlanFlags()},
      {"Options", CheckFlags()},
      {"Options", RewriteFlags()},
      {"Options", QuestionFlags()},
      {"Options", ReportFlags()},
      {"Options", MergeFlags()},
      {"Options", LayoutFlags()},
      {"Changes, one after the other; questions are about the last", LayoutChangeFlags()},
      {"Questions; each may be repeated", LayoutQuestionFlags()},
      {"About the model", ModelFlags()},
      {"Output", OutputFlags()},
      {"Who answers", ServerFlags()},
      {"Help", HelpFlags()},
  };
  return kGroups;
}

const FlagRow* FindFlag(absl::string_view name, Command command) {
  for (const FlagGroup& group : FlagTable()) {
    for (const FlagRow& flag : group.flags) {
      if (flag.name == name && Has(flag, command)) return &flag;
    }
  }
  return nullptr;
}

std::string FlagForm(const FlagRow& flag) {
  return absl::StrCat(flag.name, flag.value.empty() ? "" : " ", flag.value);
}

std::string FlagSentences(const FlagRow& flag) {
  if (flag.choices.empty() || flag.choices == kFileName) return std::string(flag.help);
  return absl::StrCat(flag.help, " ", flag.value, ": ",
                      absl::StrReplaceAll(flag.choices, {{" ", ", "}}), ".");
}

}  // namespace shapewright::cli
