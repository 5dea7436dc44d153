// RewriteModel: the edits of models whose sizes are worked out by hand. That the rewritten models
// compute the same is what onnxruntime says: tests/conformance/check_rewrites.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "shapewright/v1/rewrite.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

v1::RewriteModelResponse Rewritten(absl::string_view model, const std::string& rest) {
  return AnswerOf<v1::RewriteModelResponse>(RequestOf<v1::RewriteModelRequest>(model, rest));
}

std::string TextOf(const v1::ModelEdit& edit) {
  std::string where;
  for (const v1::BodyStep& step : edit.body()) {
    absl::StrAppend(&where, step.node(), ".", step.attribute(), ": ");
  }
  const auto sizes = [](const auto& list) { return absl::StrJoin(list, ","); };
  switch (edit.change_case()) {
    case v1::ModelEdit::kRemovedNode:
      return absl::StrCat(where, "remove ", edit.removed_node().node());
    case v1::ModelEdit::kInsertedNode:
      return absl::StrCat(where, "insert ", edit.inserted_node().node().op_type(), " before ",
                          edit.inserted_node().before());
    case v1::ModelEdit::kOperand:
      return absl::StrCat(where, "operand ", edit.operand().node(), ".", edit.operand().input(),
                          " = ", edit.operand().value());
    case v1::ModelEdit::kAddedInitializer:
      return absl::StrCat(where, "add ", edit.added_initializer().name(), " = ",
                          sizes(edit.added_initializer().tensor().ints()));
    case v1::ModelEdit::kRemovedInitializer:
      return absl::StrCat(where, "drop ", edit.removed_initializer());
    case v1::ModelEdit::kShape: {
      std::vector<std::string> dims;
      for (const v1::Dim& dim : edit.shape().dims()) {
        dims.push_back(dim.has_size()   ? absl::StrCat(dim.size())
                       : dim.has_expr() ? dim.expr()
                                        : "?");
      }
      return absl::StrCat(where, "shape ", edit.shape().value(), " = ", sizes(dims));
    }
    case v1::ModelEdit::kRemovedValueInfo:
      return absl::StrCat(where, "forget ", edit.removed_value_info());
    case v1::ModelEdit::kInlinedBranch: {
      std::string text = absl::StrCat(where, "inline ", edit.inlined_branch().node(), ".",
                                      edit.inlined_branch().attribute());
      for (const v1::Renaming& each : edit.inlined_branch().renamings()) {
        absl::StrAppend(&text, " ", each.from(), "->", each.to());
      }
      return text;
    }
    default:
      return "?";
  }
}

std::vector<std::string> TextsOf(const v1::RewriteModelResponse& response) {
  std::vector<std::string> texts;
  for (const v1::ModelEdit& edit : response.edits()) texts.push_back(TextOf(edit));
  return texts;
}

// What a refused model says: the operator and the reason of each node.
std::vector<std::string> Refusals(const v1::RewriteModelResponse& response) {
  EXPECT_TRUE(response.refused());
  EXPECT_THAT(response.edits(), IsEmpty());
  std::vector<std::string> texts;
  for (const v1::RewriteGap& gap : response.gaps()) {
    texts.push_back(absl::StrCat(gap.site().op_type(), ": ", gap.reason()));
  }
  return texts;
}

constexpr char kScaffold[] = R"(
  input x: float32[batch, seq, 768]
  const i0: int64[1] = 0
  const i1: int64[1] = 1
  const rest: int64[2] = 12 64
  s = Shape(x)
  b = Gather(s, i0)
  t = Gather(s, i1)
  target = Concat(b, t, rest) axis=0
  y = Reshape(x, target)
  output y: float32[batch, seq, 12, 64]
)";

TEST(RewriteModel, FreezeMakesKnownIntegersInitializers) {
  const auto response =
      Rewritten(kScaffold, "goal: GOAL_FREEZE model { premises: ['batch = 2', 'seq = 5'] }");
  EXPECT_THAT(
      TextsOf(response),
      ElementsAre("remove 0", "remove 1", "remove 2", "remove 3", "add target = 2,5,12,64",
                  "drop rest", "drop i1", "drop i0", "shape x = 2,5,768", "shape y = 2,5,12,64"));
  EXPECT_THAT(response.gaps(), IsEmpty());
}

