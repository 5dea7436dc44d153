#include "core/questions/scenarios.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/infer_run.h"
#include "core/questions/answer_run.h"
#include "core/wire/wire_writer.h"

namespace shapewright::questions {
namespace {

using inference::BlameRequest;
using inference::FinishRun;
using inference::InferOptions;
using inference::PrepareInference;

// What the request says, without the source of the model and without scenarios.
v1::InferShapesRequest RequestOf(const v1::InferShapesRequest& request) {
  v1::InferShapesRequest own;
  const v1::ModelSpec& spec = request.model();
  v1::ModelSpec& all = *own.mutable_model();
  *all.mutable_input_types() = spec.input_types();
  *all.mutable_premises() = spec.premises();
  *all.mutable_constants() = spec.constants();
  if (spec.has_options()) *all.mutable_options() = spec.options();
  *all.mutable_operator_rules() = spec.operator_rules();
  own.set_scope(request.scope());
  *own.mutable_include() = request.include();
  *own.mutable_values() = request.values();
  own.set_strictness(request.strictness());
  return own;
}

// The field of an error about a premise, from the scenario on. Premises of the model may be those
// that fail beside the scenario's.
std::string FieldInScenario(const absl::Status& status, int premises_of_model) {
  std::string field = graph::FieldOf(status);
  absl::string_view number = field;
  int premise = 0;
  const bool is_premise = absl::ConsumePrefix(&number, "model.premises[") &&
                          absl::ConsumeSuffix(&number, "]") && absl::SimpleAtoi(number, &premise);
  if (!is_premise) return field;
  return premise < premises_of_model ? "premises"
                                     : graph::Item("premises", premise - premises_of_model);
}

absl::StatusOr<std::string> InferScenario(const v1::InferShapesRequest& request,
                                          const graph::Model& model, const InferOptions& options,
                                          Work& work) {
  auto run = PrepareInference(request, work.FindLeft(), model, options);
  absl::Status status = run.status();
  std::string answer;
  if (status.ok()) {
    status = FinishRun(**run);
    if (status.ok()) {
      absl::StatusOr<std::string> written = AnswerRun(request, **run);
      status = written.status();
      if (status.ok()) answer = *std::move(written);
    }
    // Also of an inference that fails.
    if (!work.CountKept((*run)->work.count())) return work.status();
  }
  if (!status.ok()) return BlameRequest(std::move(status));
  return answer;
}

}  // namespace

absl::Status AppendScenarios(const v1::InferShapesRequest& request, const graph::Model& model,
                             const InferOptions& options, Work& work, std::string* answer) {
  AnswerBudget budget(AnswerLimit(options.max_answer_bytes, request.limits().answer_bytes()));
  WireWriter out(budget);
  budget.Take(answer->size());
  v1::InferShapesRequest inferred_request = RequestOf(request);
  auto& premises = *inferred_request.mutable_model()->mutable_premises();
  const int premises_of_model = premises.size();
  for (const v1::Scenario& scenario : request.scenarios()) {
    InferOptions own = options;
    own.unknown_dims = nullptr;
    own.on_inferred = nullptr;
    own.max_answer_bytes = budget.limit() - std::min(budget.limit(), answer->size() + out.size());
    premises.DeleteSubrange(premises_of_model, premises.size() - premises_of_model);
    premises.MergeFrom(scenario.premises());
    const auto inferred = InferScenario(inferred_request, model, own, work);
    const size_t begin = out.Begin(v1::InferShapesResponse::kScenariosFieldNumber);
    out.NonEmpty(v1::ScenarioAnswer::kNameFieldNumber, scenario.name());
    if (inferred.ok()) {
      out.Bytes(v1::ScenarioAnswer::kAnswerFieldNumber, *inferred);
    } else if (absl::IsInvalidArgument(inferred.status())) {
      v1::EntryError error;
      graph::WriteEntryError(inferred.status(), &error);
      error.set_field(FieldInScenario(inferred.status(), premises_of_model));
      out.Bytes(v1::ScenarioAnswer::kErrorFieldNumber, error.SerializeAsString());
    } else {
      return inferred.status();
    }
    out.End(begin);
    if (absl::Status status = out.status(); !status.ok()) return status;
  }
  if (absl::Status status = budget.CheckSize(answer->size() + out.size()); !status.ok()) {
    return status;
  }
  answer->append(out.Take());
  return absl::OkStatus();
}

}  // namespace shapewright::questions
