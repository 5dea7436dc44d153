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
  const auto request = ReadGuardRequest(json);
  return request.ok() ? request->defect : std::string(request.status().message());
}

TEST(GuardRequest, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf("{"), "the body is not a JSON object");
  EXPECT_EQ(ErrorOf("[]"), "the body is not a JSON object");
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

TEST(GuardRequest, DataFitTheShapeAndTheType) {
  const auto with = [](const std::string& type, const std::string& shape, const std::string& data) {
    return ErrorOf(absl::StrCat(R"({"model": "m", "inputs": [{"name": "x", "datatype": ")", type,
                                R"(", "shape": )", shape, R"(, "data": )", data, "}]}"));
  };
  for (const char* const type : {"INT64", "FP32", "BYTES"}) {
    EXPECT_EQ(with(type, "[2]", "[2, 6, 7]"),
              "input x has 3 elements in data; by its shape they are 2");
    EXPECT_EQ(with(type, "[2]", "[[2], [6, 9, 9, 9]]"),
              "input x has 5 elements in data; by its shape they are 2");
    EXPECT_EQ(with(type, "[]", "[]"), "input x has 0 elements in data; by its shape they are 1");
  }
  const std::string kOther = "input x has data of another type";
  EXPECT_EQ(with("INT64", "[2]", "[true, 12]"), kOther);
  EXPECT_EQ(with("INT64", "[2]", "[2.0, 12]"), kOther);
  EXPECT_EQ(with("BOOL", "[1]", "[\"t\"]"), kOther);
  EXPECT_EQ(with("BOOL", "[2]", "[true, 0]"), "");
  EXPECT_EQ(with("FP32", "[2]", "[\"t\", null]"), "");
  EXPECT_EQ(with("INT64", "[0, 3]", "[]"), "");
}

TEST(GuardRequest, ReadsTheDataOfShortTensors) {
  for (const int count : {1024, 1025}) {
    std::string data = "1";
    for (int i = 1; i < count; ++i) data += ",1";
    const auto request = ReadGuardRequest(
        absl::StrCat(R"({"model": "m", "inputs": [{"name": "x", "datatype": "INT8", "shape": [)",
                     count, R"(], "data": [)", data, "]}]}"));
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(request->inputs[0].elements.size(), count > 1024 ? 0U : 1024U);
  }
}

TEST(GuardRequest, DoesNotNestDeep) {
  EXPECT_EQ(ErrorOf(std::string(100'000, '[')), "the JSON nests too deep");
  EXPECT_EQ(ErrorOf(absl::StrCat(R"({"model": "m", "inputs": [], "a": ")", std::string(100, '['),
                                 R"("})")),
            "");
}

}  // namespace
}  // namespace shapewright::server
