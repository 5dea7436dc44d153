// S52: each formula against loops that do each scalar operation and count it
// (tests/data/vectors/generate_costs.py).
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::questions {
namespace {

std::string Counted(const std::string& model) {
  const auto response =
      AnswerOf<v1::EstimateCostResponse>(RequestOf<v1::EstimateCostRequest>(model, ""));
  const v1::Cost& cost = response.total().cost();
  EXPECT_EQ(cost.uncounted_nodes(), 0u) << model << response.operators(0).reason();
  return absl::StrCat(cost.macs().value(), " ", cost.alu().value(), " ", cost.div().value(), " ",
                      cost.sqrt().value(), " ", cost.special().value());
}

TEST(CostFormulasS52, CountWhatLoopsDo) {
  std::ifstream file(DataPath("vectors/costs.txt"));
  std::string line;
  int cases = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> parts = absl::StrSplit(line, " | ");
    ASSERT_EQ(parts.size(), 2u) << line;
    EXPECT_EQ(Counted(absl::StrReplaceAll(parts[0], {{";", "\n"}})), parts[1]) << parts[0];
    ++cases;
  }
  EXPECT_GT(cases, 80);
}

// The example of S52: fvcore's number, half of torch's.
TEST(CostFormulasS52, CountsTheExample) {
  const auto response = AnswerOf<v1::EstimateCostResponse>(RequestOf<v1::EstimateCostRequest>(
      R"(input x: float32[N, 3, H, W]
         input w: float32[64, 3, 7, 7]
         y = Conv(x, w) strides=[2, 2] pads=[3, 3, 3, 3]
         output y)",
      "bindings { inputs { name: 'x' sizes: [1, 3, 224, 224] } }"));
  EXPECT_EQ(response.total().cost().macs().expr(), "9408*N*ceildiv(H, 2)*ceildiv(W, 2)");
  EXPECT_EQ(response.evaluations(0).total().macs(), 118'013'952);
}

// A label whose sizes are 1 and another one is stretched: numpy.einsum loops over a*b*c with b = 4
// and with a = 4, b = 3, whichever operand has the 1.
TEST(CostFormulasS52, EinsumStretchesALabel) {
  const auto macs = [](const char* model, const char* binding) {
    const auto response =
        AnswerOf<v1::EstimateCostResponse>(RequestOf<v1::EstimateCostRequest>(model, binding));
    return response.evaluations(0).total().macs();
  };
  EXPECT_EQ(macs(R"(input v: float32[2, K]
                    input w: float32[4, 1]
                    y = Einsum(v, w) equation='ab,bc->ac'
                    output y)",
                 "bindings { symbols { symbol: 'K' size: 1 } }"),
            8);
  const char stretched[] = R"(input x: float32[N, M]
                              input w: float32[4, 3]
                              y = Einsum(x, w) equation='ab,ab->b'
                              output y)";
  EXPECT_EQ(macs(stretched, "bindings { inputs { name: 'x' sizes: [1, 1] } }"), 12);
  EXPECT_EQ(macs(stretched, "bindings { inputs { name: 'x' sizes: [4, 3] } }"), 12);
}

}  // namespace
}  // namespace shapewright::questions
