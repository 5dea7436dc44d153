#ifndef SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_
#define SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_

#include <memory>
#include <optional>

#include "server/methods/model_method.h"

namespace shapewright::server {

// EvaluateShapes, which keeps inferences to answer other bindings by them.
class EvaluateShapesMethod final : public ModelMethod {
 public:
  explicit EvaluateShapesMethod(const CallEnvironment& environment)
      : ModelMethod(Method::kEvaluateShapes, environment) {}

  // Where it follows from an inference that is kept.
  std::optional<size_t> AnswerAtOnce(absl::string_view request,
                                     grpc::ByteBuffer* response) const override;
  absl::StatusOr<std::unique_ptr<Question>> Read(const grpc::ByteBuffer& request) const override;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_
