#ifndef SHAPEWRIGHT_SERVER_JSON_KEPT_PAGE_H_
#define SHAPEWRIGHT_SERVER_JSON_KEPT_PAGE_H_

#include <grpcpp/support/byte_buffer.h>

#include <string>

#include "absl/status/statusor.h"
#include "page/page.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {

// What a page about a model is made of is asked of the RPCs, as any caller would.
v1::InferShapesRequest ShapesForPage(const std::string& model_id);
v1::EstimateCostRequest CostForPage(const std::string& model_id);

// The answers to these requests. `cost` may be null.
struct PageAnswers {
  const grpc::ByteBuffer& shapes;
  const grpc::ByteBuffer* cost;
};

// The page about a model that is kept. ANSWER_TOO_LARGE, or the error of `options.wanted`.
absl::StatusOr<std::string> KeptPage(const std::string& model_id, const PageAnswers& answers,
                                     const PageOptions& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_KEPT_PAGE_H_
