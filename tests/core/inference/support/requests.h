#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_REQUESTS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_REQUESTS_H_

#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Model texts: N + 5 rows; 4 * N elements in rows of 32.
inline constexpr char kConcatAndRelu[] = R"(
  input x: float32[N, 4]
  input y: float32[5, 4]
  a = Concat(x, y) axis=0
  b = Relu(a)
  output b
)";
inline constexpr char kReshapeToRows[] = R"(
  input x: float32[N, 4]
  const shape: int64[2] = -1 32
  a = Reshape(x, shape)
  output a
)";

// A request about a model text (see model_text.h) with what `rest` says in
// protobuf's text format.
v1::InferShapesRequest Request(absl::string_view model, const std::string& rest);

// The answer; a failure of the test where there is none.
v1::InferShapesResponse Answer(const v1::InferShapesRequest& request);

// The same for EvaluateShapes.
v1::EvaluateShapesRequest EvaluateRequestOf(absl::string_view model, const std::string& rest);
v1::EvaluateShapesResponse Answer(const v1::EvaluateShapesRequest& request);
v1::EvaluateShapesResponse Evaluated(absl::string_view model, const std::string& rest);

void FillRequest(absl::string_view model, const std::string& rest,
                 google::protobuf::Message& request);
void FillAnswer(const google::protobuf::Message& request, google::protobuf::Message& response);
// A request of any RPC about a model, and its answer.
template <typename AnyRequest>
AnyRequest RequestOf(absl::string_view model, const std::string& rest) {
  AnyRequest request;
  FillRequest(model, rest, request);
  return request;
}
template <typename Response>
Response AnswerOf(const google::protobuf::Message& request) {
  Response response;
  FillAnswer(request, response);
  return response;
}
// The serialized answer of the RPC that takes such requests.
absl::StatusOr<std::string> AnswerBytes(const google::protobuf::Message& request,
                                        const inference::InferOptions& options = {});

// By value, first the outputs, then the requested ones: the sizes of its axes, their upper bounds,
// its bytes, its rank. -1: unknown.
std::vector<int64_t> SizesOf(const v1::Evaluation& evaluation);
std::vector<int64_t> UpperSizesOf(const v1::Evaluation& evaluation);
std::vector<int64_t> BytesOf(const v1::Evaluation& evaluation);
std::vector<int> RanksOf(const v1::Evaluation& evaluation);

// "[N, 3]" of a value of the main graph.
std::string ShapeOf(const v1::InferShapesResponse& answer, const std::string& name);

// The field that an INVALID_ARGUMENT blames.
std::string FieldOfError(const google::protobuf::Message& request);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_REQUESTS_H_
