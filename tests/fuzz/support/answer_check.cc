#include "tests/fuzz/support/answer_check.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::fuzz {
namespace {

void Require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

// docs/errors.md.
void CheckError(const absl::Status& error) {
  const bool is_documented = absl::IsInvalidArgument(error) || absl::IsUnimplemented(error) ||
                             absl::IsResourceExhausted(error);
  Require(is_documented, error.ToString());
  Require(error.GetPayload(graph::kReasonPayload).has_value(), "no reason: " + error.ToString());
}

// As many elements as the type has.
void CheckElements(const v1::ValueInfo& value, const v1::Type& type) {
  if (value.elements().empty()) return;
  Require(type.has_tensor() && type.tensor().has_shape(), "elements of what is not a tensor");
  int64_t count = 1;
  for (const v1::Dim& dim : type.tensor().shape().dims()) {
    Require(dim.has_size(), "elements of a tensor whose sizes are not known");
    count *= dim.size();
  }
  Require(value.elements_size() == count, "another number of elements than the type has");
}

void CheckIndices(const v1::InferShapesResponse& answer) {
  for (const v1::GraphInfo& graph : answer.graphs()) {
    for (const v1::ValueInfo& value : graph.values()) {
      Require(!value.type().text().empty(), "a type without text");
      CheckElements(value, value.type());
    }
  }
  for (const v1::Fact& fact : answer.facts()) {
    for (const uint32_t other : fact.conflicts_with()) {
      Require(other < static_cast<uint32_t>(answer.facts_size()), "a conflict beyond the facts");
    }
  }
}

absl::StatusOr<std::string> AskTwice(absl::FunctionRef<absl::StatusOr<std::string>()> ask) {
  absl::StatusOr<std::string> first = ask();
  const absl::StatusOr<std::string> second = ask();
  Require(first.status() == second.status(),
          absl::StrCat("two runs end differently: ", first.status().ToString(), "; ",
                       second.status().ToString()));
  if (!first.ok()) {
    CheckError(first.status());
  } else {
    Require(*first == *second, "two runs answer differently");
  }
  return first;
}

}  // namespace

inference::InferOptions SmallLimits() {
  inference::InferOptions options;
  options.reader.limits.max_nodes = 200;
  options.reader.limits.max_subgraph_depth = 3;
  options.reader.limits.max_rank = 8;
  options.reader.limits.max_type_depth = 4;
  options.exprs = {64, 12, 16, 4000};
  options.max_function_depth = 3;
  return options;
}

void CheckAnswers(absl::FunctionRef<absl::StatusOr<std::string>()> infer) {
  const absl::StatusOr<std::string> first = AskTwice(infer);
  if (!first.ok()) return;
  v1::InferShapesResponse answer;
  Require(answer.ParseFromString(*first), "the answer is not an InferShapesResponse");
  CheckIndices(answer);
}

void CheckEvaluations(const v1::EvaluateShapesRequest& request,
                      absl::FunctionRef<absl::StatusOr<std::string>()> evaluate) {
  const absl::StatusOr<std::string> first = AskTwice(evaluate);
  if (!first.ok()) return;
  v1::EvaluateShapesResponse answer;
  Require(answer.ParseFromString(*first), "the answer is not an EvaluateShapesResponse");
  Require(answer.evaluations_size() == request.bindings_size(), "not an evaluation per binding");
  for (int i = 0; i < answer.evaluations_size(); ++i) {
    const v1::Evaluation& evaluation = answer.evaluations(i);
    Require(evaluation.label() == request.bindings(i).label(), "another label");
    Require(evaluation.has_error() == (evaluation.verdict() == v1::Evaluation::VERDICT_UNSPECIFIED),
            "neither a verdict nor an error, or both");
    Require(evaluation.has_error() || evaluation.values_size() == request.values_size(),
            "not a value per name");
  }
}

void CheckEntries(absl::FunctionRef<absl::StatusOr<std::string>()> ask,
                  google::protobuf::Message* answer, absl::FunctionRef<bool()> is_whole) {
  const absl::StatusOr<std::string> first = AskTwice(ask);
  if (!first.ok()) return;
  Require(answer->ParseFromString(*first), "the answer is not a response");
  Require(is_whole(), "not an entry for each of the request's");
}

}  // namespace shapewright::fuzz
