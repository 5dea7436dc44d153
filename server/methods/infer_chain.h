#ifndef SHAPEWRIGHT_SERVER_METHODS_INFER_CHAIN_H_
#define SHAPEWRIGHT_SERVER_METHODS_INFER_CHAIN_H_

#include <grpcpp/support/byte_buffer.h>

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"

namespace shapewright::server {

// InferChain. Each stage's model is looked up and kept as that of another request. Thread-safe.
class InferChainMethod final : public AnswerMethod {
 public:
  // `environment` outlives it.
  explicit InferChainMethod(CallEnvironment& environment)
      : AnswerMethod(Method::kInferChain, KeyKind::kInferChain,
                     ": strip the weights from the models, or name them by model_id"),
        environment_(environment) {}

  // A stage may name a file.
  bool IsKeyedByRequest(absl::string_view /*request*/) const override { return false; }
  // Stages that are named by ids may be large.
  Lane Weigh(absl::string_view request) const override;
  absl::StatusOr<std::unique_ptr<ParsedRequest>> Read(
      const grpc::ByteBuffer& request) const override;

 private:
  CallEnvironment& environment_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_INFER_CHAIN_H_
