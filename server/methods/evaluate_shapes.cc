#include "server/methods/evaluate_shapes.h"

#include <string>
#include <utility>

#include "server/call/call_environment.h"
#include "server/methods/evaluate_answer.h"
#include "server/methods/model_request.h"

namespace shapewright::server {
namespace {

class EvaluateRequest final : public ModelRequest {
 public:
  using ModelRequest::ModelRequest;

 private:
  absl::StatusOr<ModelAnswer> Find(google::protobuf::Message& message, ModelParts parts,
                                   const WorkHooks& hooks) override {
    return AnswerEvaluateShapes(std::move(static_cast<v1::EvaluateShapesRequest&>(message)),
                                std::move(parts), environment().options, environment().models,
                                environment().inferences, hooks);
  }
};

}  // namespace

std::optional<size_t> EvaluateShapesMethod::AnswerAtOnce(absl::string_view request,
                                                         grpc::ByteBuffer* response) const {
  const std::optional<std::string> answer = AnswerFromKept(
      request, environment().options, environment().models, environment().inferences);
  if (!answer.has_value()) return std::nullopt;
  environment().metrics.CacheLookedUp(CacheKind::kModels, true);
  environment().metrics.CacheLookedUp(CacheKind::kCompiled, true);
  const grpc::Slice slice(*answer);
  grpc::ByteBuffer(&slice, 1).Swap(response);
  return answer->size();
}

absl::StatusOr<std::unique_ptr<ParsedRequest>> EvaluateShapesMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto parsed = std::make_unique<EvaluateRequest>(environment(), options(), row(), rpc(), request);
  absl::Status read = parsed->Parse();
  if (!read.ok()) return read;
  return parsed;
}

}  // namespace shapewright::server
