#include "tests/core/inference/support/requests.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/infer.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright::inference {

v1::InferShapesRequest Request(absl::string_view model, const std::string& rest) {
  v1::InferShapesRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(rest, &request)) << rest;
  request.mutable_model()->set_onnx(ParseModelText(model).SerializeAsString());
  return request;
}

v1::InferShapesResponse Answer(const v1::InferShapesRequest& request) {
  const auto bytes = InferRequest(request);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  v1::InferShapesResponse answer;
  EXPECT_TRUE(answer.ParseFromString(bytes.value_or("")));
  return answer;
}

std::string ShapeOf(const v1::InferShapesResponse& answer, const std::string& name) {
  for (const v1::ValueInfo& value : answer.graphs(0).values()) {
    if (value.name() != name) continue;
    std::string text = "[";
    for (const v1::Dim& dim :
         answer.types(static_cast<int>(value.type())).tensor().shape().dims()) {
      if (text.size() > 1) text += ", ";
      text += dim.has_size() ? absl::StrCat(dim.size()) : dim.expr();
    }
    return text + "]";
  }
  return "no such value";
}

std::string FieldOfError(const v1::InferShapesRequest& request) {
  const auto bytes = InferRequest(request);
  EXPECT_EQ(bytes.status().code(), absl::StatusCode::kInvalidArgument) << bytes.status();
  return graph::FieldOf(bytes.status());
}

}  // namespace shapewright::inference
