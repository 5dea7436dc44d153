#include "server/methods/evaluate_shapes.h"

#include <string>
#include <utility>

#include "server/call/call_state.h"
#include "server/methods/evaluate_answer.h"
#include "server/methods/model_question.h"

namespace shapewright::server {
namespace {

constexpr ModelKeyKinds kKinds = {KeyKind::kEvaluateShapesLarge, KeyKind::kEvaluateShapesOnnx,
                                  KeyKind::kEvaluateShapesPath};

v1::ModelSpec& SpecOf(google::protobuf::Message& message) {
  return *static_cast<v1::EvaluateShapesRequest&>(message).mutable_model();
}

class EvaluateShapesQuestion final : public ModelQuestion {
 public:
  EvaluateShapesQuestion(const CallEnvironment& environment, const grpc::ByteBuffer& request)
      : ModelQuestion(environment, request, kKinds, message_) {}

 private:
  absl::StatusOr<ModelAnswer> Find(ModelParts parts, const InferHooks& hooks) override {
    CallState& state = *environment().state;
    return AnswerEvaluateShapes(std::move(message_), std::move(parts), *environment().options,
                                state.models, state.compiled, hooks);
  }
  std::string Head(const ModelAnswer& /*answer*/) const override { return {}; }

  v1::EvaluateShapesRequest message_;
};

}  // namespace

EvaluateShapesMethod::EvaluateShapesMethod(const CallEnvironment& environment)
    : AnswerMethod(Method::kEvaluateShapes, KeyKind::kEvaluateShapes,
                   ": strip the weights from the model"),
      environment_(environment) {}

std::optional<size_t> EvaluateShapesMethod::AnswerAtOnce(absl::string_view request,
                                                         grpc::ByteBuffer* response) const {
  CallState& state = *environment_.state;
  const std::optional<std::string> answer =
      AnswerFromCompiled(request, *environment_.options, state.models, state.compiled);
  if (!answer.has_value()) return std::nullopt;
  environment_.metrics->CacheLookedUp(CacheKind::kModels, true);
  environment_.metrics->CacheLookedUp(CacheKind::kCompiled, true);
  const grpc::Slice slice(*answer);
  grpc::ByteBuffer(&slice, 1).Swap(response);
  return answer->size();
}

bool EvaluateShapesMethod::IsKeyedByRequest(absl::string_view request) const {
  return !NamesModelPath(request);
}

Lane EvaluateShapesMethod::Weigh(absl::string_view request) const {
  return LaneOfModelRequest(environment_, request, ReadWorkOfEvaluateShapes(request));
}

absl::StatusOr<std::unique_ptr<Question>> EvaluateShapesMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto question = std::make_unique<EvaluateShapesQuestion>(environment_, request);
  absl::Status read = question->Parse(SpecOf);
  if (!read.ok()) return read;
  return question;
}

}  // namespace shapewright::server