// One size is bound: the target stays, the other one is listed.
TEST(RewriteModel, FreezeListsWhatStaysOpen) {
  const auto response =
      Rewritten(kScaffold, "goal: GOAL_FREEZE model { premises: ['batch = 2', 'seq <= 128'] }");
  EXPECT_THAT(TextsOf(response), ElementsAre("remove 1", "add b = 2", "drop i0",
                                             "shape x = 2,seq,768", "shape y = 2,seq,12,64"));
  ASSERT_EQ(response.gaps_size(), 2);
  EXPECT_EQ(response.gaps(0).reason(), "the size is seq, at most 128");
  EXPECT_EQ(response.gaps(0).site().value(), "x");
  EXPECT_EQ(response.gaps(0).site().axis(), 1u);
}

constexpr char kBranches[] = R"(
  input x: float32[N, 4]
  const i0: int64[1] = 0
  const one: int64[1] = 1
  s = Shape(x)
  b = Gather(s, i0)
  c = Equal(b, one)
  z = If(c) then_branch={ h = Relu(x)
      o = Neg(h) output o } else_branch={ h = Abs(x)
      o = Sin(h) output o }
  y = Relu(z)
  output y
)";

TEST(RewriteModel, FreezeInlinesTheBranchThatRuns) {
  const auto one = Rewritten(kBranches, "goal: GOAL_FREEZE model { premises: 'N = 1' }");
  EXPECT_THAT(TextsOf(one), Contains("inline 3.then_branch h->h_2 o->z"));
  const auto two = Rewritten(kBranches, "goal: GOAL_FREEZE model { premises: 'N >= 2' }");
  EXPECT_THAT(TextsOf(two), Contains("inline 3.else_branch h->h_2 o->z"));
  const auto any = Rewritten(kBranches, "goal: GOAL_FREEZE");
  EXPECT_THAT(TextsOf(any), IsEmpty());
}

TEST(RewriteModel, SimplifyShortensTargets) {
  const auto response = Rewritten(kScaffold, "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response),
              ElementsAre("add y_shape = 0,0,12,64", "operand 4.1 = y_shape", "remove 3",
                          "drop rest", "remove 2", "drop i1", "remove 1", "drop i0", "remove 0"));
}

// A -1 beside a size that may be 0 is refused by onnxruntime, so that it is written only where a
// premise says that it is not.
TEST(RewriteModel, SimplifyWritesNoRestBesideASizeOfZero) {
  constexpr char kModel[] = R"(
    input x: float32[N, A, B]
    const i0: int64[1] = 0
    const i1: int64[1] = 1
    const i2: int64[1] = 2
    s = Shape(x)
    n = Gather(s, i0)
    a = Gather(s, i1)
    b = Gather(s, i2)
    ab = Mul(a, b)
    target = Concat(n, ab) axis=0
    y = Reshape(x, target)
    output y
  )";
  EXPECT_THAT(TextsOf(Rewritten(kModel, "goal: GOAL_SIMPLIFY")), IsEmpty());
  EXPECT_THAT(TextsOf(Rewritten(kModel,
                                "goal: GOAL_SIMPLIFY model { premises: ['N >= 1', 'A >= "
                                "1', 'B >= 1'] }")),
              Contains("add y_shape = 0,-1"));
}

TEST(RewriteModel, SimplifyRemovesIdentities) {
  const auto response = Rewritten(R"(
    input x: float32[N, 4]
    a = Identity(x)
    b = Identity(a)
    c = Relu(b)
    d = Identity(c)
    output d
  )",
                                  "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response), ElementsAre("operand 2.0 = x", "remove 1", "remove 0"));
}

// All of an axis, whatever its size is; and all but the last three.
constexpr char kSlices[] = R"(
  input x: float32[N, 8, M]
  const zero: int64[1] = 0
  const two: int64[1] = 2
  const three: int64[1] = 3
  s = Shape(x)
  n = Gather(s, zero)
  m = Gather(s, two)
  all = Slice(x, zero, n, zero)
  a = Relu(all)
  end = Sub(m, three)
  most = Slice(a, zero, end, two)
  output most
)";

TEST(RewriteModel, S86SimplifyRemovesSlicesOfAllAndCountsEndsFromTheEnd) {
  EXPECT_THAT(
      TextsOf(Rewritten(kSlices, "goal: GOAL_SIMPLIFY model { premises: ['M >= 3'] }")),
      ElementsAre("operand 4.0 = x", "add most_ends = -3", "operand 6.2 = most_ends", "remove 5",
                  "drop three", "remove 2", "remove 3", "remove 1", "remove 0"));
}

