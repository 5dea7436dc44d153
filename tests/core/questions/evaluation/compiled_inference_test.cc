// What is answered from a kept inference is what a fresh one answers: EvaluateRequest() is the
// oracle.
#include "core/questions/evaluation/compiled_inference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <string>
#include <thread>
#include <vector>

#include "core/graph/onnx/onnx_reader.h"
#include "core/inference/read_model.h"
#include "core/questions/infer_request.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;
using inference::ReadModel;

constexpr const char* kModels[] = {"bert_base_ts17", "fasterrcnn_r50_ts17", "gpt2_past_ts17",
                                   "resnet50_ts17", "scripted_control_ts17"};

// A model with the bytes that it points into.
struct Loaded {
  explicit Loaded(const std::string& name)
      : bytes(ReadCorpusModel(name)), model(*graph::ReadOnnxModel(bytes, {})) {}

  const std::string bytes;
  const std::unique_ptr<graph::Model> model;
};

// The names of the symbols of a model's inputs.
std::vector<std::string> SymbolsOf(const graph::Model& model) {
  v1::InferShapesRequest request;
  request.set_scope(v1::SCOPE_OUTPUTS);
  v1::InferShapesResponse answer;
  EXPECT_TRUE(answer.ParseFromString(*InferRequest(request, model)));
  std::vector<std::string> names;
  for (const v1::Symbol& symbol : answer.symbols()) {
    if (symbol.kind() == v1::Symbol::KIND_INPUT_DIM) names.push_back(symbol.name());
  }
  return names;
}

// All that Evaluations know, for the binding number `i`.
v1::EvaluateShapesRequest RequestFor(const std::vector<std::string>& symbols, int64_t i) {
  v1::EvaluateShapesRequest request;
  request.mutable_memory()->set_with_plan(true);
  request.mutable_packed()->set_with_bytes(true);
  v1::Binding& binding = *request.add_bindings();
  for (const std::string& symbol : symbols) {
    v1::SymbolSize& size = *binding.add_symbols();
    size.set_symbol(symbol);
    size.set_size(1 + i * 7 % 64);
  }
  if (i % 3 == 0) request.add_bindings()->add_symbols()->set_symbol("nowhere");
  return request;
}

TEST(CompiledInference, AnswersWhatInferenceAnswers) {
  for (const char* name : kModels) {
    const Loaded loaded(name);
    const std::vector<std::string> symbols = SymbolsOf(*loaded.model);
    // Compiled for one binding, asked for others, in another order than that of a fresh process.
    const auto compiled =
        CompiledInference::Compile(RequestFor(symbols, 1), *loaded.model, InferOptions());
    ASSERT_TRUE(compiled.ok()) << name << compiled.status();
    for (const int i : {5, 0, 1, 3, 2, 5}) {
      const v1::EvaluateShapesRequest request = RequestFor(symbols, i);
      const auto fresh = EvaluateRequest(request, *loaded.model);
      const auto kept = (*compiled)->Answer(request, InferOptions());
      ASSERT_EQ(fresh.ok(), kept.ok()) << name << i << fresh.status() << kept.status();
      if (!fresh.ok()) {
        EXPECT_EQ(fresh.status(), kept.status()) << name << i;
      } else {
        EXPECT_TRUE(*fresh == *kept) << name << i;
      }
    }
  }
}

// What is wrong with a request is said before that its answer is too large.
TEST(CompiledInference, ErrorsOfLargeAnswersAreThoseOfInference) {
  const Loaded loaded("bert_base_ts17");
  for (const char* name : {"", "no such value"}) {
    v1::EvaluateShapesRequest request = RequestFor({"batch"}, 0);
    request.clear_packed();
    if (*name != '\0') request.add_values(name);
    request.mutable_limits()->set_answer_bytes(1);
    const auto fresh = EvaluateRequest(request, *loaded.model);
    ASSERT_FALSE(fresh.ok());
    EXPECT_EQ(absl::IsInvalidArgument(fresh.status()), *name != '\0') << fresh.status();
    const auto compiled = CompiledInference::Compile(request, *loaded.model, InferOptions());
    EXPECT_EQ(
        compiled.ok() ? (*compiled)->Answer(request, InferOptions()).status() : compiled.status(),
        fresh.status())
        << name;
  }
}

