#ifndef SHAPEWRIGHT_SERVER_METHODS_INFER_SHAPES_H_
#define SHAPEWRIGHT_SERVER_METHODS_INFER_SHAPES_H_

#include <memory>

#include "server/call/answer_method.h"
#include "server/call/call.h"

namespace shapewright::server {

// InferShapes as StartUnaryCall() takes it. The model of a request is known by its own hash, and
// may be named by it; a file is known by its identity. `environment` outlives the method.
class InferShapesMethod final : public AnswerMethod {
 public:
  explicit InferShapesMethod(const CallEnvironment& environment);

  // False where the request names a file: it may be another one by now.
  bool IsKeyedByRequest(absl::string_view request) const override;
  Lane Weigh(absl::string_view request) const override;
  absl::StatusOr<std::unique_ptr<Question>> Read(const grpc::ByteBuffer& request) const override;

 private:
  const CallEnvironment& environment_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_INFER_SHAPES_H_
