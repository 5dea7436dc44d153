#include "server/methods/infer_shapes.h"

#include <string>
#include <utility>

#include "server/call/call_state.h"
#include "server/methods/infer_answer.h"
#include "server/methods/model_question.h"

namespace shapewright::server {
namespace {

constexpr ModelKeyKinds kKinds = {KeyKind::kInferShapesLarge, KeyKind::kInferShapesOnnx,
                                  KeyKind::kInferShapesPath};

v1::ModelSpec& SpecOf(google::protobuf::Message& message) {
  return *static_cast<v1::InferShapesRequest&>(message).mutable_model();
}

class InferShapesQuestion final : public ModelQuestion {
 public:
  InferShapesQuestion(const CallEnvironment& environment, const grpc::ByteBuffer& request)
      : ModelQuestion(environment, request, kKinds, message_) {}

 private:
  absl::StatusOr<ModelAnswer> Find(ModelParts parts, const InferHooks& hooks) override {
    return AnswerInferShapes(std::move(message_), std::move(parts), *environment().options,
                             environment().state->models, hooks);
  }
  std::string Head(const ModelAnswer& answer) const override {
    return AnswerHead(answer.model_id).Take();
  }

  v1::InferShapesRequest message_;
};

}  // namespace

InferShapesMethod::InferShapesMethod(const CallEnvironment& environment)
    : AnswerMethod(Method::kInferShapes, KeyKind::kInferShapes,
                   ": strip the weights from the model"),
      environment_(environment) {}

bool InferShapesMethod::IsKeyedByRequest(absl::string_view request) const {
  return !NamesModelPath(request);
}

Lane InferShapesMethod::Weigh(absl::string_view request) const {
  return LaneOfModelRequest(environment_, request, ReadWorkOfInferShapes(request));
}

absl::StatusOr<std::unique_ptr<Question>> InferShapesMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto question = std::make_unique<InferShapesQuestion>(environment_, request);
  absl::Status read = question->Parse(SpecOf);
  if (!read.ok()) return read;
  return question;
}

}  // namespace shapewright::server
