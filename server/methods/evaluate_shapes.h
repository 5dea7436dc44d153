#ifndef SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_
#define SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_

#include <memory>
#include <optional>

#include "server/methods/model_method.h"

namespace shapewright::server {

// EvaluateShapes. Keeps finished inferences, to answer requests with other bindings from them.
class EvaluateShapesMethod final : public ModelMethod {
 public:
  explicit EvaluateShapesMethod(CallEnvironment& environment)
      : ModelMethod(Method::kEvaluateShapes, environment) {}

  // Answers from a kept inference.
  std::optional<size_t> AnswerAtOnce(absl::string_view request,
                                     grpc::ByteBuffer* response) const override;
  absl::StatusOr<std::unique_ptr<ParsedRequest>> Read(
      const grpc::ByteBuffer& request) const override;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_EVALUATE_SHAPES_H_
