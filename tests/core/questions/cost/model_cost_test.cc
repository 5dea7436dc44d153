// S55: costs of bindings in EvaluateShapes are those of EstimateCost.
#include "core/questions/cost/model_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;

constexpr char kProduct[] = R"(
  input x: float32[N, K]
  input w: float32[K, 6]
  h = MatMul(x, w)
  y = Relu(h)
  output y
)";

TEST(ModelCostS55, TellsWhatABindingCosts) {
  const v1::EvaluateShapesResponse response =
      Evaluated(kProduct,
                "cost { machine { flops_per_second: 10 bytes_per_second: 1e9 } } bindings { "
                "symbols { symbol: "
                "'N' size: 2 } symbols { symbol: 'K' size: 5 } } bindings { symbols { symbol: 'N' "
                "size: 3 } } "
                "bindings { symbols { symbol: 'Z' size: 3 } }");
  const v1::CostNumbers& cost = response.evaluations(0).cost();
  EXPECT_EQ(cost.macs(), 60);
  EXPECT_EQ(cost.alu(), 12);
  EXPECT_EQ(cost.flops(), 132);
  EXPECT_EQ(cost.bytes_read(), 4 * (10 + 30 + 12));
  EXPECT_EQ(cost.bytes_written(), 4 * (12 + 12));
  EXPECT_DOUBLE_EQ(cost.estimated_seconds(), 13.2);
  EXPECT_FALSE(cost.upper_bound());
  // K has no value: it is told, though no output depends on it.
  EXPECT_FALSE(response.evaluations(1).cost().has_macs());
  EXPECT_EQ(response.evaluations(1).cost().alu(), 18);
  EXPECT_THAT(response.evaluations(1).unbound(), ElementsAre("K"));
  EXPECT_FALSE(response.evaluations(2).has_cost());
  EXPECT_FALSE(Evaluated(kProduct, "bindings { }").evaluations(0).has_cost());
}

TEST(ModelCostS55, CountsByTheConvention) {
  const v1::EvaluateShapesResponse response = Evaluated(
      kProduct,
      "cost { convention: COUNTING_CONVENTION_FVCORE } bindings { symbols { symbol: 'N' size: 2 } "
      "symbols { symbol: 'K' size: 5 } }");
  EXPECT_EQ(response.evaluations(0).cost().flops(), 60);
  EXPECT_EQ(FieldOfError(EvaluateRequestOf(kProduct, "cost { weights { mac: 1 } } bindings { }")),
            "cost.weights");
}

// At N = 0 there are no parts, whose sizes are at most N. The element that is inserted has 36
// elements; as an upper bound each is as large as the largest of both kinds, 3*8*3.
TEST(ModelCostS55, BoundsWhatIsOfNoParts) {
  constexpr char kParts[] = R"(
    opset 12
    input x: float32[N, 8, 2]
    input z: float32[3, 4, 3]
    const two: int64[] = 2
    p = SplitToSequence(x, two) axis=0
    q = SequenceInsert(p, z)
    y = ConcatFromSequence(q) axis=0 new_axis=1
    output y
  )";
  const v1::EvaluateShapesResponse response =
      Evaluated(kParts, "cost { } bindings { symbols { symbol: 'N' size: 0 } }");
  const v1::CostNumbers& cost = response.evaluations(0).cost();
  EXPECT_GE(cost.bytes_written(), 4 * 36);
  EXPECT_LE(cost.bytes_written(), 4 * 3 * 8 * 3);
}

TEST(ModelCostS54, TellsWhatIsNotCounted) {
  const v1::EvaluateShapesResponse response = Evaluated(
      "opset 17\nopset my.domain 1\ninput x: float32[N]\nz = my.domain.Strange(x)\n"
      "y = Relu(x)\noutput z\noutput y\n",
      "cost { } bindings { symbols { symbol: 'N' size: 4 } }");
  EXPECT_EQ(response.evaluations(0).cost().uncounted_nodes(), 1u);
  EXPECT_EQ(response.evaluations(0).cost().alu(), 4);
}

// An axis that keeps its size is not interpolated. By hand: 2 points along each axis that changes,
// as of a model with these sizes.
TEST(ModelCostS52, AxesThatAResizeKeeps) {
  const auto macs_at = [](int64_t n, int64_t m, const std::string& sizes) {
    const v1::EvaluateShapesResponse response = Evaluated(
        "opset 13\ninput x: float32[N, M]\ninput s: int64[2]\n"
        "y = Resize(x, _, _, s) mode='linear'\noutput y\n",
        absl::StrCat("cost { } bindings { inputs { name: 'x' sizes: [", n, ", ", m,
                     "] } inputs { name: 's' sizes: 2 values: [", sizes, "] } }"));
    return response.evaluations(0).cost().macs();
  };
  EXPECT_EQ(macs_at(2, 8, "1, 2"), 8);
  EXPECT_EQ(macs_at(1, 8, "1, 2"), 4);
  EXPECT_EQ(macs_at(2, 8, "3, 8"), 48);
  EXPECT_EQ(macs_at(2, 8, "2, 8"), 0);
}

// A kept inference tells the same.
TEST(ModelCostS55, IsKeptWithAnInference) {
  v1::EvaluateShapesRequest request = EvaluateRequestOf(kProduct, "cost { }");
  const auto model = graph::ReadOnnxModel(request.model().onnx(), {});
  ASSERT_TRUE(model.ok());
  const auto compiled = CompiledInference::Compile(request, **model, {});
  ASSERT_TRUE(compiled.ok());
  for (int64_t n = 1; n < 4; ++n) {
    v1::EvaluateShapesRequest asked =
        EvaluateRequestOf(kProduct, "cost { } bindings { symbols { symbol: 'K' size: 5 } }");
    v1::SymbolSize* const size = asked.mutable_bindings(0)->add_symbols();
    size->set_symbol("N");
    size->set_size(n);
    const auto bytes = (*compiled)->Answer(asked, {});
    v1::EvaluateShapesResponse kept;
    ASSERT_TRUE(bytes.ok() && kept.ParseFromString(*bytes));
    EXPECT_EQ(kept.SerializeAsString(), Answer(asked).SerializeAsString());
    EXPECT_EQ(kept.evaluations(0).cost().macs(), 30 * n);
  }
}

}  // namespace
}  // namespace shapewright::questions
