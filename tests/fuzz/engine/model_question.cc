// Fuzzes the questions about a model that have no target of their own. The first byte of the input
// is a letter that tells which, the rest is its request. A model that is read afresh and one that
// was read before give the same answer.
#include <google/protobuf/message.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "core/guard/request_check.h"
#include "core/inference/read_model.h"
#include "core/questions/model_rpc.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"
#include "shapewright/v1/rewrite.pb.h"
#include "tests/fuzz/support/answer_check.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/model_request.h"

namespace {

using google::protobuf::Message;
using shapewright::inference::InferOptions;
using shapewright::questions::ModelRpc;
namespace v1 = shapewright::v1;

// Whether an answer has all that was asked for, and its numbers make sense.

bool IsWhole(const v1::ChooseBucketsRequest& request, const v1::ChooseBucketsResponse& answer) {
  const double padding = answer.expected_padding();
  const bool has_sizes = std::all_of(
      answer.buckets().begin(), answer.buckets().end(),
      [&](const v1::ObservedSizes& one) { return one.sizes_size() == request.symbols_size(); });
  return has_sizes && !answer.buckets().empty() && answer.buckets_size() <= request.buckets() &&
         padding >= 0 && padding < 1;
}

bool IsTensorWhole(const v1::TensorMetadata& tensor) {
  return tensor.has_type() && std::all_of(tensor.shape().begin(), tensor.shape().end(),
                                          [](int64_t size) { return size >= -1; });
}

bool IsWhole(const v1::DescribeModelRequest& /*request*/, const v1::DescribeModelResponse& answer) {
  const v1::Batching& batching = answer.batching();
  return std::all_of(answer.inputs().begin(), answer.inputs().end(), IsTensorWhole) &&
         std::all_of(answer.outputs().begin(), answer.outputs().end(), IsTensorWhole) &&
         batching.batchable() == batching.reasons().empty() &&
         (!batching.batchable() || !batching.symbol().empty());
}

bool IsWhole(const v1::Explanation& explanation) {
  if (explanation.has_error()) {
    return explanation.steps().empty() && explanation.error().reason() == "MALFORMED_QUESTION";
  }
  for (int i = 0; i < explanation.steps_size(); ++i) {
    for (const uint32_t from : explanation.steps(i).from_steps()) {
      if (from >= static_cast<uint32_t>(i)) return false;
    }
  }
  return !explanation.steps().empty();
}

bool IsWhole(const v1::ExplainShapesRequest& request, const v1::ExplainShapesResponse& answer) {
  return answer.explanations_size() == request.questions_size() &&
         std::all_of(answer.explanations().begin(), answer.explanations().end(),
                     [](const v1::Explanation& explanation) { return IsWhole(explanation); });
}

bool IsWhole(const v1::PlanBucketsRequest& request, const v1::PlanBucketsResponse& answer) {
  for (int i = 0; i < std::min(answer.placements_size(), request.bindings_size()); ++i) {
    const v1::BucketPlacement& placement = answer.placements(i);
    const bool is_there = placement.bucket() < static_cast<uint32_t>(answer.buckets_size());
    if (placement.has_bucket() && (placement.has_error() || !is_there)) return false;
    if (placement.label() != request.bindings(i).label()) return false;
  }
  return answer.placements_size() == request.bindings_size();
}

bool IsWhole(const v1::PlanProfilesRequest& request, const v1::PlanProfilesResponse& answer) {
  for (const v1::Profile& profile : answer.profiles()) {
    if (!profile.has_min() || !profile.has_opt() || !profile.has_max()) return false;
    const bool is_witnessed = profile.proof() == v1::Profile::PROOF_WITNESS;
    if (profile.proof() == v1::Profile::PROOF_UNSPECIFIED ||
        profile.has_witness() != is_witnessed) {
      return false;
    }
  }
  return !request.has_observed() ? answer.profiles_size() == 1 : answer.profiles_size() > 0;
}

bool IsWhole(const v1::FindLargestSizesRequest& request,
             const v1::FindLargestSizesResponse& answer) {
  if (answer.certificate() == v1::FindLargestSizesResponse::CERTIFICATE_UNSPECIFIED) return false;
  if (request.symbols_size() == 2) return !answer.has_largest();
  if (answer.has_largest() && answer.point().amount() > request.budget().amount()) return false;
  return answer.has_point();
}

bool IsWhole(const v1::FindSymbolsToBindRequest& /*request*/,
             const v1::FindSymbolsToBindResponse& answer) {
  for (const v1::UnreachedValue& value : answer.unreached()) {
    if (value.reason().empty()) return false;
  }
  return true;
}

bool IsWhole(const v1::CompileGuardRequest& /*request*/, const v1::CompileGuardResponse& answer) {
  return shapewright::guard::LoadedGuard::Load(answer.program()).ok();
}

bool IsWhole(const v1::EstimateCostRequest& request, const v1::EstimateCostResponse& answer) {
  return answer.has_total() && answer.evaluations_size() == request.bindings_size();
}

bool IsWhole(const v1::RewriteModelRequest& /*request*/, const v1::RewriteModelResponse& answer) {
  return !answer.refused() || (answer.edits().empty() && !answer.gaps().empty());
}

// As a server answers about a model that it keeps, by its id.
absl::StatusOr<std::string> AnswerFromKept(const ModelRpc& rpc, const Message& request,
                                           const InferOptions& limits) {
  const auto model =
      shapewright::inference::ReadModel(shapewright::questions::SpecOf(request), limits);
  if (!model.ok()) return model.status();
  const std::unique_ptr<Message> by_id(request.New());
  by_id->CopyFrom(request);
  shapewright::questions::MutableSpecOf(*by_id).set_model_id("sha256:00");
  return rpc.answer(*by_id, **model, limits);
}

template <typename Request, typename Response>
void Check(const ModelRpc& rpc, const Message& request) {
  const InferOptions limits = shapewright::fuzz::SmallLimits();
  bool is_read = false;
  Response answer;
  shapewright::fuzz::CheckEntries(
      [&] {
        const bool is_kept =
            std::exchange(is_read, true) && shapewright::questions::SpecOf(request).has_onnx();
        return is_kept ? AnswerFromKept(rpc, request, limits)
                       : shapewright::questions::AnswerModelRpc(rpc, request, limits);
      },
      &answer, [&] { return IsWhole(static_cast<const Request&>(request), answer); });
}

struct Question {
  char letter;
  const char* rpc;
  void (*check)(const ModelRpc& rpc, const Message& request);
};

constexpr Question kQuestions[] = {
    {'B', "PlanBuckets", Check<v1::PlanBucketsRequest, v1::PlanBucketsResponse>},
    {'C', "ChooseBuckets", Check<v1::ChooseBucketsRequest, v1::ChooseBucketsResponse>},
    {'D', "DescribeModel", Check<v1::DescribeModelRequest, v1::DescribeModelResponse>},
    {'E', "EstimateCost", Check<v1::EstimateCostRequest, v1::EstimateCostResponse>},
    {'L', "FindLargestSizes", Check<v1::FindLargestSizesRequest, v1::FindLargestSizesResponse>},
    {'P', "PlanProfiles", Check<v1::PlanProfilesRequest, v1::PlanProfilesResponse>},
    {'R', "RewriteModel", Check<v1::RewriteModelRequest, v1::RewriteModelResponse>},
    {'S', "FindSymbolsToBind", Check<v1::FindSymbolsToBindRequest, v1::FindSymbolsToBindResponse>},
    {'G', "CompileGuard", Check<v1::CompileGuardRequest, v1::CompileGuardResponse>},
    {'X', "ExplainShapes", Check<v1::ExplainShapesRequest, v1::ExplainShapesResponse>},
};

const Question& QuestionOf(uint8_t letter) {
  for (const Question& question : kQuestions) {
    if (static_cast<uint8_t>(question.letter) == letter) return question;
  }
  return kQuestions[letter % std::size(kQuestions)];
}

const ModelRpc& RpcOf(const Question& question) {
  const ModelRpc* const rpc = shapewright::questions::FindModelRpc(question.rpc);
  if (rpc == nullptr) std::abort();
  return *rpc;
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  constexpr unsigned int kOtherQuestions = 64;
  if (size < 2 || seed % kOtherQuestions == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::unique_ptr<Message> request(RpcOf(QuestionOf(data[0])).request_prototype->New());
  return 1 + shapewright::fuzz::MutateModelRequest(request.get(), data + 1, size - 1, max_size - 1,
                                                   seed);
}

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Question& question = QuestionOf(data[0]);
  const ModelRpc& rpc = RpcOf(question);
  const std::unique_ptr<Message> request(rpc.request_prototype->New());
  if (!shapewright::fuzz::ParseModelRequest(data + 1, size - 1, request.get())) return 0;
  question.check(rpc, *request);
  return 0;
}
