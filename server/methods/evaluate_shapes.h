#ifndef SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_
#define SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_

#include <memory>
#include <optional>

#include "server/call/answer_method.h"
#include "server/call/call.h"

namespace shapewright::server {

// EvaluateShapes as StartUnaryCall() takes it. `environment` outlives the method.
class EvaluateShapesMethod final : public AnswerMethod {
 public:
  explicit EvaluateShapesMethod(const CallEnvironment& environment);

  // Where it follows from an inference that is kept.
  std::optional<size_t> AnswerAtOnce(absl::string_view request,
                                     grpc::ByteBuffer* response) const override;
  // False where the request names a file: it may be another one by now.
  bool IsKeyedByRequest(absl::string_view request) const override;
  Lane Weigh(absl::string_view request) const override;
  absl::StatusOr<std::unique_ptr<Question>> Read(const grpc::ByteBuffer& request) const override;

 private:
  const CallEnvironment& environment_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_
