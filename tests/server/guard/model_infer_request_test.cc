#include "server/guard/model_infer_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/server/guard/kserve_message.h"

namespace shapewright::server {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using kserve::BytesOf;
using kserve::Field;
using kserve::Framed;
using kserve::Input;
using kserve::Packed;

GuardRequest Read(const std::string& message) {
  const auto request = ReadModelInferRequest(Framed(message), false);
  EXPECT_TRUE(request.ok()) << request.status();
  return request.value_or(GuardRequest());
}

TEST(ModelInferRequest, HasNamesSizesAndElements) {
  const GuardRequest request =
      Read(Field(1, "bert") + Field(2, "3") + Field(3, "id") + Input("x", "FP32", {2, -1}) +
           Input("k", "INT64", {2}, Packed(3, {7, -8})) + Input("b", "BOOL", {1}, Packed(1, {1})));
  EXPECT_EQ(request.model, "bert");
  EXPECT_EQ(request.version, "3");
  EXPECT_EQ(request.defect, "");
  ASSERT_THAT(request.inputs, SizeIs(3));
  EXPECT_EQ(request.inputs[0].name, "x");
  EXPECT_EQ(request.inputs[0].element_type, v1::ELEMENT_TYPE_FLOAT);
  EXPECT_THAT(request.inputs[0].sizes, ElementsAre(2, -1));
  EXPECT_THAT(request.inputs[1].elements, ElementsAre(7, -8));
  EXPECT_THAT(request.inputs[2].elements, ElementsAre(1));
}

TEST(ModelInferRequest, ReadsRawContents) {
  const std::string inputs = Input("x", "FP32", {2}) + Input("k", "INT32", {3});
  const GuardRequest good =
      Read(inputs + Field(7, std::string(8, 'x')) + Field(7, BytesOf({5, -6, 1 << 30})));
  EXPECT_EQ(good.defect, "");
  EXPECT_THAT(good.inputs[1].elements, ElementsAre(5, -6, 1 << 30));
  EXPECT_EQ(Read(inputs + Field(7, std::string(8, 'x')) + Field(7, BytesOf({5}))).defect,
            "input k has 4 bytes of contents; by its shape they are 12");
  // One input is in shared memory: nobody knows which.
  const GuardRequest shared = Read(inputs + Field(7, BytesOf({5})));
  EXPECT_EQ(shared.defect, "");
  EXPECT_THAT(shared.inputs[1].elements, IsEmpty());
}

TEST(ModelInferRequest, HasNoElementsThatAreNotExact) {
  EXPECT_THAT(Read(Input("k", "UINT64", {1}, Packed(5, {-1}))).inputs[0].elements, IsEmpty());
  EXPECT_THAT(Read(Input("k", "UINT64", {1}) + Field(7, std::string(8, '\xff'))).inputs[0].elements,
              IsEmpty());
  EXPECT_THAT(Read(Input("k", "UINT8", {1}) + Field(7, std::string(1, '\xff'))).inputs[0].elements,
              ElementsAre(255));
  EXPECT_THAT(Read(Input("k", "INT8", {1}) + Field(7, std::string(1, '\xff'))).inputs[0].elements,
              ElementsAre(-1));
  const std::vector<int64_t> many(1025, 1);
  EXPECT_THAT(Read(Input("k", "INT64", {1025}, Packed(3, many))).inputs[0].elements, IsEmpty());
}

TEST(ModelInferRequest, SaysWhatIsWrongWithAnInput) {
  EXPECT_EQ(Read(Input("x", "FP31", {2})).defect, "input x has no datatype such as FP32: \"FP31\"");
  EXPECT_EQ(Read(Input("k", "INT64", {3}, Packed(3, {7, 8}))).defect,
            "input k has 2 elements; by its shape they are 3");
}

TEST(ModelInferRequest, IsNotReadIfItIsNone) {
  const auto fails = [](const std::string& body, bool is_partial = false) {
    return absl::IsInvalidArgument(ReadModelInferRequest(body, is_partial).status());
  };
  EXPECT_TRUE(fails(""));
  EXPECT_TRUE(fails(Framed("x")));
  EXPECT_TRUE(fails(Framed(Input("x", "FP32", {2}), 1)));
  EXPECT_TRUE(fails(Framed(Field(5, "\x0a\x05x"))));
}

// However it is cut, no input is read that is not there whole.
TEST(ModelInferRequest, MayEndAnywhereIfItIsAPart) {
  const std::string body =
      Framed(Field(1, "bert") + Input("x", "FP32", {2, 3}) + Input("k", "INT32", {1}) +
             Field(7, std::string(24, 'x')) + Field(7, BytesOf({5})));
  for (size_t size = 5; size <= body.size(); ++size) {
    const auto request = ReadModelInferRequest(body.substr(0, size), true);
    ASSERT_TRUE(request.ok()) << size;
    EXPECT_TRUE(request->is_partial);
    EXPECT_EQ(request->defect, "");
    for (const GuardRequest::Tensor& input : request->inputs) {
      EXPECT_THAT(input.elements, IsEmpty());
      EXPECT_EQ(input.sizes,
                input.name == "x" ? std::vector<int64_t>({2, 3}) : std::vector<int64_t>({1}));
    }
  }
}

}  // namespace
}  // namespace shapewright::server
