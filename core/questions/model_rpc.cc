#include "core/questions/model_rpc.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/explanation/explain.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/inference/infer_run.h"
#include "core/inference/read_model.h"
#include "core/inference/request_size.h"
#include "core/questions/cost/estimate_cost.h"
#include "core/questions/describe.h"
#include "core/questions/evaluation/bucket_advisor.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/evaluation/infer_again.h"
#include "core/questions/evaluation/model_bucket_sizes.h"
#include "core/questions/evaluation/plan_buckets.h"
#include "core/questions/guard/compile_guard.h"
#include "core/questions/infer_request.h"
#include "core/questions/planning/fitting_sizes.h"
#include "core/questions/planning/largest_sizes.h"
#include "core/questions/planning/plan_profiles.h"
#include "core/questions/planning/quantity_in_box.h"
#include "core/questions/planning/symbols_to_bind.h"
#include "core/wire/valid_text.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::questions {
namespace {

using google::protobuf::Message;
using graph::Item;
using inference::AnswerNumbering;
using inference::AssumedRanges;
using inference::BlameRequest;
using inference::Explainer;
using inference::FinishRun;
using inference::InferOptions;
using inference::InferRun;
using inference::PrepareRun;
using inference::ReadCommonSizes;
using inference::ReadModel;
using inference::RequestLimit;

// What a request says beside its model that inference has to know; most say nothing.
template <typename Request>
absl::Status ReadBesideModel(const Request& /*request*/, InferRun& /*run*/) {
  return absl::OkStatus();
}
absl::Status ReadBesideModel(const v1::PlanProfilesRequest& request, InferRun& run) {
  return ReadCommonSizes(request.common(), &run.given);
}

// The answers of a finished run; `model` is the whole model.

absl::Status Write(const v1::ExplainShapesRequest& request, const graph::Model& /*model*/,
                   InferRun& run, WireWriter* out) {
  run.work.set_phase("explain");
  Explainer explainer(*run.engine, *run.report);
  for (int i = 0; i < request.questions_size(); ++i) {
    absl::Status status = run.work.Poll();
    if (!status.ok()) return status;
    v1::Explanation explanation;
    status = explainer.Explain(request.questions(i), &explanation);
    if (absl::IsInvalidArgument(status)) {
      explanation.Clear();
      status.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedQuestion));
      graph::WriteEntryError(status, explanation.mutable_error());
    } else if (!status.ok()) {
      return status;
    }
    if (run.work.is_stopped()) run.work.SetSite(Item("questions", i));
    MakeTextValid(&explanation);
    out->Bytes(v1::ExplainShapesResponse::kExplanationsFieldNumber,
               explanation.SerializeAsString());
    status = run.work.status();
    if (status.ok()) status = out->status();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// The sizes of the outputs, and memory where the request asks for it.
template <typename Request>
v1::EvaluateShapesRequest SizesWith(const Request& request) {
  v1::EvaluateShapesRequest question;
  if (request.has_memory()) *question.mutable_memory() = request.memory();
  return question;
}

absl::Status Write(const v1::PlanBucketsRequest& request, const graph::Model& model, InferRun& run,
                   WireWriter* out) {
  const AnswerNumbering numbering(*run.model);
  const v1::EvaluateShapesRequest sizes = SizesWith(request);
  const UnsettledValues unsettled(*run.engine);
  Evaluations evaluations(*run.engine, *run.report, numbering, sizes, &unsettled);
  evaluations.AnswerOwnCases(InferAgain(request.model(), model, run.options, sizes));
  return BucketPlan(*run.engine, evaluations, request).Write(run.work, out);
}

absl::Status Write(const v1::ChooseBucketsRequest& request, const graph::Model& model,
                   InferRun& run, WireWriter* out) {
  const AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("advise");
  const AnswerNumbering numbering(*run.model);
  const v1::EvaluateShapesRequest question;
  Evaluations evaluations(*run.engine, *run.report, numbering, question);
  evaluations.AnswerOwnCases(InferAgain(request.model(), model, run.options, question));
  ModelBucketSizes allowed(*run.engine, *run.report, evaluations, request, run.work);
  if (!allowed.status().ok()) return allowed.status();
  v1::ChooseBucketsResponse response;
  absl::Status status = AdviseBuckets(request, allowed, run.work, &response);
  if (status.ok()) out->AppendBytes(response.SerializeAsString());
  return status;
}

absl::Status Write(const v1::PlanProfilesRequest& request, const graph::Model& model, InferRun& run,
                   WireWriter* out) {
  const AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("profile");
  const AnswerNumbering numbering(*run.model);
  const v1::EvaluateShapesRequest sizes = SizesWith(request);
  const UnsettledValues unsettled(*run.engine);
  Evaluations evaluations(*run.engine, *run.report, numbering, sizes, &unsettled);
  evaluations.AnswerOwnCases(InferAgain(request.model(), model, run.options, sizes));
  return ProfilePlan(*run.engine, *run.report, evaluations, request).Write(run.work, out);
}

absl::Status Write(const v1::FindLargestSizesRequest& request, const graph::Model& model,
                   InferRun& run, WireWriter* out) {
  const AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("search");
  const AnswerNumbering numbering(*run.model);
  const v1::EvaluateShapesRequest question = QuantityInBox::QuestionOf(request);
  const UnsettledValues unsettled(*run.engine);
  Evaluations evaluations(*run.engine, *run.report, numbering, question, &unsettled);
  evaluations.AnswerOwnCases(InferAgain(request.model(), model, run.options, question));
  FittingSizes sizes(*run.engine, *run.report, numbering, evaluations, request, run.work);
  return WriteLargestSizes(sizes, run.work, out);
}

absl::Status Write(const v1::FindSymbolsToBindRequest& request, const graph::Model& /*model*/,
                   InferRun& run, WireWriter* out) {
  const AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("search");
  const AnswerNumbering numbering(*run.model);
  const UnsettledValues unsettled(*run.engine);
  return WriteSymbolsToBind(*run.engine, numbering, unsettled, request, run.work, out);
}

absl::Status Write(const v1::DescribeModelRequest& /*request*/, const graph::Model& /*model*/,
                   InferRun& run, WireWriter* out) {
  out->AppendBytes(Describe(run).SerializeAsString());
  return absl::OkStatus();
}

absl::Status Write(const v1::CompileGuardRequest& request, const graph::Model& /*model*/,
                   InferRun& run, WireWriter* out) {
  v1::CompileGuardResponse response;
  absl::Status status = CompileGuard(request, *run.engine, *run.report, response.mutable_program());
  if (status.ok()) out->AppendBytes(response.SerializeAsString());
  return status;
}

absl::Status Write(const v1::EstimateCostRequest& request, const graph::Model& /*model*/,
                   InferRun& run, WireWriter* out) {
  return EstimateCost(request, *run.engine, *run.report, *run.budget, out);
}

template <typename Request>
absl::StatusOr<std::string> Run(const Request& request, const graph::Model& model,
                                const InferOptions& options) {
  const auto run = PrepareRun(request.model(), v1::STRICTNESS_UNSPECIFIED, request.limits(),
                              RequestLimit(request, model, options), model, options);
  if (!run.ok()) return run.status();
  WireWriter answer(*(*run)->budget);
  absl::Status status = ReadBesideModel(request, **run);
  if (status.ok()) status = FinishRun(**run);
  if (status.ok()) status = Write(request, model, **run, &answer);
  if (status.ok()) status = (*run)->work.status();
  if (status.ok()) status = (*run)->budget->CheckSize(answer.size());
  if (!status.ok()) return status;
  if (options.on_inferred) options.on_inferred();
  return answer.Take();
}

template <typename Request>
absl::StatusOr<std::string> RunMessage(const Message& request, const graph::Model& model,
                                       const InferOptions& options) {
  absl::StatusOr<std::string> answer = Run(static_cast<const Request&>(request), model, options);
  if (answer.ok()) return answer;
  return BlameRequest(answer.status());
}

absl::StatusOr<std::string> Infer(const Message& request, const graph::Model& model,
                                  const InferOptions& options) {
  return InferRequest(static_cast<const v1::InferShapesRequest&>(request), model, options);
}

absl::StatusOr<std::string> Evaluate(const Message& request, const graph::Model& model,
                                     const InferOptions& options) {
  return EvaluateRequest(static_cast<const v1::EvaluateShapesRequest&>(request), model, options);
}

template <typename Request>
ModelRpc RunBy(absl::string_view name) {
  return {name, &Request::default_instance(), RunMessage<Request>};
}

const google::protobuf::FieldDescriptor* SpecField(const Message& request) {
  return request.GetDescriptor()->FindFieldByNumber(v1::InferShapesRequest::kModelFieldNumber);
}

}  // namespace

