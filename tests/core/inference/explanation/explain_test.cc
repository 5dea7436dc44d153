// Why dims and facts are what they are. Expected chains by hand, from the operators'
// specifications; over the corpus, that each chain is whole.
#include "core/inference/explanation/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "shapewright/v1/explain.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::ExplainShapesRequest Asking(absl::string_view model, const std::string& questions) {
  return RequestOf<v1::ExplainShapesRequest>(model, questions);
}

v1::Explanation Explain(absl::string_view model, const std::string& question) {
  const auto answer = AnswerOf<v1::ExplainShapesResponse>(
      Asking(model, absl::StrCat("questions { ", question, " }")));
  EXPECT_EQ(answer.explanations_size(), 1);
  if (answer.explanations_size() != 1) return {};
  EXPECT_FALSE(answer.explanations(0).has_error()) << answer.ShortDebugString();
  return answer.explanations(0);
}

std::string ReasonOfError(const v1::ExplainShapesRequest& request) {
  const absl::Status status = AnswerBytes(request).status();
  return std::string(status.GetPayload(kReasonPayload).value_or(absl::Cord()));
}

std::string ExplainedDim(const v1::Amount& dim) {
  return dim.kind_case() == v1::Amount::kValue ? absl::StrCat(dim.value()) : dim.expr();
}

// "N <" for each step, behind < the steps that it follows from.
std::vector<std::string> Steps(const v1::Explanation& explanation) {
  std::vector<std::string> steps;
  for (const v1::ExplanationStep& step : explanation.steps()) {
    steps.push_back(
        absl::StrCat(ExplainedDim(step.amount()), " <", absl::StrJoin(step.from_steps(), ",")));
  }
  return steps;
}

constexpr char kReluAndConcat[] = R"(
  input x: float32[N, 3]
  input y: float32[5, 3]
  r = Relu(x)
  c = Concat(r, y) axis=0
  output c
)";

TEST(Explain, FollowsAnExpressionToTheInputs) {
  const v1::Explanation found = Explain(kReluAndConcat, "value { name: 'c' } axis: 0");
  EXPECT_EQ(ExplainedDim(found.amount()), "N + 5");
  EXPECT_EQ(found.steps(2).site().node(), 1u);
  EXPECT_EQ(found.steps(2).site().axis(), 0u);
  EXPECT_THAT(Steps(found), ElementsAre("N <", "N <0", "N + 5 <1"));
  EXPECT_EQ(found.steps(0).site().input(), 0u);
  EXPECT_EQ(found.steps(1).site().node(), 0u);
  EXPECT_THAT(found.steps(0).message(), HasSubstr("declared as N"));
  EXPECT_THAT(found.steps(2).message(), HasSubstr("Concat"));
}

TEST(Explain, TakesWhatMadeAConstantNotWhatIsAlike) {
  // Both operands have a size of 4; the result's is of w.
  const v1::Explanation found = Explain(R"(
    input x: float32[N, 4]
    input w: float32[4, 4]
    m = MatMul(x, w)
    output m
  )",
                                        "value { name: 'm' } axis: -1");
  EXPECT_THAT(Steps(found), ElementsAre("4 <", "4 <0"));
  EXPECT_EQ(found.steps(0).site().input(), 1u);
  EXPECT_EQ(found.steps(0).site().axis(), 1u);
}

TEST(Explain, FollowsElementsOfShapes) {
  const v1::Explanation found = Explain(R"(
    input x: float32[N, 6]
    input y: float32[M]
    const two: int64[1] = 2
    s = Shape(y)
    k = Concat(s, two) axis=0
    e = Expand(x, k)
    r = ConstantOfShape(k)
    output r
  )",
                                        "value { name: 'r' } axis: 0");
  EXPECT_THAT(Steps(found), ElementsAre("M <", "M <0", "M <1", "M <2"));
  EXPECT_EQ(found.steps(1).site().element(), 0u);
  EXPECT_EQ(found.steps(2).site().element(), 0u);
}