// A size of 2 has the end -1, which is the place 1: another one than three before the end.
TEST(RewriteModel, S86SimplifyKeepsEndsThatMayBeBelowZero) {
  EXPECT_THAT(TextsOf(Rewritten(kSlices, "goal: GOAL_SIMPLIFY")), Not(Contains(HasSubstr("add"))));
}

TEST(RewriteModel, S86SimplifyRemovesWhatGivesItsOperand) {
  const auto response = Rewritten(R"(
    input x: float32[N, 8]
    const zero: int64[1] = 0
    const one: int64[1] = 1
    s = Shape(x)
    n = Gather(s, zero)
    more = Add(n, one)
    once = Sub(more, n)
    repeats = Concat(once, once) axis=0
    tiled = Tile(x, repeats)
    e = Gather(s, one)
    to = Concat(once, e) axis=0
    wide = Expand(tiled, to)
    target = Concat(n, e) axis=0
    shaped = Reshape(wide, target)
    y = Relu(shaped)
    output y
  )",
                                  "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response), Contains("operand 11.0 = x"));
  for (const int node : {5, 8, 10}) {
    EXPECT_THAT(TextsOf(response), Contains(absl::StrCat("remove ", node)));
  }
}

// With steps of 2, or backwards, all of an axis is not the operand; an output has to be given.
TEST(RewriteModel, S86SimplifyKeepsOtherSlices) {
  for (const char* const slice : {"Slice(x, zero, n, zero, two)", "Slice(x, n, low, zero, back)"}) {
    const std::string model = absl::StrCat(R"(
      input x: float32[N, 8]
      const zero: int64[1] = 0
      const two: int64[1] = 2
      const back: int64[1] = -1
      const low: int64[1] = -9223372036854775807
      s = Shape(x)
      n = Gather(s, zero)
      all = )",
                                           slice, R"(
      y = Relu(all)
      output y
    )");
    EXPECT_THAT(TextsOf(Rewritten(model, "goal: GOAL_SIMPLIFY")), Not(Contains("operand 3.0 = x")));
  }
}

// A target that is constant after folding is not written twice.
TEST(RewriteModel, S86SimplifyWritesAConstantTargetOnce) {
  const auto response = Rewritten(R"(
    input x: float32[6]
    const two: int64[1] = 2
    const three: int64[1] = 3
    target = Concat(two, three) axis=0
    y = Reshape(x, target)
    output y
  )",
                                  "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response),
              ElementsAre("remove 0", "add target = 2,3", "drop three", "drop two"));
}

TEST(RewriteModel, ErrorsAreRefused) {
  const auto response = Rewritten(R"(
    input x: float32[2, 3]
    input y: float32[2, 4]
    z = Add(x, y)
    output z
  )",
                                  "goal: GOAL_FREEZE");
  EXPECT_THAT(Refusals(response), ElementsAre(HasSubstr("Add: ")));
}

TEST(RewriteModel, RebatchReplacesTheTargetsOfReshape) {
  const auto response = Rewritten(R"(
    input x: float32[4, 6, 8]
    const joined: int64[2] = 24 8
    const parted: int64[4] = 4 6 2 4
    a = Reshape(x, joined)
    b = Reshape(a, parted)
    output b: float32[4, 6, 2, 4]
  )",
                                  "goal: GOAL_REBATCH");
  EXPECT_THAT(TextsOf(response),
              ElementsAre("add batch_sizes = -1,8", "operand 0.1 = batch_sizes",
                          "add batch_sizes_2 = -1,6,2,4", "operand 1.1 = batch_sizes_2",
                          "shape x = N,6,8", "shape b = N,6,2,4", "drop parted", "drop joined"));
  EXPECT_EQ(response.batch_size(), 4);
}

// 12 heads and a batch of 12: the batch is followed from the input on, so there is no doubt.
TEST(RewriteModel, RebatchTellsTheBatchFromAnEqualSize) {
  const auto response = Rewritten(R"(
    input x: float32[12, 24]
    const parts: int64[3] = 12 12 2
    a = Reshape(x, parts)
    b = Transpose(a) perm=[1, 0, 2]
    output b
  )",
                                  "goal: GOAL_REBATCH axes { input: 'x' symbol: 'batch' }");
  EXPECT_THAT(TextsOf(response), Contains("add batch_sizes = 0,12,2"));
  std::map<std::string, uint32_t> axes;
  for (const v1::BatchedValue& value : response.batched()) axes[value.value()] = value.axis();
  EXPECT_THAT(axes, ElementsAre(std::pair("a", 0u), std::pair("b", 1u), std::pair("x", 0u)));
}

