#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_ARGUMENTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/cpp/credentials.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::cli {

enum class Command : uint8_t {
  kHelp,
  kVersion,
  kInfer,
  kExplain,
  kAudit,
  kBuckets,
  kMerge,
  kLayout,
  kHealth
};

// What the command line asks for. HelpText() says what each means.
struct Arguments {
  Command command = Command::kHelp;
  bool tls = false;  // also if one of its files is given
  // Of all that ask about something:
  bool embedded = false;
  bool json = false;
  // Of those about a model: `infer`, `explain`, `audit`, `buckets`.
  bool wide = false;
  // Of `infer` and `buckets`:
  bool memory = false;
  // Of `infer` only:
  bool constants = false;
  v1::Strictness strictness = v1::STRICTNESS_BEST_EFFORT;
  // Of `buckets`; 0: not given.
  int32_t bucket_count = 0;

  std::string target;
  absl::Duration deadline = absl::Seconds(30);
  ClientTls tls_files;
  // Of `merge` and `layout`: the one case.
  v1::MergeCase merge;
  v1::LayoutCase layout;
  // Of those about a model.
  std::string model;
  // Of `explain`: the one question.
  v1::ExplainQuery explain;
  // Of `buckets`:
  std::vector<v1::BucketAxis> buckets;
  std::vector<v1::Histogram> histograms;
  // Of `infer` and `buckets`:
  std::vector<v1::Binding> bindings;
  // Of `infer` only; empty: none.
  std::string onnx_out;
};

// The value of an environment variable, null if it is not set.
using Environment = absl::FunctionRef<const char*(const char* name)>;

// INVALID_ARGUMENT says what is wrong.
absl::StatusOr<Arguments> ParseArguments(absl::Span<const std::string> words,
                                         Environment environment);

absl::string_view HelpText();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_ARGUMENTS_H_
