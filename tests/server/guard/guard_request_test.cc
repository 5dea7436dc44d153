#include "server/guard/guard_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(GuardRequest, IsAnInferenceRequestOfKserve) {
  const auto request = ReadGuardRequest(R"({
    "id": "7", "model": "m.onnx", "parameters": {"a": 1},
    "inputs": [
      {"name": "x", "shape": [2, 3], "datatype": "FP32", "data": [[1.5, 2], [3, 4], [5, 6]]},
      {"name": "k", "shape": [2, 2], "datatype": "INT64", "data": [[1, -2], [3, 4]]},
      {"name": "b", "shape": [1], "datatype": "BOOL", "data": [true]},
      {"name": "s", "shape": [1], "datatype": "BYTES", "data": ["t"]}],
    "outputs": [{"name": "y"}]})");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->model, "m.onnx");
  ASSERT_EQ(request->inputs.size(), 4U);
  EXPECT_EQ(request->inputs[0].element_type, v1::ELEMENT_TYPE_FLOAT);
  EXPECT_THAT(request->inputs[0].sizes, ElementsAre(2, 3));
  EXPECT_THAT(request->inputs[0].elements, IsEmpty());
  EXPECT_THAT(request->inputs[1].elements, ElementsAre(1, -2, 3, 4));
  EXPECT_THAT(request->inputs[2].elements, ElementsAre(1));
  EXPECT_THAT(request->inputs[3].elements, IsEmpty());
  EXPECT_EQ(request->Tensors()[1].name, "k");
}

std::string ErrorOf(const std::string& json) {
  return std::string(ReadGuardRequest(json).status().message());
}

TEST(GuardRequest, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf("{"), "the body is no JSON object");
  EXPECT_EQ(ErrorOf("[]"), "the body is no JSON object");
  EXPECT_EQ(ErrorOf("{}"), "\"model\" has to be an inference_id or a path");
  EXPECT_EQ(ErrorOf(R"({"model": "m"})"), "\"inputs\" has to be a list");
  EXPECT_EQ(ErrorOf(R"({"model": "m", "inputs": [1]})"), "an input has no name");
  const auto with = [](const std::string& rest) {
    return ErrorOf(absl::StrCat(R"({"model": "m", "inputs": [{"name": "x", )", rest, "}]}"));
  };
  EXPECT_EQ(with(R"("datatype": "", "shape": [])"), "input x has no datatype such as FP32: \"\"");
  EXPECT_EQ(with(R"("datatype": "FP31", "shape": [])"),
            "input x has no datatype such as FP32: \"FP31\"");
  EXPECT_EQ(with(R"("datatype": "FP32")"), "input x has no shape");
  EXPECT_EQ(with(R"("datatype": "FP32", "shape": [1.5])"), "input x has a size that is none");
  EXPECT_EQ(with(R"("datatype": "FP32", "shape": [18446744073709551615])"),
            "input x has a size that is none");
}

TEST(GuardRequest, DoesNotNestDeep) {
  EXPECT_EQ(ErrorOf(std::string(100'000, '[')), "the JSON nests too deep");
  EXPECT_EQ(ErrorOf(absl::StrCat(R"({"model": "m", "inputs": [], "a": ")", std::string(100, '['),
                                 R"("})")),
            "");
}

}  // namespace
}  // namespace shapewright::server
