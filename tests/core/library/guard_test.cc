#include "shapewright/guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/heap.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Guard Compiled(absl::string_view text, const GuardOptions& options = {}) {
  const auto model = Model::FromOnnx(ParseModelText(text).SerializeAsString());
  const auto inference = InferShapes(*model);
  auto guard = Guard::Compile(*inference, options);
  EXPECT_TRUE(guard.ok()) << guard.status();
  return *std::move(guard);
}

constexpr absl::string_view kRows = R"(
  input x: float32[N, 4]
  const shape: int64[2] = -1 32
  a = Reshape(x, shape)
  y = Relu(a)
  output y
)";

TEST(Guard, ChecksRequestsAsSaved) {
  const Guard made = Compiled(kRows, {.values = {"a"}, .memory = true});
  const auto loaded = Guard::Load(made.Save());
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_TRUE(loaded->is_complete());
  EXPECT_TRUE(loaded->not_covered().empty());
  EXPECT_THAT(loaded->inputs(), ElementsAre("x"));
  GuardCheck check(*loaded);
  const int64_t good[] = {16, 4};
  EXPECT_EQ(check.Check({GuardTensor{"x", ElementType::kFloat, good, {}}}), GuardVerdict::kPass);
  EXPECT_THAT(check.SizesOf("y").value(), ElementsAre(2, 32));
  EXPECT_THAT(check.SizesOf("a").value(), ElementsAre(2, 32));
  EXPECT_EQ(check.SizesOf("q"), std::nullopt);
  // x, a and y; and the constant of two int64.
  EXPECT_EQ(check.MemoryBytes(), 3 * 16 * 4 * 4 + 16);
  const int64_t bad[] = {12, 4};
  const GuardTensor request[] = {{"x", ElementType::kDouble, bad, {}}};
  EXPECT_EQ(check.Check(request), GuardVerdict::kFail);
  const std::vector<GuardProblem> problems = check.Problems();
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].text, "input x is float64; give float32[N, 4]");
  EXPECT_EQ(problems[0].check, std::nullopt);
  EXPECT_THAT(problems[1].text, HasSubstr("N must be a multiple of 8"));
  EXPECT_TRUE(problems[1].check.has_value());
}

TEST(Guard, TakesNoMoreMemoryForFurtherRequests) {
  GuardOptions options;
  options.memory = true;
  const Guard guard = Compiled(kRows, options);
  GuardCheck check(guard);
  const int64_t sizes[] = {16, 4};
  const GuardTensor request[] = {{"x", ElementType::kFloat, sizes, {}}};
  ASSERT_EQ(check.Check(request), GuardVerdict::kPass);
  const int64_t before = ThreadHeapBytes();
  for (int i = 0; i < 100; ++i) check.Check(request);
  EXPECT_EQ(ThreadHeapBytes(), before);
}

TEST(Guard, TellsErrors) {
  EXPECT_EQ(Guard::Load("\xff").status().code(), absl::StatusCode::kInvalidArgument);
  const auto model = Model::FromOnnx(ParseModelText(kRows).SerializeAsString());
  const auto guard = Guard::Compile(*InferShapes(*model), {.values = {"q"}});
  EXPECT_EQ(guard.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace shapewright
