// Chains of models (S80). Expected types follow from the operators' specification; that they are
// those of onnx.compose.merge_models is compared by tests/conformance/check_chains.py.
#include "core/questions/chain/infer_chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/read_error.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/core/questions/chain/chain_requests.h"

namespace shapewright::questions {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kEncoder[] = R"(
  input ids: float32[batch, seq]
  const w: int64[1] = 2
  two = Unsqueeze(ids, w)
  hidden = Concat(two, two) axis=2
  output hidden
)";
constexpr char kDecoder[] = R"(
  input hidden: float32[batch, enc_seq, 2]
  input tokens: float32[batch, seq, 2]
  turned = Transpose(hidden) perm=[0,2,1]
  scores = MatMul(tokens, turned)
  output scores
)";

TEST(InferChain, S80TypesOfTheWhole) {
  const auto answer = ChainAnswer(ChainRequest({{"encoder", kEncoder}, {"decoder", kDecoder}},
                                               {"encoder.hidden -> decoder.hidden"}));
  EXPECT_TRUE(answer.fits());
  EXPECT_THAT(answer.mismatches(), IsEmpty());
  EXPECT_TRUE(answer.whole().consistent());
  // Both have a name `seq` on an input; `batch` of the decoder is that of the encoder by the link.
  EXPECT_THAT(InputsOf(answer), ElementsAre("ids: float32[encoder.batch, encoder.seq]",
                                            "tokens: float32[encoder.batch, decoder.seq, 2]"));
  EXPECT_THAT(OutputsOf(answer),
              ElementsAre("scores: float32[encoder.batch, decoder.seq, encoder.seq]"));
  EXPECT_THAT(FactsOf(answer), Contains("encoder.batch = decoder.batch (PREMISE)"));
  ASSERT_EQ(answer.stages_size(), 2);
  EXPECT_EQ(answer.stages(1).name(), "decoder");
  EXPECT_EQ(answer.stages(1).first_node(), 3);
  EXPECT_EQ(answer.stages(1).nodes(), 2);
  ASSERT_EQ(answer.links_size(), 1);
  EXPECT_EQ(answer.links(0).node(), 2);
  EXPECT_EQ(answer.links(0).type().text(), "float32[encoder.batch, encoder.seq, 2]");
}

TEST(InferChain, S80StagesComeInAnyOrder) {
  const auto answer = ChainAnswer(ChainRequest({{"decoder", kDecoder}, {"encoder", kEncoder}},
                                               {"encoder.hidden -> decoder.hidden"}));
  EXPECT_EQ(answer.stages(0).name(), "encoder");
  EXPECT_THAT(OutputsOf(answer),
              ElementsAre("scores: float32[encoder.batch, decoder.seq, encoder.seq]"));
}

constexpr char kHead[] = R"(
  input x: float32[N, 64]
  y = Relu(x)
  output y
)";

TEST(InferChain, S80SizeOfTheInputIsRequiredOfTheSymbolBefore) {
  const auto answer = ChainAnswer(ChainRequest(
      {{"a", "input x: float32[M, S]\n y = Relu(x)\n output y"}, {"b", kHead}}, {"a.y -> b.x"}));
  EXPECT_TRUE(answer.fits());
  EXPECT_THAT(InputsOf(answer), ElementsAre("x: float32[M, 64]"));
  ASSERT_EQ(answer.whole().facts_size(), 1);
  const v1::Fact& fact = answer.whole().facts(0);
  EXPECT_EQ(fact.text(), "S = 64");
  EXPECT_EQ(fact.basis(), v1::Fact::BASIS_REQUIRED);
  EXPECT_EQ(fact.sites(0).node_name(), "a.y -> b.x");
  EXPECT_THAT(answer.links(0).facts(), ElementsAre(0));
}

struct Seeded {
  const char* name;
  const char* producer;
  v1::LinkMismatch::Kind kind;
  int axis;
  const char* words;
};

class SeededMismatch : public testing::TestWithParam<Seeded> {};

