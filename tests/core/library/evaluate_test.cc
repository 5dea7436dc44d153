#include "shapewright/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Verdict = Evaluation::Verdict;

Inference Infer(absl::string_view text) {
  const auto model = Model::FromOnnx(ParseModelText(text).SerializeAsString());
  EXPECT_TRUE(model.ok()) << model.status();
  auto inference = InferShapes(*model);
  EXPECT_TRUE(inference.ok()) << inference.status();
  return *std::move(inference);
}

Evaluator Make(const Inference& inference, const EvaluatorOptions& options = {}) {
  auto evaluator = Evaluator::Make(inference, options);
  EXPECT_TRUE(evaluator.ok()) << evaluator.status();
  return *std::move(evaluator);
}

constexpr absl::string_view kAdd = R"(
  opset 17
  input x: float32[N, K]
  input w: float32[4, M]
  h = MatMul(x, w)
  y = Relu(h)
  output y)";

TEST(Evaluate, TakesSymbolsOrInputs) {
  const Evaluator evaluator = Make(Infer(kAdd));
  const Binding bindings[] = {
      {{}, {{"N", 2}, {"K", 4}, {"M", 7}}},
      {{{"x", {2, 4}, {}}, {"w", {4, 7}, {}}}, {}},
      {{{"x", {2, -1}, {}}}, {{"M", 7}, {"K", 4}}},
  };
  for (const Binding& binding : bindings) {
    const auto evaluation = evaluator.Evaluate(binding);
    ASSERT_TRUE(evaluation.ok()) << evaluation.status();
    EXPECT_EQ(evaluation->verdict, Verdict::kValid);
    ASSERT_EQ(evaluation->values.size(), 1);
    EXPECT_EQ(evaluation->values[0].name, "y");
    EXPECT_EQ(evaluation->values[0].element_type, ElementType::kFloat);
    EXPECT_TRUE(evaluation->values[0].has_sizes);
    EXPECT_THAT(evaluation->values[0].sizes, ElementsAre(2, 7));
    EXPECT_EQ(evaluation->values[0].bytes, 2 * 7 * 4);
    EXPECT_TRUE(evaluation->violations.empty());
  }
}