TEST(RewriteModel, RebatchExpandsWhatIsTheSameForAllRows) {
  const auto response = Rewritten(R"(
    input x: float32[1, 9, 8]
    input token: float32[1, 1, 8]
    y = Concat(token, x) axis=1
    output y
  )",
                                  "goal: GOAL_REBATCH axes { input: 'x' }");
  EXPECT_THAT(TextsOf(response), Contains("insert Expand before 0"));
}

// A constant whose rows are equal is the same for any batch.
TEST(RewriteModel, RebatchExpandsEqualRows) {
  const auto response = Rewritten(R"(
    input x: float32[2, 3]
    const c: float32[2, 3] = 1 2 3 1 2 3
    const sizes: int64[2] = 2 3
    filled = ConstantOfShape(sizes)
    a = Add(x, c)
    y = Add(a, filled)
    output y
  )",
                                  "goal: GOAL_REBATCH");
  EXPECT_FALSE(response.refused());
  const std::vector<std::string> texts = TextsOf(response);
  EXPECT_THAT(texts, Contains("insert Expand before 1"));
  EXPECT_THAT(texts, Contains("operand 0.0 = batch_Concat_2"));
}

// The batch joins the axis before it, as torch's attention has it, and leaves it again.
TEST(RewriteModel, RebatchFollowsTheBatchWithinAnAxis) {
  constexpr char kJoined[] = R"(
    input x: float32[5, 1, 2, 3]
    const joined: int64[2] = 5 6
    const parted: int64[3] = 5 1 6
    a = Reshape(x, joined)
    b = Relu(a)
    %s
    output y
  )";
  const auto parted = Rewritten(absl::StrReplaceAll(kJoined, {{"%s", "y = Reshape(b, parted)"}}),
                                "goal: GOAL_REBATCH axes { input: 'x' axis: 1 }");
  EXPECT_THAT(TextsOf(parted), Contains("add batch_sizes = -1,6"));
  EXPECT_THAT(TextsOf(parted), Contains("add batch_sizes_2 = 5,-1,6"));
  // As an output it has the rows of the batch in several pieces.
  const auto joined = Rewritten(absl::StrReplaceAll(kJoined, {{"%s", "y = Neg(b)"}}),
                                "goal: GOAL_REBATCH axes { input: 'x' axis: 1 }");
  EXPECT_THAT(Refusals(joined), ElementsAre(HasSubstr("Neg: it mixes rows")));
}

// Heads are joined with the batch: [5, 1, 6] as [5, 2, 3] is two heads of each row, not five times
// the batch, as the product needs; later nodes show that.
TEST(RewriteModel, RebatchFindsThePlaceThatNoNodeRefuses) {
  const auto response = Rewritten(R"(
    input x: float32[5, 1, 6]
    const heads: int64[3] = 5 2 3
    const back: int64[3] = 5 1 6
    a = Reshape(x, heads)
    q = Transpose(a) perm=[1, 0, 2]
    k = Transpose(a) perm=[1, 2, 0]
    s = MatMul(q, k)
    p = Softmax(s) axis=-1
    v = MatMul(p, q)
    t = Transpose(v) perm=[1, 0, 2]
    y = Reshape(t, back)
    output y
  )",
                                  "goal: GOAL_REBATCH axes { input: 'x' axis: 1 }");
  EXPECT_FALSE(response.refused());
  EXPECT_THAT(TextsOf(response), Contains("add batch_sizes = 5,-1,3"));
}

