#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_ARGUMENTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/cpp/cli/guard/guard_question.h"
#include "client/cpp/cli/merge/merge_question.h"
#include "client/cpp/cli/screen/style.h"
#include "client/cpp/credentials.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

enum class Command : uint8_t {
  kInfer,
  kEval,
  kExplain,
  kAudit,
  kPlan,
  kGuard,
  kDescribe,
  kMerge,
  kLayout,
  kServe,
  kServerInfo,
  kHealth,
  kCompletion,
  kHelp,
  kVersion,
};

// What the command line asks for; flag_table.h says what each flag means.
struct Arguments {
  Command command = Command::kHelp;
  // The words that are no flags; of those about models the first ones are models.
  std::vector<std::string> operands;

  // Of `help`: the command that is meant, itself for all; and whether to write a man page.
  Command help_about = Command::kHelp;
  bool manual = false;
  // Of `serve`: what goes to the server as it is.
  std::vector<std::string> server_words;

  // The server. Empty: none was named.
  std::string target;
  absl::Duration deadline = absl::Seconds(30);
  bool tls = false;  // also if one of its files is given
  ClientTls tls_files;
  bool embedded = false;

  // What is printed, and how.
  bool json = false;
  bool quiet = false;
  bool wide = false;
  ColorMode color = ColorMode::kAuto;
  // Models that are answered at once; 0: one per core.
  int32_t jobs = 0;

  // What requests about a model say beside it.
  v1::InferShapesRequest request;
  // Of `eval`, `plan` and `guard`:
  bool memory = false;
  // Of `infer`:
  bool constants = false;
  bool check_types = false;
  bool stream = false;
  std::string onnx_out;  // empty: none
  std::string find;      // empty: all values
  // What other commands ask of the model of `request`. A plan has buckets where there are axes,
  // and for each of the observations; else it is a profile.
  v1::EvaluateShapesRequest evaluate;
  v1::ExplainQuestion explain;
  v1::PlanProfileRequest profile;
  v1::PlanBucketsRequest buckets;
  std::vector<v1::ChooseBucketsRequest> observed;
  int32_t bucket_count = 0;  // 0: not given

  GuardQuestion guard;

  // Of `merge` and `layout`: the one case.
  MergeQuestion merge;
  v1::LayoutCase layout;
  bool layout_details = false;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_ARGUMENTS_H_