TEST(Explain, NamesAllThatATransposeAndAWindowUse) {
  const v1::Explanation found = Explain(R"(
    input x: float32[1, 3, H, W]
    input w: float32[8, 3, 3, 3]
    t = Transpose(x) perm=[0, 1, 3, 2]
    c = Conv(t, w) strides=[2, 2]
    output c
  )",
                                        "value { name: 'c' } axis: 2");
  ASSERT_EQ(found.steps_size(), 3);
  EXPECT_EQ(found.steps(0).site().axis(), 3u);
  EXPECT_EQ(ExplainedDim(found.steps(0).amount()), "W");
  EXPECT_EQ(ExplainedDim(found.amount()), "(W - 1)//2");
  EXPECT_THAT(found.facts(), testing::SizeIs(testing::Ge(1)));
}

TEST(Explain, SaysWhatIsNewAtANode) {
  const v1::Explanation found = Explain(R"(
    input x: float32[N, 3]
    n = NonZero(x)
    output n
  )",
                                        "value { name: 'n' } axis: 1");
  ASSERT_GE(found.steps_size(), 1);
  EXPECT_THAT(found.steps(found.steps_size() - 1).message(), HasSubstr("NonZero"));
}

TEST(Explain, WholeTypesAndElements) {
  const v1::Explanation type = Explain(kReluAndConcat, "value { name: 'c' }");
  EXPECT_EQ(type.type().tensor().shape().dims_size(), 2);
  ASSERT_GE(type.steps_size(), 4);
  const v1::ExplanationStep& last = type.steps(type.steps_size() - 1);
  EXPECT_EQ(last.from_steps_size(), 2);
  EXPECT_THAT(last.message(), HasSubstr("[N + 5, 3]"));
  const v1::Explanation element = Explain(R"(
    input x: float32[N, 3]
    s = Shape(x)
    output s
  )",
                                          "value { name: 's' } element: 0");
  EXPECT_THAT(Steps(element), ElementsAre("N <", "N <0"));
}

TEST(Explain, BothBranchesOfAnIf) {
  const v1::Explanation found = Explain(R"(
    input p: bool[]
    input x: float32[N]
    input y: float32[N]
    c = If(p) then_branch={ a = Relu(x) output a } else_branch={ b = Abs(y) output b }
    output c
  )",
                                        "value { name: 'c' } axis: 0");
  EXPECT_EQ(ExplainedDim(found.amount()), "N");
  EXPECT_THAT(Steps(found), ElementsAre("N <", "N <0", "N <1"));
  EXPECT_EQ(found.steps(1).site().graph(), 1u);
}

TEST(Explain, ThroughTheBodyOfALoop) {
  const v1::Explanation found = Explain(R"(
    input n: int64[]
    input p: bool[]
    input x: float32[N, 2]
    c = Loop(n, p, x) body={
      input i: int64[]
      input q: bool[]
      input s: float32[?, 2]
      a = Relu(s)
      r = Identity(q)
      output r
      output a
    }
    output c
  )",
                                        "value { name: 'c' } axis: 0");
  EXPECT_THAT(Steps(found), ElementsAre("N <", "N <0", "N <1", "N <2"));
  EXPECT_EQ(found.steps(0).site().input(), 2u);
  EXPECT_EQ(found.steps(1).site().graph(), 1u);
  EXPECT_EQ(found.steps(1).site().input(), 2u);
}

TEST(Explain, OfAFactNamesThePlaces) {
  const v1::Explanation found = Explain(R"(
    input x: float32[N, 2]
    input y: float32[3, 2]
    input z: float32[M, 2]
    r = Relu(x)
    c = Concat(r, y) axis=0
    a = Abs(c)
    s = Add(a, z)
    output s
  )",
                                        "fact: 0");
  std::vector<std::string> places;
  for (const v1::ExplanationStep& step : found.steps()) {
    places.push_back(
        absl::StrCat(step.site().op_type(), " ", step.site().value(), " ", step.amount().expr()));
  }
  EXPECT_THAT(places, ElementsAre(" x N", "Relu r N", "Concat c N + 3", "Abs a N + 3", " z M",
                                  "Add a N + 3", "Add z M"));
}