// Rows that depend on each other, by the specification of the operators.
TEST(RewriteModel, RebatchRefusesRowsThatMix) {
  const auto refused = [](absl::string_view nodes) {
    return Refusals(Rewritten(absl::StrCat("input x: float32[4, 6]\n", nodes, "\noutput y\n"),
                              "goal: GOAL_REBATCH"));
  };
  const auto names = [](absl::string_view op) {
    return ElementsAre(HasSubstr(absl::StrCat(op, ": rows depend on each other")));
  };
  EXPECT_THAT(refused("y = Softmax(x) axis=0"), names("Softmax"));
  EXPECT_THAT(refused("y = LogSoftmax(x) axis=-2"), names("LogSoftmax"));
  EXPECT_THAT(refused("y = ReduceMean(x) axes=[0] keepdims=0"), names("ReduceMean"));
  EXPECT_THAT(refused("y = ReduceSum(x)"), names("ReduceSum"));
  EXPECT_THAT(refused("t = Transpose(x)\ny = MatMul(t, x)"), names("MatMul"));
  EXPECT_THAT(refused("y = ArgMax(x)"), names("ArgMax"));
  EXPECT_THAT(refused("y = Concat(x, x) axis=0"), names("Concat"));
  EXPECT_THAT(refused("a, y = Split(x) axis=0"), names("Split"));
  EXPECT_THAT(refused("const k: int64[1] = 2\ny, i = TopK(x, k) axis=0"), names("TopK"));
  EXPECT_THAT(refused("const a: int64[] = 0\ny = CumSum(x, a)"), names("CumSum"));
  EXPECT_THAT(refused("y = Trilu(x)"), names("Trilu"));
  EXPECT_THAT(refused("y = Einsum(x, x) equation='bi,bj->ij'"), names("Einsum"));
  EXPECT_THAT(refused("y = Einsum(x, x) equation='bi,ci->bc'"), names("Einsum"));
  EXPECT_THAT(refused("y = LpNormalization(x) axis=0"), names("LpNormalization"));
}

// The same operators along other axes, and one scale for each column.
TEST(RewriteModel, RebatchTakesRowsThatDoNotMix) {
  const auto is_taken = [](absl::string_view nodes) {
    const auto response = Rewritten(absl::StrCat("input x: float32[4, 6]\n", nodes, "\noutput y\n"),
                                    "goal: GOAL_REBATCH");
    return !response.refused() && response.batched_size() > 1;
  };
  EXPECT_TRUE(is_taken("const k: int64[1] = 2\ny, i = TopK(x, k)"));
  EXPECT_TRUE(
      is_taken("const k: int64[1] = 6\na, i = TopK(x, k)\ny = GatherElements(x, i) axis=1"));
  EXPECT_TRUE(is_taken("const a: int64[] = -1\ny = CumSum(x, a)"));
  EXPECT_TRUE(is_taken("const u: int64[1] = 1\na = Unsqueeze(x, u)\ny = Trilu(a)"));
  EXPECT_TRUE(is_taken("y = Einsum(x, x) equation='bi,bj->ijb'"));
  EXPECT_TRUE(is_taken("const s: float32[] = 1\ny = QuantizeLinear(x, s) axis=0"));
  EXPECT_TRUE(is_taken("const s: float32[6] = 1 1 1 1 1 1\ny = QuantizeLinear(x, s)"));
  EXPECT_FALSE(is_taken("const s: float32[4] = 1 1 1 1\ny = QuantizeLinear(x, s) axis=0"));
}

// A part of the shape that does not tell the batch is the same for all; one that does is followed.
TEST(RewriteModel, RebatchFollowsPartsOfShapes) {
  const auto texts = [](absl::string_view nodes) {
    return TextsOf(Rewritten(absl::StrCat("input x: float32[1, 6, 4]\nconst i0: int64[1] = 0\n"
                                          "const i1: int64[1] = 1\nconst i9: int64[1] = 9\n",
                                          nodes, "\noutput y\n"),
                             "goal: GOAL_REBATCH"));
  };
  EXPECT_THAT(texts("s = Shape(x)\nf = Slice(s, i0, i1)\nconst r: int64[1] = -1\n"
                    "t = Concat(f, r) axis=0\ny = Reshape(x, t)"),
              ElementsAre("shape x = N,6,4"));
  EXPECT_THAT(texts("s = Shape(x)\nc = Slice(s, i1, i9)\nd = Cast(c) to=1\nm = ReduceMax(d)\n"
                    "y = Mul(x, m)"),
              ElementsAre("shape x = N,6,4"));
}

// onnxruntime gives [1, 6] for each row alone, and [4, 6] for four: a caller cannot take that
// apart.
TEST(RewriteModel, RebatchRefusesAnOutputThatTellsTheBatch) {
  const auto refused = [](absl::string_view nodes) {
    return Refusals(Rewritten(absl::StrCat("input x: float32[4, 6]\n", nodes, "\noutput y\n"),
                              "goal: GOAL_REBATCH"));
  };
  EXPECT_THAT(refused("y = Shape(x)"),
              ElementsAre(HasSubstr("Shape: its result, an output, tells")));
  EXPECT_THAT(refused("s = Shape(x)\ny = Cast(s) to=1"), ElementsAre(HasSubstr("tells the size")));
  EXPECT_FALSE(
      Rewritten("input x: float32[4, 6]\ny = Shape(x) start=1\noutput y\n", "goal: GOAL_REBATCH")
          .refused());
}