absl::Span<const ModelRpc> ModelRpcs() {
  static const ModelRpc kRpcs[] = {
      RunBy<v1::ChooseBucketsRequest>("ChooseBuckets"),
      RunBy<v1::CompileGuardRequest>("CompileGuard"),
      RunBy<v1::DescribeModelRequest>("DescribeModel"),
      RunBy<v1::EstimateCostRequest>("EstimateCost"),
      {"EvaluateShapes", &v1::EvaluateShapesRequest::default_instance(), Evaluate},
      RunBy<v1::ExplainShapesRequest>("ExplainShapes"),
      RunBy<v1::FindLargestSizesRequest>("FindLargestSizes"),
      RunBy<v1::FindSymbolsToBindRequest>("FindSymbolsToBind"),
      {"InferShapes", &v1::InferShapesRequest::default_instance(), Infer},
      RunBy<v1::PlanBucketsRequest>("PlanBuckets"),
      RunBy<v1::PlanProfilesRequest>("PlanProfiles"),
  };
  return kRpcs;
}

const ModelRpc* FindModelRpc(absl::string_view name) {
  const absl::Span<const ModelRpc> rpcs = ModelRpcs();
  const auto found = std::find_if(rpcs.begin(), rpcs.end(),
                                  [name](const ModelRpc& rpc) { return rpc.name == name; });
  return found == rpcs.end() ? nullptr : &*found;
}

const v1::ModelSpec& SpecOf(const Message& request) {
  return static_cast<const v1::ModelSpec&>(
      request.GetReflection()->GetMessage(request, SpecField(request)));
}

v1::ModelSpec& MutableSpecOf(Message& request) {
  return static_cast<v1::ModelSpec&>(
      *request.GetReflection()->MutableMessage(&request, SpecField(request)));
}

const v1::RequestLimits& LimitsOf(const Message& request) {
  return static_cast<const v1::RequestLimits&>(request.GetReflection()->GetMessage(
      request, request.GetDescriptor()->FindFieldByName("limits")));
}

absl::StatusOr<std::string> AnswerModelRpc(const ModelRpc& rpc, const Message& request,
                                           const InferOptions& options) {
  const auto model = ReadModel(SpecOf(request), options);
  if (!model.ok()) return model.status();
  return rpc.answer(request, **model, options);
}

}  // namespace shapewright::questions