// By hand: the sum of x's rows and 5 has to be y's, for Add.
TEST(Explain, BothSidesOfAFact) {
  constexpr char kSum[] = R"(
    input x: float32[N, 3]
    input w: float32[5, 3]
    input y: float32[M, 3]
    r = Relu(x)
    c = Concat(r, w) axis=0
    k = MatMul(y, c)
    output k
  )";
  const auto whole = Answer(Request(kSum, ""));
  ASSERT_EQ(whole.facts_size(), 1);
  const v1::Explanation found = Explain(kSum, "fact: 0");
  ASSERT_GE(found.steps_size(), 3);
  const v1::ExplanationStep& left = found.steps(found.steps_size() - 2);
  const v1::ExplanationStep& right = found.steps(found.steps_size() - 1);
  EXPECT_THAT((std::vector<std::string>{ExplainedDim(left.amount()), ExplainedDim(right.amount())}),
              testing::UnorderedElementsAre("3", "N + 5"));
  for (const v1::ExplanationStep* side : {&left, &right}) {
    EXPECT_EQ(side->site().node(), 2u);
    ASSERT_EQ(side->from_steps_size(), 1);
    const v1::ExplanationStep& from = found.steps(static_cast<int>(side->from_steps(0)));
    EXPECT_EQ(ExplainedDim(from.amount()), ExplainedDim(side->amount()));
  }
  // It does not rest on itself.
  EXPECT_THAT(found.facts(), IsEmpty());
}

TEST(Explain, AFactOverTheCorpusEndsInItsSides) {
  int facts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DataPath("corpus/models"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    v1::InferShapesRequest request;
    request.mutable_model()->set_onnx(std::string{std::istreambuf_iterator<char>(file), {}});
    const v1::InferShapesResponse whole = Answer(request);
    v1::ExplainShapesRequest asked;
    *asked.mutable_model() = request.model();
    for (int i = 0; i < whole.facts_size(); ++i) {
      asked.add_questions()->set_fact(static_cast<uint32_t>(i));
    }
    const auto answer = AnswerOf<v1::ExplainShapesResponse>(asked);
    ASSERT_EQ(answer.explanations_size(), whole.facts_size()) << entry.path();
    for (int i = 0; i < whole.facts_size(); ++i) {
      ++facts;
      const v1::Explanation& found = answer.explanations(i);
      ASSERT_GE(found.steps_size(), 2) << entry.path();
      const int left = found.steps_size() - 2;
      EXPECT_EQ(ExplainedDim(found.steps(left).amount()), ExplainedDim(whole.facts(i).left()));
      EXPECT_EQ(ExplainedDim(found.steps(left + 1).amount()), ExplainedDim(whole.facts(i).right()));
    }
  }
  EXPECT_GT(facts, 100);
}

