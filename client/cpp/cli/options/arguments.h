#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_ARGUMENTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/cpp/cli/chain/chain_question.h"
#include "client/cpp/cli/check/base/check_question.h"
#include "client/cpp/cli/cost/cost_question.h"
#include "client/cpp/cli/guard/guard_question.h"
#include "client/cpp/cli/lint/lint_codes.h"
#include "client/cpp/cli/merge/merge_question.h"
#include "client/cpp/cli/plan/plan_question.h"
#include "client/cpp/cli/rewrite/rewrite_question.h"
#include "client/cpp/cli/screen/style.h"
#include "client/cpp/cli/sizing/server_plan.h"
#include "client/cpp/credentials.h"
#include "core/symbolic/text/dialect/dialect_text.h"
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
  kRequests,
  kCost,
  kFreeze,
  kSimplify,
  kRebatch,
  kVerify,
  kChain,
  kDescribe,
  kLint,
  kCheck,
  kDiff,
  kReport,
  kMerge,
  kLayout,
  kPlanServer,
  kServe,
  kServerInfo,
  kKeptModels,
  kHealth,
  kCompletion,
  kHelp,
  kVersion,
};

// A picture of a model in the language of a program that draws it.
enum class Drawing : uint8_t { kNone, kDot, kMermaid };

// What the command line asks for; flag_table.h says what each flag means.
struct Arguments {
  Command command = Command::kHelp;
  // Of `help`: the command that is meant, itself for all; and whether to write a man page.
  Command help_about = Command::kHelp;
  bool manual = false;
  // Who answers, and what is printed of it.
  bool tls = false;  // also if one of its files is given
  bool embedded = false;
  bool json = false;
  bool quiet = false;
  bool wide = false;
  ColorMode color = ColorMode::kAuto;
  // Of `eval`, `plan`, `guard`, `cost` and `chain`:
  bool memory = false;
  // Of `eval`; --convention and --machine ask for it, too.
  bool with_cost = false;
  // Of `models`: those to forget.
  std::vector<std::string> evicted;
  // Of `infer`:
  bool constants = false;
  bool check_types = false;
  bool stream = false;
  // Of `layout`:
  bool layout_details = false;

  // Models that are answered at once; 0: one per core.
  int32_t jobs = 0;
  // Of `plan`; 0: not given.
  int32_t bucket_count = 0;

  // The words that are no flags; of commands about models the first ones are models.
  std::vector<std::string> operands;
  // Of `serve`: what goes to the server as it is.
  std::vector<std::string> server_words;
  // The server. Empty: none was named.
  std::string target;
  absl::Duration deadline = absl::Seconds(30);
  ClientTls tls_files;

  // What requests about a model say beside it.
  v1::InferShapesRequest request;
  // Of `infer`, and the first one of `lint`:
  std::string onnx_out;  // empty: none
  // The notation of dims in texts and in `onnx_out` of `infer`.
  symbolic::Dialect dims = symbolic::Dialect::kOurs;
  std::string find;    // empty: all values
  std::string proofs;  // the folder; empty: none
  Drawing drawing = Drawing::kNone;
  // Of `report`: where the page goes, and a log of requests that it tells of; empty: none.
  std::string page_out;
  std::string request_log;
  // What other commands ask of the model of `request`. A plan has what `plan` asks for; else
  // buckets where there are axes, and for each of the observations; else it is a profile.
  v1::EvaluateShapesRequest evaluate;
  v1::ExplainQuestion explain;
  v1::PlanProfilesRequest profile;
  v1::PlanBucketsRequest buckets;
  std::vector<v1::ChooseBucketsRequest> observed;
  PlanQuestion plan;

  // Of `lint` and `check`: which findings, and whether what can be mended is; `lint` does it in
  // `onnx_out` or in place.
  LintSelection selection;
  bool fix = false;
  bool in_place = false;
  CheckQuestion check;
  // Of `diff`: whether only what breaks callers counts.
  bool breaking = false;

  GuardQuestion guard;
  CostQuestion cost;
  RewriteQuestion rewrite;
  ChainQuestion chain;
  // Of `plan-server`.
  ServerQuestion server;

  // Of `merge` and `layout`: the one case.
  MergeQuestion merge;
  v1::LayoutCase layout;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_ARGUMENTS_H_
