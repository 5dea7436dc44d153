#include "server/methods/evaluate_shapes.h"

#include <string>
#include <utility>

#include "server/call/call_environment.h"
#include "server/methods/evaluate_answer.h"
#include "server/methods/model_question.h"

namespace shapewright::server {
namespace {

class EvaluateShapesQuestion final : public ModelQuestion {
 public:
  using ModelQuestion::ModelQuestion;

 private:
  absl::StatusOr<ModelAnswer> Find(google::protobuf::Message& message, ModelParts parts,
                                   const WorkHooks& hooks) override {
    return AnswerEvaluateShapes(std::move(static_cast<v1::EvaluateShapesRequest&>(message)),
                                std::move(parts), environment().options, environment().models,
                                environment().compiled, hooks);
  }
};

}  // namespace

std::optional<size_t> EvaluateShapesMethod::AnswerAtOnce(absl::string_view request,
                                                         grpc::ByteBuffer* response) const {
  const std::optional<std::string> answer = AnswerFromCompiled(
      request, environment().options, environment().models, environment().compiled);
  if (!answer.has_value()) return std::nullopt;
  environment().metrics.CacheLookedUp(CacheKind::kModels, true);
  environment().metrics.CacheLookedUp(CacheKind::kCompiled, true);
  const grpc::Slice slice(*answer);
  grpc::ByteBuffer(&slice, 1).Swap(response);
  return answer->size();
}

absl::StatusOr<std::unique_ptr<Question>> EvaluateShapesMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto question =
      std::make_unique<EvaluateShapesQuestion>(environment(), options(), row(), rpc(), request);
  absl::Status read = question->Parse();
  if (!read.ok()) return read;
  return question;
}

}  // namespace shapewright::server