// A question that makes no sense fails alone.
TEST(Explain, BlamesTheQuestion) {
  const auto blamed = [](const std::string& question) {
    const auto answer = AnswerOf<v1::ExplainShapesResponse>(Asking(
        kReluAndConcat,
        absl::StrCat("questions { ", question, " } questions { value { name: 'c' } axis: 0 }")));
    EXPECT_EQ(answer.explanations_size(), 2);
    EXPECT_EQ(answer.explanations(0).error().reason(), "MALFORMED_QUESTION");
    EXPECT_FALSE(answer.explanations(0).error().message().empty());
    EXPECT_EQ(answer.explanations(0).steps_size(), 0);
    EXPECT_EQ(answer.explanations(1).amount().expr(), "N + 5");
    return answer.explanations(0).error().field();
  };
  EXPECT_EQ(blamed("value { name: 'q' }"), "value.name");
  EXPECT_EQ(blamed(""), "value.name");
  EXPECT_EQ(blamed("value { name: 'c' graph: 1 }"), "value.graph");
  EXPECT_EQ(blamed("value { name: 'c' } axis: 2"), "axis");
  EXPECT_EQ(blamed("value { name: 'c' } axis: -3"), "axis");
  EXPECT_EQ(blamed("value { name: 'c' } element: 0"), "element");
  EXPECT_EQ(blamed("value { name: 'c' } element: 4294967295"), "element");
  EXPECT_EQ(blamed("value { name: 'c' } axis: 0 element: 0"), "element");
  EXPECT_EQ(blamed("fact: 1000"), "fact");
  EXPECT_EQ(blamed("fact: 0 axis: 0"), "fact");
}

TEST(Explain, NoQuestionsNoAnswers) {
  EXPECT_THAT(AnswerOf<v1::ExplainShapesResponse>(Asking(kReluAndConcat, "")).explanations(),
              IsEmpty());
}

TEST(Explain, CountsWorkAndBytes) {
  v1::ExplainShapesRequest request = Asking(kReluAndConcat, "");
  for (int i = 0; i < 100; ++i) request.add_questions()->mutable_value()->set_name("c");
  EXPECT_EQ(AnswerOf<v1::ExplainShapesResponse>(request).explanations_size(), 100);
  request.mutable_limits()->set_answer_bytes(1000);
  EXPECT_EQ(ReasonOfError(request), "ANSWER_TOO_LARGE");
  request.mutable_limits()->set_answer_bytes(0);
  request.mutable_limits()->set_work(1000);
  EXPECT_EQ(ReasonOfError(request), "WORK_LIMIT");
}

// For each symbolic dim of each output of each model: steps follow from earlier ones,
// and all symbols of a dim come from the steps that it follows from, from an input or
// are new.
TEST(Explain, ChainsOfTheCorpusAreWhole) {
  int chains = 0;
  int rootless = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DataPath("corpus/models"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    v1::InferShapesRequest request;
    request.mutable_model()->set_onnx(std::string{std::istreambuf_iterator<char>(file), {}});
    request.set_scope(v1::SCOPE_OUTPUTS);
    const v1::InferShapesResponse outputs = Answer(request);
    v1::ExplainShapesRequest asked;
    *asked.mutable_model() = request.model();
    for (const v1::ValueInfo& value : outputs.outputs()) {
      const v1::Type& type = value.type();
      for (int axis = 0; axis < type.tensor().shape().dims_size(); ++axis) {
        v1::ExplainQuestion* question = asked.add_questions();
        question->mutable_value()->set_name(value.name());
        question->set_axis(axis);
      }
    }
    const auto answer = AnswerOf<v1::ExplainShapesResponse>(asked);
    for (const v1::Explanation& explanation : answer.explanations()) {
      ASSERT_GE(explanation.steps_size(), 1) << entry.path();
      ++chains;
      bool has_root = false;
      for (int i = 0; i < explanation.steps_size(); ++i) {
        const v1::ExplanationStep& step = explanation.steps(i);
        for (const uint32_t from : step.from_steps()) {
          ASSERT_LT(from, static_cast<uint32_t>(i)) << entry.path();
        }
        has_root |= step.site().has_input() && !step.site().has_node();
      }
      const bool is_symbolic = explanation.amount().kind_case() == v1::Amount::kExpr;
      const bool is_new = absl::StrContains(explanation.amount().expr(), "?");
      if (is_symbolic && !is_new && !has_root) {
        ++rootless;
        ADD_FAILURE() << entry.path() << ": " << explanation.ShortDebugString();
      }
    }
  }
  EXPECT_GT(chains, 200);
  EXPECT_EQ(rootless, 0);
}

}  // namespace
}  // namespace shapewright::inference
