#include "tests/core/inference/support/requests.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/graph/read_error.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "core/questions/model_rpc.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using questions::AnswerModelRpc;
using questions::EvaluateRequest;
using questions::FindModelRpc;
using questions::InferRequest;
using questions::ModelRpc;
using questions::MutableSpecOf;

std::vector<v1::ValueSize> ValuesOf(const v1::Evaluation& evaluation) {
  std::vector<v1::ValueSize> values(evaluation.outputs().begin(), evaluation.outputs().end());
  values.insert(values.end(), evaluation.values().begin(), evaluation.values().end());
  return values;
}

}  // namespace

v1::InferShapesRequest Request(absl::string_view model, const std::string& rest) {
  v1::InferShapesRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(rest, &request)) << rest;
  request.mutable_model()->set_onnx(ParseModelText(model).SerializeAsString());
  // Tests look into bodies.
  if (request.scope() == v1::SCOPE_UNSPECIFIED) request.set_scope(v1::SCOPE_ALL_GRAPHS);
  return request;
}

v1::InferShapesResponse Answer(const v1::InferShapesRequest& request) {
  const auto bytes = InferRequest(request);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  v1::InferShapesResponse answer;
  EXPECT_TRUE(answer.ParseFromString(bytes.value_or("")));
  return answer;
}

v1::EvaluateShapesRequest EvaluateRequestOf(absl::string_view model, const std::string& rest) {
  v1::EvaluateShapesRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(rest, &request)) << rest;
  request.mutable_model()->set_onnx(ParseModelText(model).SerializeAsString());
  return request;
}

v1::EvaluateShapesResponse Answer(const v1::EvaluateShapesRequest& request) {
  const auto bytes = EvaluateRequest(request);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  v1::EvaluateShapesResponse answer;
  EXPECT_TRUE(answer.ParseFromString(bytes.value_or("")));
  return answer;
}

v1::EvaluateShapesResponse Evaluated(absl::string_view model, const std::string& rest) {
  return Answer(EvaluateRequestOf(model, rest));
}

std::vector<int64_t> SizesOf(const v1::Evaluation& evaluation) {
  std::vector<int64_t> sizes;
  for (const v1::ValueSize& value : ValuesOf(evaluation)) {
    sizes.insert(sizes.end(), value.sizes().begin(), value.sizes().end());
  }
  return sizes;
}

std::vector<int64_t> UpperSizesOf(const v1::Evaluation& evaluation) {
  std::vector<int64_t> sizes;
  for (const v1::ValueSize& value : ValuesOf(evaluation)) {
    const auto& upper = value.upper_sizes().empty() ? value.sizes() : value.upper_sizes();
    sizes.insert(sizes.end(), upper.begin(), upper.end());
  }
  return sizes;
}

std::vector<int64_t> BytesOf(const v1::Evaluation& evaluation) {
  std::vector<int64_t> bytes;
  for (const v1::ValueSize& value : ValuesOf(evaluation)) {
    bytes.push_back(value.has_bytes() ? value.bytes() : -1);
  }
  return bytes;
}

std::vector<int> RanksOf(const v1::Evaluation& evaluation) {
  std::vector<int> ranks;
  for (const v1::ValueSize& value : ValuesOf(evaluation)) {
    ranks.push_back(value.unsized() ? -1 : value.sizes_size());
  }
  return ranks;
}

std::string ShapeOf(const v1::InferShapesResponse& answer, const std::string& name) {
  for (const v1::ValueInfo& value : answer.graphs(0).values()) {
    if (value.name() != name) continue;
    std::string text = "[";
    for (const v1::Dim& dim : value.type().tensor().shape().dims()) {
      if (text.size() > 1) text += ", ";
      text += dim.has_size() ? absl::StrCat(dim.size()) : dim.expr();
    }
    return text + "]";
  }
  return "no such value";
}

void FillRequest(absl::string_view model, const std::string& rest,
                 google::protobuf::Message& request) {
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(rest, &request)) << rest;
  MutableSpecOf(request).set_onnx(ParseModelText(model).SerializeAsString());
}

void FillAnswer(const google::protobuf::Message& request, google::protobuf::Message& response) {
  const auto bytes = AnswerBytes(request);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_TRUE(response.ParseFromString(bytes.value_or("")));
}

absl::StatusOr<std::string> AnswerBytes(const google::protobuf::Message& request,
                                        const inference::InferOptions& options) {
  const std::string& name = request.GetDescriptor()->name();
  const ModelRpc* const rpc = FindModelRpc(absl::StripSuffix(name, "Request"));
  if (rpc == nullptr) return absl::UnimplementedError(name);
  return AnswerModelRpc(*rpc, request, options);
}

std::string FieldOfError(const google::protobuf::Message& request) {
  const auto bytes = AnswerBytes(request);
  EXPECT_EQ(bytes.status().code(), absl::StatusCode::kInvalidArgument) << bytes.status();
  return graph::FieldOf(bytes.status());
}

}  // namespace shapewright