// The consumer, Relu, would take all of them.
TEST_P(SeededMismatch, S80IsFoundAtItsLink) {
  const Seeded& seeded = GetParam();
  const auto answer =
      ChainAnswer(ChainRequest({{"fine", kHead}, {"wrong", seeded.producer}, {"last", kHead}},
                               {"fine.y -> wrong.x", "wrong.y -> last.x"}));
  EXPECT_FALSE(answer.fits());
  EXPECT_FALSE(answer.whole().consistent());
  ASSERT_EQ(answer.mismatches_size(), 1) << answer.DebugString();
  const v1::LinkMismatch& mismatch = answer.mismatches(0);
  EXPECT_EQ(mismatch.link(), 1);
  EXPECT_EQ(mismatch.kind(), seeded.kind);
  EXPECT_EQ(mismatch.has_axis() ? static_cast<int>(mismatch.axis()) : -1, seeded.axis);
  EXPECT_THAT(mismatch.message(), HasSubstr("link wrong.y -> last.x: "));
  EXPECT_THAT(mismatch.message(), HasSubstr(seeded.words));
  // What follows is inferred from what the input declares: there is no other error.
  EXPECT_EQ(answer.whole().statistics().errors(), 1);
  EXPECT_EQ(answer.whole().diagnostics(0).code(), "LINK_MISMATCH");
  ASSERT_EQ(answer.whole().outputs_size(), 1);
  EXPECT_THAT(answer.whole().outputs(0).type().text(), HasSubstr(", 64]"));
}

INSTANTIATE_TEST_SUITE_P(
    All, SeededMismatch,
    testing::Values(
        Seeded{"Rank",
               "input x: float32[N, 64]\n const k: int64[1] = -1\n y = Reshape(x, k)\n output y",
               v1::LinkMismatch::KIND_RANK, -1, "the ranks differ"},
        Seeded{"Size", "input x: float32[N, 64]\n y = Concat(x, x) axis=1\n output y",
               v1::LinkMismatch::KIND_DIM, 1, "axis 1 differs"},
        Seeded{"ElementType", "input x: float32[N, 64]\n y = Cast(x) to=7\n output y",
               v1::LinkMismatch::KIND_ELEMENT_TYPE, -1, "the element types differ"},
        Seeded{"Kind", "input x: float32[N, 64]\n y = SequenceConstruct(x)\n output y",
               v1::LinkMismatch::KIND_KIND, -1, "one is not of the other's kind"}),
    [](const auto& info) { return std::string(info.param.name); });

absl::Status StatusOf(const v1::InferChainRequest& request) { return InferChain(request).status(); }

TEST(InferChain, S80NamesThatAreNotThereAreErrorsOfTheirField) {
  const std::vector<std::pair<std::string, absl::string_view>> stages = {{"a", kHead},
                                                                         {"b", kHead}};
  const absl::Status input = StatusOf(ChainRequest(stages, {"a.y -> b.xs"}));
  EXPECT_EQ(graph::FieldOf(input), "chain.links[0].input.value");
  EXPECT_THAT(input.message(), HasSubstr("stage b has no input \"xs\"; did you mean `x`?"));
  const absl::Status output = StatusOf(ChainRequest(stages, {"a.y -> b.x", "a.w -> b.x"}));
  EXPECT_EQ(graph::FieldOf(output), "chain.links[1].output.value");
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest(stages, {"c.y -> b.x"}))),
            "chain.links[0].output.stage");
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest(stages, {"a.y -> b.x", "a.y -> b.x"}))),
            "chain.links[1].input.value");
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest({{"a", kHead}, {"a", kHead}}, {}))),
            "chain.stages[1].name");
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest({{"a.b", kHead}}, {}))), "chain.stages[0].name");
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest({}, {}))), "chain.stages");
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest(stages, {}, "chain { premises: 'Q = 1' }"))),
            "chain.premises[0]");
}