// Only where the work is small, and what it is about at hand.
TEST(CompiledInference, AnswersAtOnceWhatIsLittleWork) {
  const Loaded loaded("bert_base_ts17");
  v1::EvaluateShapesRequest request = RequestFor(SymbolsOf(*loaded.model), 1);
  request.clear_memory();
  const auto compiled = CompiledInference::Compile(request, *loaded.model, InferOptions());
  ASSERT_TRUE(compiled.ok());
  Bindings bindings = request.bindings();
  WireWriter answer;
  ASSERT_TRUE((*compiled)->AnswerAtOnce(bindings, 1'000'000, &answer));
  EXPECT_TRUE(answer.Take() == *EvaluateRequest(request, *loaded.model));
  EXPECT_FALSE((*compiled)->AnswerAtOnce(bindings, 100, &answer));
  for (int i = 0; i < 999; ++i) *bindings.Add() = request.bindings(0);
  EXPECT_FALSE((*compiled)->AnswerAtOnce(bindings, 1'000'000, &answer));
}

// What breaks an assumption takes an inference, for which nothing at hand is enough.
TEST(CompiledInference, DoesNotAnswerAtOnceWhatNeedsAnotherInference) {
  const auto request = [](const std::string& elements) {
    return EvaluateRequestOf(
        "input x: float32[N, 6]\n input s: int64[2]\n y = Reshape(x, s)\n output y",
        "bindings { inputs { name: 'x' sizes: [4, 6] } inputs { name: 's' sizes: 2 values: [" +
            elements + "] } }");
  };
  const v1::EvaluateShapesRequest plain = request("3, 8");
  const v1::EvaluateShapesRequest broken = request("-1, 3");
  const auto model = ReadModel(plain.model(), InferOptions());
  ASSERT_TRUE(model.ok());
  const auto compiled = CompiledInference::Compile(plain, **model, InferOptions());
  ASSERT_TRUE(compiled.ok());
  for (int i = 0; i < 2; ++i) {
    WireWriter answer;
    EXPECT_FALSE((*compiled)->AnswerAtOnce(broken.bindings(), 1'000'000, &answer));
    v1::EvaluateShapesResponse whole;
    ASSERT_TRUE(whole.ParseFromString(*(*compiled)->Answer(broken, InferOptions())));
    EXPECT_THAT(SizesOf(whole.evaluations(0)), testing::ElementsAre(8, 3));
    EXPECT_EQ(whole.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
    WireWriter at_once;
    ASSERT_TRUE((*compiled)->AnswerAtOnce(plain.bindings(), 1'000'000, &at_once));
    EXPECT_EQ(at_once.Take(), *(*compiled)->Answer(plain, InferOptions()));
  }
}

TEST(CompiledInference, ManyThreadsAskIt) {
  const Loaded loaded("bert_base_ts17");
  const std::vector<std::string> symbols = SymbolsOf(*loaded.model);
  const auto compiled =
      CompiledInference::Compile(RequestFor(symbols, 1), *loaded.model, InferOptions());
  ASSERT_TRUE(compiled.ok());
  std::vector<std::string> expected;
  for (int i = 0; i < 12; ++i) {
    expected.push_back(*EvaluateRequest(RequestFor(symbols, i), *loaded.model));
  }
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 60; ++i) {
        const size_t which = static_cast<size_t>(i * (thread + 1)) % expected.size();
        const auto answer =
            (*compiled)->Answer(RequestFor(symbols, static_cast<int64_t>(which)), InferOptions());
        ASSERT_TRUE(answer.ok());
        EXPECT_TRUE(*answer == expected[which]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// The heap is the oracle: a cache that is bounded by weight holds what it says, within a factor.
TEST(CompiledInference, WeighsWhatItTakes) {
  for (const char* name : kModels) {
    const Loaded loaded(name);
    const v1::EvaluateShapesRequest all = RequestFor(SymbolsOf(*loaded.model), 1);
    v1::EvaluateShapesRequest sizes = all;
    sizes.clear_memory();
    v1::EvaluateShapesRequest outputs = sizes;
    outputs.clear_packed();
    for (const v1::EvaluateShapesRequest& request : {all, sizes, outputs}) {
      const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
      const auto compiled = CompiledInference::Compile(request, *loaded.model, InferOptions());
      ASSERT_TRUE(compiled.ok());
      const size_t taken = mallinfo2().uordblks + mallinfo2().hblkhd - before;
      if (taken < 10'000) GTEST_SKIP() << "another allocator";
      // With a second one of the evaluations that may be kept.
      EXPECT_GE((*compiled)->weight() + 4096, taken) << name;
      EXPECT_LT((*compiled)->weight(), taken * 2) << name;
    }
  }
}

}  // namespace
}  // namespace shapewright::questions
