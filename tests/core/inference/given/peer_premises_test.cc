// Constraints as the documentation of JAX's export and of torch.export has them, as premises. The
// expected shapes are those that these pages tell or promise, or where the page says that its tool
// cannot conclude it, what follows by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using testing::IsEmpty;

v1::InferShapesResponse With(const std::vector<std::string>& premises, absl::string_view model) {
  std::string rest = "model {";
  for (const std::string& premise : premises) {
    absl::StrAppend(&rest, " premises: '", premise, "'");
  }
  return Answer(Request(model, absl::StrCat(rest, " }")));
}

std::string OutputOf(const v1::InferShapesResponse& answer) {
  EXPECT_THAT(answer.diagnostics(), IsEmpty());
  return answer.outputs(0).type().text();
}

std::string OutputWith(const std::vector<std::string>& premises, absl::string_view model) {
  return OutputOf(With(premises, model));
}

// How many facts the operators require beyond the premises.
int Required(const v1::InferShapesResponse& answer) {
  return static_cast<int>(
      std::count_if(answer.facts().begin(), answer.facts().end(),
                    [](const v1::Fact& fact) { return fact.basis() == v1::Fact::BASIS_REQUIRED; }));
}

// JAX: `a >= b` and `b >= 16` let x[:x.shape[1], :16] be exported.
constexpr char kCut[] = R"(
  input x: float32[a, b]
  const zero: int64[1] = 0
  const one: int64[1] = 1
  const most: int64[1] = 16
  s = Shape(x)
  n = Gather(s, one) axis=0
  rows = Slice(x, zero, n, zero)
  kept = Slice(rows, zero, most, one)
  output kept
)";

TEST(PeerPremises, JaxInequalitiesOfTwoDims) {
  EXPECT_EQ(OutputWith({}, kCut), "float32[min(a, b), min(b, 16)]");
  EXPECT_EQ(OutputWith({"a >= b", "b >= 16"}, kCut), "float32[b, 16]");
}

// JAX: the page has to add `b >= mod(b, 3)` by hand; it always holds.
TEST(PeerPremises, JaxRemainders) {
  constexpr char kModel[] = R"(
    input x: float32[b]
    const zero: int64[1] = 0
    const three: int64[1] = 3
    s = Shape(x)
    n = Mod(s, three)
    kept = Slice(x, zero, n, zero)
    output kept
  )";
  EXPECT_EQ(OutputWith({}, kModel), "float32[mod(b, 3)]");
  EXPECT_EQ(OutputWith({"b >= mod(b, 3)"}, kModel), "float32[mod(b, 3)]");
}

// The first `end` rows of one that is [a], and of one that is [a + 2*b].
std::string RowsOf(int end, const std::vector<std::string>& premises, bool is_sum) {
  return OutputWith(premises, absl::StrCat(R"(
    input x: float32[a]
    input y: float32[b]
    const zero: int64[1] = 0
    const end: int64[1] = )",
                                           end, R"(
    all = Concat(x, y, y) axis=0
    kept = Slice()",
                                           is_sum ? "all" : "x", R"(, zero, end, zero)
    output kept
  )"));
}

// JAX: `a + 2*b >= 32` follows from `a >= 16` and `b >= 8`, but `a >= 9` does not follow there from
// `a >= b + 8`, though dims are at least 1.
TEST(PeerPremises, JaxSums) {
  EXPECT_EQ(RowsOf(32, {"a >= 16", "b >= 8"}, true), "float32[32]");
  EXPECT_EQ(RowsOf(9, {"a >= b + 8", "b >= 1"}, false), "float32[9]");
}

// JAX: `floordiv(a, b) == c` becomes a rule of normal forms.
TEST(PeerPremises, JaxEquationsOfQuotients) {
  constexpr char kModel[] = "input x: float32[a, b, c]\n y = Relu(x)\n output y";
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = Request(kModel, "model { premises: 'floordiv(a, b) == c' }").model();
  for (const int c : {3, 4}) {
    v1::Binding& binding = *request.add_bindings();
    for (const auto& [name, size] : {std::pair("a", 7), std::pair("b", 2), std::pair("c", c)}) {
      v1::SymbolSize& symbol = *binding.add_symbols();
      symbol.set_symbol(name);
      symbol.set_size(size);
    }
  }
  const v1::EvaluateShapesResponse answer = Answer(request);
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// JAX: `k <= 10` for the k largest of ten, which its export cannot take from an argument's value.
TEST(PeerPremises, JaxElements) {
  constexpr char kModel[] = R"(
    input x: float32[4, 10]
    input k: int64[1]
    values, places = TopK(x, k)
    output values
  )";
  EXPECT_EQ(Required(With({}, kModel)), 2);
  const auto answer = With({"0 <= k[0] <= 10"}, kModel);
  EXPECT_EQ(OutputOf(answer), "float32[4, k[0]]");
  EXPECT_EQ(Required(answer), 0);
}

// JAX: `4*b` and `b + 15` as dims; torch: `2*Dim("half")`.
TEST(PeerPremises, MultiplesAndOffsets) {
  constexpr char kHalves[] = R"(
    input x: float32[n]
    const shape: int64[2] = 2 -1
    y = Reshape(x, shape)
    output y
  )";
  EXPECT_EQ(Required(With({}, kHalves)), 1);
  for (const char* premise : {"mod(n, 4) = 0", "mod(n, 2) = 0"}) {
    EXPECT_EQ(Required(With({premise}, kHalves)), 0) << premise;
  }
  EXPECT_EQ(RowsOf(16, {"a >= 1 + 15"}, false), "float32[16]");
}

// torch: `dy = dx + 1` for x + y[1:].
TEST(PeerPremises, TorchDerivedDims) {
  constexpr char kModel[] = R"(
    input x: float32[dx]
    input y: float32[dy]
    const one: int64[1] = 1
    const zero: int64[1] = 0
    s = Shape(y)
    rest = Slice(y, one, s, zero)
    sum = Add(x, rest)
    output sum
  )";
  const auto answer = With({"dy = dx + 1"}, kModel);
  EXPECT_EQ(OutputOf(answer), "float32[dx]");
  EXPECT_EQ(Required(answer), 0);
  // Dim("dx", min=3, max=512).
  const auto ranged = With({"dy = dx + 1", "3 <= dx <= 512"}, kModel);
  EXPECT_EQ(ranged.outputs(0).type().tensor().shape().dims(0).range().max(), 512);
}

}  // namespace
}  // namespace shapewright::inference