TEST(InferChain, S80StagesThatWaitForEachOther) {
  const absl::Status status =
      StatusOf(ChainRequest({{"first", kHead}, {"a", kHead}, {"b", kHead}, {"last", kHead}},
                            {"first.y -> last.x", "a.y -> b.x", "b.y -> a.x"}));
  EXPECT_EQ(graph::FieldOf(status), "chain.links[1]");
  EXPECT_THAT(status.message(), HasSubstr("the stages wait for each other: "));
  EXPECT_THAT(status.message(), testing::AnyOf(HasSubstr("a -> b -> a"), HasSubstr("b -> a -> b")));
  EXPECT_EQ(graph::FieldOf(StatusOf(ChainRequest({{"a", kHead}}, {"a.y -> a.x"}))),
            "chain.links[0].input.stage");
}

TEST(InferChain, S80LinksByEqualNames) {
  constexpr char kNext[] = "input y: float32[N, 64]\n z = Relu(y)\n output z";
  const auto answer = ChainAnswer(
      ChainRequest({{"a", kHead}, {"b", kNext}}, {}, "chain { link_equal_names: true }"));
  ASSERT_EQ(answer.links_size(), 1);
  EXPECT_EQ(answer.links(0).link().output().stage(), "a");
  EXPECT_EQ(answer.links(0).link().input().value(), "y");
  EXPECT_THAT(OutputsOf(answer), ElementsAre("z: float32[N, 64]"));
}

// Oracle: each operator alone, as both stages have a function of that name.
TEST(InferChain, S80FunctionsBelongToTheirStage) {
  constexpr char kTwice[] = R"(
    opset 17
    opset my 1
    function my.F(a) -> (b) { b = Concat(a, a) axis=0 }
    input x: float32[N, 64]
    y = my.F(x)
    output y
  )";
  constexpr char kSame[] = R"(
    opset 17
    opset my 1
    function my.F(a) -> (b) { b = Relu(a) }
    input x: float32[N, 64]
    y = my.F(x)
    output y
  )";
  const auto answer =
      ChainAnswer(ChainRequest({{"a", kTwice}, {"b", kSame}, {"c", kTwice}},
                               {"a.y -> b.x", "b.y -> c.x"}, "scope: SCOPE_ALL_GRAPHS"));
  EXPECT_THAT(OutputsOf(answer), ElementsAre("y: float32[4*N, 64]"));
}

TEST(InferChain, S80PremisesAreAboutTheWhole) {
  const auto answer = ChainAnswer(ChainRequest({{"encoder", kEncoder}, {"decoder", kDecoder}},
                                               {"encoder.hidden -> decoder.hidden"},
                                               "chain { premises: 'decoder.seq = 7' }"));
  EXPECT_THAT(OutputsOf(answer), ElementsAre("scores: float32[encoder.batch, 7, encoder.seq]"));
}

TEST(InferChain, S80WhatIsSaidOfAStage) {
  v1::InferChainRequest request = ChainRequest({{"a", kHead}, {"b", kHead}}, {"a.y -> b.x"});
  v1::NamedType& type =
      *request.mutable_chain()->mutable_stages(1)->mutable_model()->add_input_types();
  type.set_name("x");
  type.mutable_type()->set_text("float32[8, K]");
  const auto answer = ChainAnswer(request);
  EXPECT_THAT(InputsOf(answer), ElementsAre("x: float32[8, 64]"));
  request.mutable_chain()->mutable_stages(0)->mutable_model()->add_premises("N = 1");
  EXPECT_EQ(graph::FieldOf(StatusOf(request)), "chain.stages[0].model.premises");
}

