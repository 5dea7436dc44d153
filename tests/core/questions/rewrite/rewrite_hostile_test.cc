// RewriteModel of models at the limits: many nodes, products of sizes beyond 64 bits, nodes
// without results. Expected values by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/rewrite.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

v1::RewriteModelResponse RewrittenHostile(absl::string_view model, const std::string& rest) {
  return AnswerOf<v1::RewriteModelResponse>(RequestOf<v1::RewriteModelRequest>(model, rest));
}

// A node may leave its results out.
TEST(RewriteHostile, SimplifyPassesOverNodesWithoutResults) {
  const auto response = RewrittenHostile(R"(
    input x: float32[N, 3]
    s = Shape(x)
    _ = Reshape(x, s)
    y = Relu(x)
    output y
  )",
                                         "goal: GOAL_SIMPLIFY");
  EXPECT_FALSE(response.refused());
}

// Products of sizes beyond 64 bits: 2^32 rows behind 2^32 others are no part of an axis.
TEST(RewriteHostile, RebatchOfMoreElementsThanCanBeCounted) {
  const auto refused = [](const std::string& nodes) {
    return RewrittenHostile(absl::StrCat("input x: float32[4294967296, 4294967296]\n",
                                         "t = Transpose(x) perm=[1, 0]\n", nodes, "\noutput y\n"),
                            "goal: GOAL_REBATCH")
        .refused();
  };
  // The same sizes: rows stay where they are.
  EXPECT_FALSE(refused("const s: int64[2] = 4294967296 4294967296\ny = Reshape(t, s)"));
  EXPECT_TRUE(refused("const s: int64[3] = 4294967296 4294967295 4294967296\ny = Reshape(t, s)"));
  EXPECT_TRUE(refused("y = Flatten(t) axis=2"));
}

// As many nodes between an operand and what fills it as a model may have.
TEST(RewriteHostile, RebatchFollowsALongChainToWhatIsFilled) {
  constexpr int kNodes = 60'000;
  std::string model = "input x: float32[4, 3]\nconst s: int64[2] = 4 3\nv0 = ConstantOfShape(s)\n";
  for (int i = 0; i < kNodes; ++i) {
    absl::StrAppend(&model, "v", i + 1, " = Cast(v", i, ") to=1\n");
  }
  absl::StrAppend(&model, "y = Add(x, v", kNodes, ")\noutput y\n");
  const auto response = RewrittenHostile(model, "goal: GOAL_REBATCH");
  EXPECT_FALSE(response.refused());
  const bool is_filled = std::any_of(response.edits().begin(), response.edits().end(),
                                     [](const v1::ModelEdit& edit) { return edit.has_operand(); });
  EXPECT_TRUE(is_filled);
}

}  // namespace
}  // namespace shapewright::questions
