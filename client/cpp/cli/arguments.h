#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_ARGUMENTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/cpp/cli/merge/merge_question.h"
#include "client/cpp/credentials.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

enum class Command : uint8_t {
  kHelp,
  kVersion,
  kInfer,
  kEvaluate,
  kExplain,
  kAudit,
  kBuckets,
  kProfile,
  kDescribe,
  kMerge,
  kLayout,
  kHealth
};

// What the command line asks for; help.h says what each means.
struct Arguments {
  Command command = Command::kHelp;
  // Of `help`: the command that is meant, itself for all.
  Command help_about = Command::kHelp;
  bool tls = false;  // also if one of its files is given
  // Of all that ask about something:
  bool embedded = false;
  bool json = false;
  // Of those about a model: `infer`, `evaluate`, `explain`, `audit`, `buckets`, `profile`,
  // `describe`.
  bool wide = false;
  // Of `evaluate`, `buckets` and `profile`:
  bool memory = false;
  // Of `infer` only:
  bool constants = false;
  bool check_types = false;
  bool stream = false;
  // Of `buckets`; 0: not given.
  int32_t bucket_count = 0;

  std::string target;
  absl::Duration deadline = absl::Seconds(30);
  ClientTls tls_files;
  // Of `merge` and `layout`: the one case.
  MergeQuestion merge;
  v1::LayoutCase layout;
  bool layout_details = false;
  // Of those about a model: its file, and what the request says beside it.
  std::string model;
  v1::InferShapesRequest request;
  // What other commands ask of the model of `request`: `evaluate`, `explain`, `profile`, and
  // `buckets`, which asks for buckets where it has axes, and for each of the observations.
  v1::EvaluateShapesRequest evaluate;
  v1::ExplainQuestion explain;
  v1::PlanProfilesRequest profile;
  v1::PlanBucketsRequest buckets;
  std::vector<v1::ChooseBucketsRequest> observed;
  // Of `infer` only; empty: none.
  std::string onnx_out;
};

// The letter by which tables of options name a command.
char LetterOf(Command command);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_ARGUMENTS_H_