TEST(InferChain, S80EvaluatesTheWholeAndTheMemoryOfItsStages) {
  const auto answer = ChainAnswer(ChainRequest({{"a", kHead}, {"b", kHead}}, {"a.y -> b.x"}, R"(
    memory { alignment_bytes: 1 }
    bindings { symbols { symbol: 'N' size: 2 } }
    bindings { inputs { name: 'x' sizes: [3, 65] } })"));
  ASSERT_EQ(answer.evaluations_size(), 2);
  const v1::ChainEvaluation& first = answer.evaluations(0);
  EXPECT_EQ(first.evaluation().verdict(), v1::Evaluation::VERDICT_VALID) << answer.DebugString();
  EXPECT_THAT(first.evaluation().outputs(0).sizes(), ElementsAre(2, 64));
  // By hand: x, a.y and b.y have 512 bytes each, and a.y lies between both.
  EXPECT_EQ(first.memory().inputs_bytes(), 512);
  EXPECT_EQ(first.memory().outputs_bytes(), 512);
  EXPECT_EQ(first.memory().peak_bytes(), 512);
  EXPECT_EQ(first.memory().total_bytes(), 1536);
  EXPECT_EQ(first.memory().stages(0).between_bytes(), 512);
  EXPECT_EQ(answer.evaluations(1).evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
}

// A link declares d0 and d1, which are no dims of inputs of the whole; the binding tells the rank
// of i and its elements. onnxruntime 1.32 runs it to float32[4, 1] with these.
TEST(InferChain, S80ElementsOfAnInputWithoutRankBesideDimsOfALink) {
  const auto answer = ChainAnswer(ChainRequest(
      {{"a", "input x: float32[N, 8, 4, 1]\n input i: int64\n v = GatherND(x, i)\n output v"},
       {"b", "input y: float32[4, 3]\n input v: float32[d0, d1]\n z = MatMul(y, v)\n output z"}},
      {"a.v -> b.v"}, R"(
    bindings {
      inputs { name: 'x' sizes: [2, 8, 4, 1] }
      inputs { name: 'i' sizes: [3, 3] values: [0, 0, 0, -1, 0, 0, 0, 0, -1] }
    })"));
  ASSERT_EQ(answer.evaluations_size(), 1);
  EXPECT_THAT(answer.evaluations(0).evaluation().outputs(0).sizes(), ElementsAre(4, 1));
}

// An input that stages pass on lies between the stages until its last reader. By hand: 40 bytes
// each of a.y, b.z and r.
TEST(InferChain, S80MemoryOfAnInputThatIsPassedOn) {
  constexpr char kFirst[] = "input x: float32[N]\n y = Relu(x)\n output y";
  constexpr char kPass[] = "input x: float32[N]\n z = Relu(x)\n output x\n output z";
  constexpr char kLast[] =
      "input p: float32[N]\n input q: float32[M]\n r = Concat(p, q) axis=0\n output r";
  const std::string rest =
      "memory { alignment_bytes: 1 } bindings { inputs { name: 'x' sizes: 10 } }";
  const auto between = [&](const std::vector<std::pair<std::string, absl::string_view>>& stages,
                           const std::vector<std::string>& links, const std::string& more = "") {
    const auto answer = ChainAnswer(ChainRequest(stages, links, rest + more));
    EXPECT_EQ(answer.evaluations_size(), 1);
    std::vector<int64_t> bytes;
    for (const v1::StageMemory& stage : answer.evaluations(0).memory().stages()) {
      bytes.push_back(stage.between_bytes());
    }
    return bytes;
  };
  EXPECT_THAT(between({{"a", kFirst}, {"b", kPass}, {"c", kLast}},
                      {"a.y -> b.x", "b.x -> c.p", "b.z -> c.q"}),
              ElementsAre(40, 80, 80));
  // Over two stages: a.y; b.z, which nothing reads, in its stage; then d.z.
  EXPECT_THAT(between({{"a", kFirst}, {"b", kPass}, {"d", kPass}, {"c", kLast}},
                      {"a.y -> b.x", "b.x -> d.x", "d.x -> c.p", "d.z -> c.q"},
                      " chain { outputs { stage: 'c' value: 'r' } }"),
              ElementsAre(40, 80, 80, 80));
  // What the whole takes or gives is none of it.
  EXPECT_THAT(between({{"b", kPass}, {"c", kLast}}, {"b.x -> c.p", "b.z -> c.q"}),
              ElementsAre(40, 40));
  EXPECT_THAT(between({{"a", kFirst}, {"b", kPass}}, {"a.y -> b.x"}), ElementsAre(0, 0));
}

}  // namespace
}  // namespace shapewright::questions
