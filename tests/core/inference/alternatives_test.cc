// Values whose type inputs decide: S33 to S36 of docs/semantics.md. What onnxruntime 1.23 returns
// is the truth for the sizes: RUN_VERSION
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "core/inference/infer_run.h"
#include "core/inference/read_model.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using questions::UnsettledValues;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

// `If(S = 1) Squeeze else Identity`, as torch exports it: y is [B] or [B, S].
constexpr char kSqueezed[] = R"(
    opset 17
    input x: float32[B, S]
    const one: int64[] = 1
    const axis: int64[1] = 1
    const first: int64[1] = 0
    const last: int64[1] = -1
    const flat: int64[1] = -1
    shape = Shape(x)
    length = Gather(shape, one)
    is_one = Equal(length, one)
    y = If(is_one) then_branch={ a = Squeeze(x, axis) output a }
                   else_branch={ b = Identity(x) output b }
)";

struct Chain {
  absl::string_view nodes;
  // Of `z`.
  absl::string_view type;
  // The sizes of z for [3, 1], [3, 4], [1, 1], [0, 5], as onnxruntime returns them.
  std::vector<std::string> sizes;
};

// What follows from y, for each of its ranks.
std::vector<Chain> Chains() {
  return {
      {"z = Relu(y)", "float32[B] if S = 1 else float32[B, S]", {"3", "3,4", "1", "0,5"}},
      {"z = Unsqueeze(y, first)",
       "float32[1, B] if S = 1 else float32[1, B, S]",
       {"1,3", "1,3,4", "1,1", "1,0,5"}},
      {"s = Shape(y) z = ConstantOfShape(s)",
       "float32[B] if S = 1 else float32[B, S]",
       {"3", "3,4", "1", "0,5"}},
      {"z = Shape(y)", "int64[2 - min(max(0, min(S, 2 - S)), 1)]", {"1", "2", "1", "2"}},
      {"z = Reshape(y, flat)", "float32[if((S = 1), B, B*S)]", {"3", "12", "1", "0"}},
      {"z = ReduceSum(y, last) keepdims=0",
       "float32[] if S = 1 else float32[B]",
       {"", "3", "", "0"}},
      {"z = Concat(y, y) axis=-1",
       "float32[2*B] if S = 1 else float32[B, 2*S]",
       {"6", "3,8", "2", "0,10"}},
      {"u = Relu(y) z = Add(u, y)",
       "float32[B] if S = 1 else float32[B, S]",
       {"3", "3,4", "1", "0,5"}},
      {"z = Add(x, y)",
       "float32[B, if((S = 1), broadcast(B, S), S)]",
       {"3,3", "3,4", "1,1", "0,5"}},
      {"s = Shape(y) n = Size(s) r = Unsqueeze(n, first) z = ConstantOfShape(r)",
       "float32[2 - min(max(0, min(S, 2 - S)), 1)]",
       {"1", "2", "1", "2"}},
      {"i = If(is_one) then_branch={ c = Unsqueeze(y, axis) output c }"
       " else_branch={ d = Relu(y) output d } z = Relu(i)",
       "float32[B, S]",
       {"3,1", "3,4", "1,1", "0,5"}},
  };
}

constexpr int64_t kSizes[][2] = {{3, 1}, {3, 4}, {1, 1}, {0, 5}};

TEST(S33Alternatives, RulesSeeOneAtATime) {
  for (const Chain& chain : Chains()) {
    const std::string model = absl::StrCat(kSqueezed, chain.nodes, "\noutput z");
    EXPECT_EQ(Inferred(model).Type("y"), "float32[B] if S = 1 else float32[B, S]");
    EXPECT_EQ(Inferred(model).Type("z"), chain.type) << chain.nodes;
    std::string bindings;
    for (const auto& [b, s] : kSizes) bindings += BindingOf({{"x", "float32", {b, s}, {}}});
    const auto answer = Evaluated(model, bindings);
    for (int i = 0; i < answer.evaluations_size(); ++i) {
      const v1::Evaluation& found = answer.evaluations(i);
      EXPECT_EQ(absl::StrJoin(found.outputs(0).sizes(), ","), chain.sizes[static_cast<size_t>(i)])
          << chain.nodes << found.ShortDebugString();
      EXPECT_FALSE(found.outputs(0).unsized()) << chain.nodes;
    }
    ExpectAsFresh(model, {{{"x", "float32", {3, 1}, {}}}, {{"x", "float32", {3, 4}, {}}}});
  }
}

