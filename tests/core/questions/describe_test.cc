// What DescribeModel tells; expected values by hand, data types from the Open Inference Protocol.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/questions/model_rpc.h"
#include "shapewright/v1/registry.pb.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::DescribeModelResponse DescriptionOf(absl::string_view model,
                                        const std::vector<std::string>& premises = {}) {
  v1::DescribeModelRequest request;
  request.mutable_model()->set_onnx(ParseModelText(model).SerializeAsString());
  for (const std::string& premise : premises) request.mutable_model()->add_premises(premise);
  const auto answer = AnswerModelRpc(*FindModelRpc("DescribeModel"), request);
  EXPECT_TRUE(answer.ok()) << answer.status();
  v1::DescribeModelResponse response;
  EXPECT_TRUE(answer.ok() && response.ParseFromString(*answer));
  return response;
}

TEST(Describe, NamesDataTypesAndShapes) {
  const auto answer = DescriptionOf(R"(
    input x: float32[N, 3]
    input y: float32[N, 4]
    z = Concat(x, y) axis=1
    c = Cast(z) to=7
    output z
    output c
  )");
  ASSERT_EQ(answer.inputs_size(), 2);
  EXPECT_EQ(answer.inputs(0).name(), "x");
  EXPECT_EQ(answer.inputs(0).datatype(), "FP32");
  EXPECT_THAT(answer.inputs(0).shape(), ElementsAre(-1, 3));
  EXPECT_EQ(answer.inputs(0).type().tensor().shape().dims(0).expr(), "N");
  ASSERT_EQ(answer.outputs_size(), 2);
  EXPECT_THAT(answer.outputs(0).shape(), ElementsAre(-1, 7));
  EXPECT_EQ(answer.outputs(1).name(), "c");
  EXPECT_EQ(answer.outputs(1).datatype(), "INT64");
  EXPECT_TRUE(answer.batching().batchable());
  EXPECT_EQ(answer.batching().symbol(), "N");
  EXPECT_FALSE(answer.batching().has_max_batch_size());
  EXPECT_THAT(answer.batching().reasons(), IsEmpty());
}

TEST(Describe, DataTypesAreThoseOfKServe) {
  const std::map<std::string, std::string> names = {
      {"bool", "BOOL"},     {"uint8", "UINT8"},  {"uint16", "UINT16"}, {"uint32", "UINT32"},
      {"uint64", "UINT64"}, {"int8", "INT8"},    {"int16", "INT16"},   {"int32", "INT32"},
      {"int64", "INT64"},   {"float16", "FP16"}, {"bfloat16", "BF16"}, {"float32", "FP32"},
      {"float64", "FP64"},  {"string", "BYTES"}, {"complex64", ""}};
  for (const auto& [element, name] : names) {
    const auto answer =
        DescriptionOf(absl::StrCat("input x: ", element, "[N]\n y = Identity(x)\n output y"));
    EXPECT_EQ(answer.inputs(0).datatype(), name) << element;
    EXPECT_EQ(answer.outputs(0).datatype(), name) << element;
  }
}

TEST(Describe, TheGreatestBatchFollowsFromPremises) {
  constexpr char kModel[] = "input x: float32[N, 3]\n y = Relu(x)\n output y";
  const auto greatest = [&](const std::vector<std::string>& premises) {
    const v1::Batching batching = DescriptionOf(kModel, premises).batching();
    EXPECT_TRUE(batching.batchable());
    return batching.has_max_batch_size() ? batching.max_batch_size() : -1;
  };
  EXPECT_EQ(greatest({}), -1);
  EXPECT_EQ(greatest({"2 <= N"}), -1);
  EXPECT_EQ(greatest({"1 <= N <= 30"}), 30);
  EXPECT_EQ(greatest({"N <= 30", "mod(N, 8) = 0"}), 24);
  EXPECT_EQ(greatest({"N in {1, 8, 16}"}), 16);
}

// The slice takes one of the three positions for each row of x, so N is at most 3.
TEST(Describe, TheGreatestBatchFollowsFromFacts) {
  const auto answer = DescriptionOf(R"(
    input x: float32[N]
    const positions: float32[3] = 0.5 1.5 2.5
    const zero: int64[1] = 0
    size = Shape(x)
    used = Slice(positions, zero, size)
    y = Add(x, used)
    output y
  )");
  EXPECT_EQ(answer.batching().symbol(), "N");
  EXPECT_EQ(answer.batching().max_batch_size(), 3);
}

TEST(Describe, AnInputWithADefaultIsNoneThatARunTakes) {
  const auto answer = DescriptionOf(R"(
    input x: float32[N]
    input k: float32[1]
    const k: float32[1] = 2.5
    y = Mul(x, k)
    output y
  )");
  ASSERT_EQ(answer.inputs_size(), 1);
  EXPECT_EQ(answer.inputs(0).name(), "x");
  EXPECT_TRUE(answer.batching().batchable());
}

TEST(Describe, TellsWhatStandsAgainstBatches) {
  const auto reason = [](absl::string_view model) {
    const v1::Batching batching = DescriptionOf(model).batching();
    EXPECT_FALSE(batching.batchable());
    EXPECT_EQ(batching.symbol(), "");
    return batching.reasons_size() == 1 ? batching.reasons(0) : "";
  };
  EXPECT_EQ(reason("input x: float32[N]\n const c: float32[2] = 1. 2.\n z = Relu(c)\n output z"),
            "axis 0 of the output z is 2, not one symbol");
  EXPECT_EQ(reason("input x: float32[N]\n input y: float32[M]\n z = Relu(x)\n output z"),
            "axis 0 of the input y is M, that of the input x is N");
  EXPECT_EQ(reason("input x: float32[N]\n input y: float32\n z = Relu(x)\n output z"),
            "the input y has an unknown rank");
  EXPECT_EQ(reason("input x: float32[N]\n z = ReduceSum(x) keepdims=0\n output z"),
            "the output z is a scalar");
  EXPECT_EQ(reason("input x: float32[N]\n z = Concat(x, x) axis=0\n output z"),
            "axis 0 of the output z is 2*N, not one symbol");
}

}  // namespace
}  // namespace shapewright::questions
