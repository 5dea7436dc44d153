#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_REQUESTS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_REQUESTS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// A request about a model text (see model_text.h) with what `rest` says in
// protobuf's text format.
v1::InferShapesRequest Request(absl::string_view model, const std::string& rest);

// The answer; a failure of the test where there is none.
v1::InferShapesResponse Answer(const v1::InferShapesRequest& request);

// "[N, 3]" of a value of the main graph.
std::string ShapeOf(const v1::InferShapesResponse& answer, const std::string& name);

// The field that an INVALID_ARGUMENT blames.
std::string FieldOfError(const v1::InferShapesRequest& request);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_REQUESTS_H_