// Outputs that no node makes, and sizes of what tells sizes: a scalar has no axis for the batch.
TEST(RewriteModel, RebatchTakesOutputsThatArePassedOn) {
  const auto accepted = [](absl::string_view nodes) {
    return !Rewritten(absl::StrCat("input x: float32[4, 6]\n", nodes, "\n"), "goal: GOAL_REBATCH")
                .refused();
  };
  EXPECT_TRUE(accepted("output x"));
  EXPECT_TRUE(accepted("const w: int64[2] = 1 2\noutput x\noutput w"));
  EXPECT_TRUE(
      accepted("const i: int64[] = 0\ns = Shape(x)\nn = Gather(s, i)\nr = Shape(n)\n"
               "y = Relu(x)\noutput y\noutput r"));
  EXPECT_TRUE(accepted("s = Shape(x)\nr = Shape(s)\ny = Relu(x)\noutput y\noutput r"));
}

TEST(RewriteModel, RebatchRefusesWhatItCannotTell) {
  const auto refused = [](absl::string_view nodes) {
    return Refusals(Rewritten(absl::StrCat("input x: float32[4, 6]\n", nodes, "\noutput y\n"),
                              "goal: GOAL_REBATCH"));
  };
  EXPECT_THAT(refused("const c: float32[4, 6] = 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
                      "y = Add(x, c)"),
              ElementsAre(HasSubstr("Add: an operand that is no row of the batch")));
  EXPECT_THAT(refused("const c: int64[2] = 3 8\ny = Reshape(x, c)"),
              ElementsAre(HasSubstr("Reshape: it mixes rows")));
  EXPECT_THAT(refused("const i: int64[1] = 0\ny = Gather(x, i)"),
              ElementsAre(HasSubstr("Gather: it takes some rows")));
  EXPECT_THAT(refused("const c: int64[2] = 4 0\nconst i0: int64[1] = 0\nconst i1: int64[1] = 1\n"
                      "a = Slice(x, i0, i0, i1)\ny = Reshape(a, c) allowzero=1"),
              ElementsAre(HasSubstr("allowzero")));
  EXPECT_THAT(refused("y = NonZero(x)"), ElementsAre(HasSubstr("NonZero: how rows pass")));
  EXPECT_THAT(refused("a = Softmax(x) axis=0\ny = Relu(a)"), ElementsAre(HasSubstr("Softmax")));
}

// A 1 that is the batch or another axis.
TEST(RewriteModel, RebatchRefusesAnAmbiguousOne) {
  const auto response = Rewritten(R"(
    input x: float32[6, 1, 8]
    const target: int64[4] = 6 1 1 8
    a = Transpose(x) perm=[1, 0, 2]
    b = Transpose(a) perm=[1, 0, 2]
    c = Reshape(b, target)
    output c
  )",
                                  "goal: GOAL_REBATCH axes { input: 'x' axis: 1 }");
  // Axis 1 is where it was, with the axes before it; that is no guess.
  EXPECT_FALSE(response.refused());
  const auto other = Rewritten(R"(
    input x: float32[6, 8, 1]
    const target: int64[4] = 6 8 1 1
    const back: int64[4] = 48 1 1 1
    a = Reshape(x, back)
    output a
  )",
                               "goal: GOAL_REBATCH axes { input: 'x' axis: 2 }");
  EXPECT_THAT(Refusals(other), ElementsAre(HasSubstr("Reshape: it mixes rows, or several axes")));
}

TEST(RewriteModel, FieldsAreChecked) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(RequestOf<v1::RewriteModelRequest>(kScaffold, rest));
  };
  EXPECT_EQ(field(""), "goal");
  EXPECT_EQ(field("goal: GOAL_FREEZE axes { input: 'x' }"), "axes");
  EXPECT_EQ(field("goal: GOAL_REBATCH axes { input: 'y' }"), "axes[0].input");
  EXPECT_EQ(field("goal: GOAL_REBATCH axes { input: 'x' axis: 7 }"), "axes[0].axis");
  EXPECT_EQ(field("goal: GOAL_REBATCH axes { input: 'x' axis: 2 } axes { input: 'x' axis: 2 }"),
            "axes[1].input");
}

}  // namespace
}  // namespace shapewright::questions