// What all alternatives demand is told once, what one demands under its condition.
TEST(S34Alternatives, FactsSayWhenTheyHold) {
  const Inferred each(absl::StrCat(kSqueezed, R"(
    input w: float32[4, 3]
    z = MatMul(y, w)
    output z
  )"));
  EXPECT_EQ(each.Type("z"), "float32[3] if S = 1 else float32[B, 3]");
  EXPECT_THAT(each.Facts(), IsSupersetOf({"REQUIRED B = 4 if S = 1"}));
  const Inferred common(absl::StrCat(kSqueezed, R"(
    const parts: int64[2] = 1 3
    z, u = Split(y, parts) axis=0
    output z
  )"));
  EXPECT_EQ(common.Type("y"), "float32[4] if S = 1 else float32[4, S]");
  EXPECT_EQ(common.Type("z"), "float32[1] if S = 1 else float32[1, S]");
  EXPECT_THAT(common.Facts(), Contains("REQUIRED B = 4"));
}

// onnxruntime 1.32.0 refuses Transpose of a vector by [1, 0] when it runs it.
TEST(S36Alternatives, OneInWhichTheNodeCannotRunDoesNotOccur) {
  const std::string model = absl::StrCat(kSqueezed, R"(
    t = Transpose(y) perm=[1, 0]
    z = Relu(t)
    later = Relu(y)
    output z
    output later
  )");
  const Inferred inferred(model);
  EXPECT_EQ(inferred.Type("z"), "float32[S, B]");
  EXPECT_EQ(inferred.Type("later"), "float32[B, S]");
  EXPECT_THAT(inferred.Facts(), Contains("REQUIRED S != 1"));
  EXPECT_THAT(inferred.Diagnostics(), Each(HasSubstr("INFO")));
  EXPECT_TRUE(inferred.answer().consistent());
  const auto answer = Evaluated(
      model, BindingOf({{"x", "float32", {3, 1}, {}}}) + BindingOf({{"x", "float32", {3, 4}, {}}}));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_VALID);
}

TEST(S36Alternatives, NoneOccursThatRunsIsAnError) {
  const Inferred inferred(absl::StrCat(kSqueezed, R"(
    z = Transpose(y) perm=[2, 1, 0]
    output z
  )"));
  EXPECT_THAT(inferred.Diagnostics(), Contains(HasSubstr("ERROR")));
  EXPECT_FALSE(inferred.answer().consistent());
}

// A declared rank that is one of them, as exporters write it, is not taken for what is inferred.
TEST(S35Alternatives, ADeclaredTypeFillsInNothing) {
  const Inferred one(absl::StrCat(kSqueezed, "z = Relu(y)\noutput z: float32[B, S]"));
  EXPECT_EQ(one.Type("z"), "float32[B] if S = 1 else float32[B, S]");
  EXPECT_THAT(one.Diagnostics(), IsEmpty());
  const Inferred none(absl::StrCat(kSqueezed, "z = Relu(y)\noutput z: float32[]"));
  EXPECT_EQ(none.Type("z"), "float32[B] if S = 1 else float32[B, S]");
  EXPECT_THAT(none.Diagnostics(), ElementsAre("WARNING DECLARED_TYPE_CONFLICT"));
}

TEST(S35Alternatives, AnOpenConditionLeavesTheRankOpen) {
  const std::string model = absl::StrCat(kSqueezed, "z = Relu(y)\noutput z");
  const auto answer = Evaluated(model, "bindings { symbols { symbol: 'B' size: 3 } }");
  EXPECT_TRUE(answer.evaluations(0).outputs(0).unsized());
  EXPECT_THAT(answer.evaluations(0).unbound(), ElementsAre("S"));
}

// The inference alone tells them, without a second one for a binding.
TEST(S35Alternatives, AreSettled) {
  const auto request = EvaluateRequestOf(absl::StrCat(kSqueezed, "z = Relu(y)\noutput z"), "");
  const auto read = ReadModel(request.model(), InferOptions());
  ASSERT_TRUE(read.ok()) << read.status();
  const auto run = questions::RunInference(request, **read, InferOptions());
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_TRUE(UnsettledValues(*(*run)->engine).empty());
}

// k values of which each has a rank by a condition of its own, one after the other.
std::string ChainOf(int k) {
  std::string model = "input x: float32[A, B]\nconst axis: int64[1] = 0\n";
  std::string last = "x";
  for (int i = 0; i < k; ++i) {
    absl::StrAppend(&model, "input c", i, ": int64[]\nconst k", i, ": int64[] = ", i, "\nq", i,
                    " = Equal(c", i, ", k", i, ")\ny", i, " = If(q", i, ") then_branch={ a", i,
                    " = Unsqueeze(", last, ", axis) output a", i, " } else_branch={ b", i,
                    " = Identity(", last, ") output b", i, " }\n");
    last = absl::StrCat("y", i);
  }
  return absl::StrCat(model, "z = Relu(", last, ")\noutput z\n");
}

TEST(S33Alternatives, FourAtMost) {
  const auto count = [](int k) {
    const Inferred inferred(ChainOf(k));
    for (const v1::ValueInfo& value : inferred.answer().graphs(0).values()) {
      if (value.name() == "z") return value.type().alternatives_size();
    }
    return -1;
  };
  EXPECT_EQ(count(1), 2);
  EXPECT_EQ(count(3), 4);
  EXPECT_EQ(count(4), 0);
}

// Not 2^k combinations.
TEST(S34Alternatives, WorkGrowsWithTheNodes) {
  const auto work = [](int k) {
    std::atomic<uint64_t> count = 0;
    InferOptions options;
    options.progress = &count;
    EXPECT_TRUE(Inferred(ChainOf(k), options).status().ok());
    return count.load();
  };
  const uint64_t once = work(40);
  EXPECT_GT(once, 0u);
  EXPECT_LT(work(80), 3 * once);
}

}  // namespace
}  // namespace shapewright::inference
