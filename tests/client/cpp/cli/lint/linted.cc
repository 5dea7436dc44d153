#include "tests/client/cpp/cli/lint/linted.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/lint/lint.h"
#include "client/cpp/cli/lint/lint_report.h"
#include "client/cpp/cli/run/embedded.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {

std::vector<std::string> Linted::Lines() const {
  return absl::StrSplit(LintReport("m.onnx", response, findings), '\n', absl::SkipEmpty());
}

Linted LintBytes(std::string model, const LintSelection& selection) {
  Linted linted;
  linted.model = std::move(model);
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(linted.model);
  AskForLint(&request);
  auto response = AnswerEmbedded<v1::InferShapesResponse>("InferShapes", request, absl::Minutes(1));
  EXPECT_TRUE(response.ok()) << response.status();
  if (!response.ok()) return linted;
  linted.response = *std::move(response);
  auto findings = LintModel(linted.model, linted.response, selection);
  EXPECT_TRUE(findings.ok()) << findings.status();
  if (findings.ok()) linted.findings = *std::move(findings);
  return linted;
}

Linted LintText(const std::string& text, const LintSelection& selection) {
  onnx::ModelProto model;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &model)) << text;
  return LintBytes(model.SerializeAsString(), selection);
}

std::string FloatValue(const std::string& name, const std::string& dims) {
  return absl::StrCat("name: \"", name, "\" type { tensor_type { elem_type: 1 shape { ", dims,
                      " } } }");
}

std::string IdentityModel(const std::string& x_dims, const std::string& y_dims,
                          const std::string& more) {
  return absl::StrCat("ir_version: 8 opset_import { version: 17 } graph { name: \"g\" ",
                      "node { op_type: \"Identity\" input: \"x\" output: \"y\" } ", "input { ",
                      FloatValue("x", x_dims), " } output { ", FloatValue("y", y_dims), " } ", more,
                      " }");
}

}  // namespace shapewright::cli