TEST(Evaluate, TellsWhatFails) {
  const Inference inference = Infer(kAdd);
  const auto evaluation = Make(inference).Evaluate({{{"x", {2, 5}, {}}, {"w", {4, 7}, {}}}, {}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  EXPECT_EQ(evaluation->verdict, Verdict::kInvalid);
  ASSERT_FALSE(evaluation->violations.empty());
  const Violation& violation = evaluation->violations[0];
  EXPECT_NE(violation.message, "");
  EXPECT_EQ(violation.left, 5);
  EXPECT_EQ(violation.right, 4);
}

TEST(Evaluate, TellsWhatIsOpen) {
  const auto evaluation = Make(Infer(kAdd)).Evaluate({{}, {{"N", 2}, {"K", 4}}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  EXPECT_EQ(evaluation->verdict, Verdict::kOpen);
  EXPECT_THAT(evaluation->unbound, ElementsAre("M"));
  EXPECT_THAT(evaluation->values[0].sizes, ElementsAre(2, kUnknownSize));
  EXPECT_EQ(evaluation->values[0].bytes, std::nullopt);
}

TEST(Evaluate, OverflowIsAViolation) {
  const auto evaluation = Make(Infer(R"(
    opset 17
    input x: float32[N, M]
    y = Flatten(x) axis=0
    output y)"))
                              .Evaluate({{}, {{"N", int64_t{1} << 40}, {"M", int64_t{1} << 40}}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  EXPECT_EQ(evaluation->verdict, Verdict::kInvalid);
  ASSERT_FALSE(evaluation->violations.empty());
  EXPECT_EQ(evaluation->violations[0].kind, Violation::Kind::kOverflow);
  EXPECT_THAT(evaluation->values[0].sizes, ElementsAre(1, kUnknownSize));
}

TEST(Evaluate, TakesElementsOfInputs) {
  const Evaluator evaluator = Make(Infer(R"(
    opset 17
    input x: float32[N]
    input k: int64[]
    input shape: int64[2]
    y = Reshape(x, shape)
    z = Range(k, n, one)
    const n: int64[] = 10
    const one: int64[] = 1
    output y
    output z)"));
  const auto evaluation =
      evaluator.Evaluate({{{"x", {6}, {}}, {"shape", {}, {2, 3}}, {"k", {}, {4}}}, {}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  EXPECT_THAT(evaluation->values[0].sizes, ElementsAre(2, 3));
  EXPECT_THAT(evaluation->values[1].sizes, ElementsAre(6));
}

TEST(Evaluate, TellsMemory) {
  EvaluatorOptions options;
  options.values = {"h"};
  options.memory.emplace().plan = true;
  const auto evaluation = Make(Infer(kAdd), options).Evaluate({{}, {{"N", 2}, {"K", 4}, {"M", 7}}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  ASSERT_EQ(evaluation->values.size(), 2);
  EXPECT_EQ(evaluation->values[1].name, "h");
  EXPECT_EQ(evaluation->values[1].bytes, 56);
  ASSERT_TRUE(evaluation->memory.has_value());
  const Memory& memory = *evaluation->memory;
  EXPECT_EQ(memory.inputs_bytes, 4 * (2 * 4 + 4 * 7));
  EXPECT_EQ(memory.outputs_bytes, 56);
  EXPECT_EQ(memory.intermediates_bytes, 56);
  // The one buffer, rounded up to 64 bytes or not.
  EXPECT_EQ(memory.total_bytes, *memory.inputs_bytes + 56 + *memory.peak_bytes);
  ASSERT_EQ(memory.plan.size(), 1);
  EXPECT_EQ(memory.plan[0].bytes, 56);
}

TEST(Evaluate, BlamesTheBinding) {
  const Inference inference = Infer(kAdd);
  const Evaluator evaluator = Make(inference);
  EXPECT_EQ(ErrorField(evaluator.Evaluate({{}, {{"N", 1}, {"Q", 1}}}).status()),
            "symbols[1].symbol");
  // As a server says it.
  EXPECT_EQ(ErrorReason(evaluator.Evaluate({{}, {{"Q", 1}}}).status()), "MALFORMED_BINDING");
  EXPECT_THAT(ErrorField(evaluator.Evaluate({{{"x", {1, 2, 3}, {}}}, {}}).status()),
              HasSubstr("inputs[0]"));
  EvaluatorOptions options;
  options.values = {"nobody"};
  EXPECT_EQ(ErrorField(Evaluator::Make(inference, options).status()), "values[0]");
  EXPECT_EQ(ErrorReason(Evaluator::Make(inference, options).status()), "MALFORMED_REQUEST");
  options = {};
  options.memory.emplace().alignment = 3;
  EXPECT_EQ(ErrorField(Evaluator::Make(inference, options).status()), "memory.alignment");
  EvaluateOptions limited;
  limited.work_limit = 1;
  EXPECT_EQ(ErrorReason(evaluator.Evaluate({{}, {{"N", 1}}}, limited).status()), "WORK_LIMIT");
}

// Real runs say what comes out.
TEST(Evaluate, GivesTheSizesOfRealRuns) {
  size_t compared = 0;
  for (const char* name : {"bert_base_ts17", "resnet50_ts17", "gpt2_past_ts17"}) {
    SCOPED_TRACE(name);
    const auto model = Model::FromOnnx(ReadCorpusModel(name));
    ASSERT_TRUE(model.ok());
    EvaluatorOptions options;
    options.all_values = true;
    const Evaluator evaluator = Make(*InferShapes(*model), options);
    for (const ObservedRun& run : ReadTruth(name).runs) {
      Binding binding;
      for (const auto& [symbol, size] : run.bind) binding.symbols.push_back({symbol, size});
      const auto evaluation = evaluator.Evaluate(binding);
      ASSERT_TRUE(evaluation.ok()) << evaluation.status();
      for (const ValueSize& value : evaluation->values) {
        const auto observed = run.values.find(value.name);
        if (observed == run.values.end() || !observed->second.shape.has_value()) continue;
        EXPECT_EQ(value.sizes, *observed->second.shape) << value.name;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(Evaluate, ThreadsDoNotDisturbEachOther) {
  const Evaluator evaluator = Make(Infer(kAdd));
  std::vector<std::thread> threads;
  std::vector<int> wrong(8);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int64_t i = 0; i < 200; ++i) {
        const auto n = static_cast<int64_t>(t) * 1000 + i;
        const auto evaluation = evaluator.Evaluate({{}, {{"N", n}, {"K", 4}, {"M", i}}});
        const bool is_right =
            evaluation.ok() && evaluation->values[0].sizes == std::vector<int64_t>({n, i});
        wrong[t] += is_right ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, testing::Each(0));
}

}  // namespace
}  // namespace shapewright
