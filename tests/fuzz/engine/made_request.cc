// Fuzzes whole requests by their structure: the bytes are choices of a generator of models and of
// requests about them. What is given and what is inferred of a value must fit together in every
// answer, and a model that is bound must come out as one whose inputs are concrete.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "core/questions/model_rpc.h"
#include "tests/fuzz/support/answer_check.h"
#include "tests/fuzz/support/decisions.h"
#include "tests/fuzz/support/model_maker.h"
#include "tests/fuzz/support/request_maker.h"

namespace {

using shapewright::fuzz::BoundTwice;
using shapewright::inference::InferOptions;
using shapewright::questions::EvaluateRequest;
using shapewright::questions::InferRequest;
namespace v1 = shapewright::v1;

// What the compared requests are judged by: limits of small models decide something else.
bool Infer(const v1::InferShapesRequest& request, v1::InferShapesResponse* answer) {
  const auto bytes = InferRequest(request, InferOptions());
  return bytes.ok() && answer->ParseFromString(*bytes);
}

bool Evaluate(const v1::EvaluateShapesRequest& request, v1::EvaluateShapesResponse* answer) {
  const auto bytes = EvaluateRequest(request, InferOptions());
  return bytes.ok() && answer->ParseFromString(*bytes);
}

bool IsInDoubt(const v1::InferShapesResponse& answer) {
  return std::any_of(
      answer.diagnostics().begin(), answer.diagnostics().end(),
      [](const v1::Diagnostic& d) { return d.severity() != v1::Diagnostic::SEVERITY_INFO; });
}

[[noreturn]] void Fail(const std::string& what, const BoundTwice& twice) {
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), twice.bound.bindings(0).DebugString().c_str());
  std::abort();
}

const v1::Shape* ConcreteShape(const v1::InferShapesResponse& answer, int value) {
  const v1::Type& type = answer.graphs(0).values(value).type();
  const bool is_known = type.has_tensor() && type.tensor().has_shape();
  return is_known ? &type.tensor().shape() : nullptr;
}

// Every size that the binding comes to is the one that concrete inputs give.
void Compare(const v1::EvaluateShapesResponse& bound, const v1::InferShapesResponse& concrete,
             const BoundTwice& twice) {
  const v1::PackedSizes& packed = bound.evaluations(0).packed();
  int place = 0;
  for (int i = 0; i < bound.packed_index().ranks_size(); ++i) {
    const int rank = std::max(0, bound.packed_index().ranks(i));
    const int first = place;
    place += rank;
    const v1::Shape* shape = ConcreteShape(concrete, i);
    if (shape == nullptr || bound.packed_index().ranks(i) < 0) continue;
    const std::string& name = concrete.graphs(0).values(i).name();
    if (shape->dims_size() != rank) {
      Fail(absl::StrCat(name, " has rank ", rank, " where it is bound, and ", shape->dims_size(),
                        " of concrete inputs"),
           twice);
    }
    for (int axis = 0; axis < rank; ++axis) {
      const int64_t size = packed.sizes(first + axis);
      const v1::Dim& dim = shape->dims(axis);
      const bool is_exact =
          packed.upper_sizes().empty() || packed.upper_sizes(first + axis) == size;
      if (size < 0 || !is_exact || !dim.has_size() || dim.size() == size) continue;
      Fail(absl::StrCat(name, " axis ", axis, " is ", size, " where it is bound, and ", dim.size(),
                        " of concrete inputs"),
           twice);
    }
  }
}

void CheckBinding(const BoundTwice& twice) {
  v1::InferShapesRequest unbound;
  *unbound.mutable_model() = twice.bound.model();
  v1::InferShapesResponse inferred;
  v1::EvaluateShapesResponse bound;
  v1::InferShapesResponse concrete;
  if (!Infer(unbound, &inferred) || !Evaluate(twice.bound, &bound) ||
      !Infer(twice.concrete, &concrete)) {
    return;
  }
  if (bound.evaluations_size() != 1 || bound.evaluations(0).has_error() ||
      !bound.evaluations(0).violations().empty()) {
    return;
  }
  // A model that fails with these inputs has no sizes to speak of.
  if (IsInDoubt(inferred) || IsInDoubt(concrete)) return;
  Compare(bound, concrete, twice);
}

// The answers to the other questions about a model, one entry for each of theirs.
void CheckPlans(const v1::ModelSpec& spec, const shapewright::fuzz::MadeModel& model,
                shapewright::fuzz::Decisions& decisions, const InferOptions& limits) {
  const auto ask = [&limits](const char* name, const google::protobuf::Message& request) {
    const auto& rpc = *shapewright::questions::FindModelRpc(name);
    return shapewright::questions::AnswerModelRpc(rpc, request, limits);
  };
  const v1::PlanBucketsRequest buckets = shapewright::fuzz::MakeBuckets(spec, model, decisions);
  v1::PlanBucketsResponse plan;
  shapewright::fuzz::CheckEntries(
      [&] { return ask("PlanBuckets", buckets); }, &plan,
      [&] { return plan.placements_size() == buckets.bindings_size(); });
  const v1::ExplainShapesRequest questions =
      shapewright::fuzz::MakeQuestions(spec, model, decisions);
  v1::ExplainShapesResponse why;
  shapewright::fuzz::CheckEntries(
      [&] { return ask("ExplainShapes", questions); }, &why,
      [&] { return why.explanations_size() == questions.questions_size(); });
  v1::PlanProfilesRequest profile;
  *profile.mutable_model() = spec;
  v1::PlanProfilesResponse profiled;
  shapewright::fuzz::CheckEntries([&] { return ask("PlanProfiles", profile); }, &profiled,
                                  [&] { return profiled.profiles_size() == 1; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shapewright::fuzz::Decisions decisions({data, size});
  const auto model = shapewright::fuzz::MakeModel(decisions);
  const v1::InferShapesRequest request = shapewright::fuzz::MakeRequest(model, decisions);
  const InferOptions limits = shapewright::fuzz::SmallLimits();
  shapewright::fuzz::CheckAnswers([&] { return InferRequest(request, limits); });
  const v1::EvaluateShapesRequest evaluation =
      shapewright::fuzz::MakeEvaluation(request.model(), model, decisions);
  shapewright::fuzz::CheckEvaluations(evaluation,
                                      [&] { return EvaluateRequest(evaluation, limits); });
  CheckPlans(request.model(), model, decisions, limits);
  CheckBinding(shapewright::fuzz::BindTwice(model, decisions));
  return 0;
}
