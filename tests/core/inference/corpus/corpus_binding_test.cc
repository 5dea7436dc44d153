// Binds the answers for real models to the sizes of two real runs of each
// (tests/data/corpus/truth, recorded from onnxruntime), and compares every size.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/inference/infer.h"
#include "tests/core/inference/corpus/corpus_truth.h"

namespace shapewright::inference {
namespace {

v1::InferShapesRequest RequestFor(const std::string& name, const Truth& truth) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReadModel(name));
  request.mutable_memory();
  request.mutable_selection()->set_scope(v1::Selection::SCOPE_MAIN_GRAPH);
  for (const ObservedRun& run : truth.runs) {
    v1::Binding* binding = request.add_bindings();
    for (const auto& [symbol, size] : run.bind) {
      // The recorder lists declared expressions too.
      if (symbol.find(' ') != std::string::npos) continue;
      v1::SymbolSize* given = binding->add_symbols();
      given->set_symbol(symbol);
      given->set_size(size);
    }
  }
  return request;
}

struct Tally {
  int exact = 0;
  int bounded = 0;
  int unknown = 0;
  std::vector<std::string> wrong;
};

void CompareValue(const std::string& name, absl::Span<const int64_t> sizes,
                  absl::Span<const int64_t> uppers, const std::vector<int64_t>& real,
                  Tally* tally) {
  bool is_exact = true;
  bool is_bounded = true;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    const int64_t upper = uppers[axis];
    const bool fits = sizes[axis] == real[axis] || (sizes[axis] == -1 && upper == -1) ||
                      (sizes[axis] == -1 && upper >= real[axis]);
    if (!fits) {
      tally->wrong.push_back(absl::StrCat(name, " axis ", axis, ": ", sizes[axis], " (at most ",
                                          upper, "), really ", real[axis]));
    }
    is_exact &= sizes[axis] >= 0;
    is_bounded &= upper >= 0;
  }
  ++(is_exact ? tally->exact : is_bounded ? tally->bounded : tally->unknown);
}

void CompareRun(const v1::InferShapesResponse& answer, const v1::Evaluation& evaluation,
                const ObservedRun& run, Tally* tally) {
  const absl::Span<const int64_t> sizes = evaluation.sizes();
  const absl::Span<const int64_t> uppers =
      evaluation.upper_sizes().empty() ? sizes : absl::MakeConstSpan(evaluation.upper_sizes());
  size_t first = 0;
  for (int i = 0; i < answer.evaluated_values_size(); ++i) {
    const int32_t rank = answer.evaluated_ranks(i);
    if (rank < 0) continue;
    const size_t begin = first;
    first += static_cast<size_t>(rank);
    const std::string& name =
        answer.graphs(0).values(static_cast<int>(answer.evaluated_values(i))).name();
    const auto real = run.values.find(name);
    if (real == run.values.end() || !real->second.shape) continue;
    if (real->second.shape->size() != static_cast<size_t>(rank)) {
      tally->wrong.push_back(absl::StrCat(name, ": rank ", rank));
      continue;
    }
    CompareValue(name, sizes.subspan(begin, static_cast<size_t>(rank)),
                 uppers.subspan(begin, static_cast<size_t>(rank)), *real->second.shape, tally);
  }
}

class CorpusBinding : public testing::TestWithParam<std::string> {};

TEST_P(CorpusBinding, GivesTheSizesOfRealRuns) {
  const Truth truth = ReadTruth(GetParam());
  const auto bytes = InferRequest(RequestFor(GetParam(), truth));
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  v1::InferShapesResponse answer;
  ASSERT_TRUE(answer.ParseFromString(*bytes));
  ASSERT_EQ(static_cast<size_t>(answer.evaluations_size()), truth.runs.size());
  Tally tally;
  for (size_t run = 0; run < truth.runs.size(); ++run) {
    const v1::Evaluation& evaluation = answer.evaluations(static_cast<int>(run));
    CompareRun(answer, evaluation, truth.runs[run], &tally);
    // The run went well, so that no requirement can fail.
    for (const v1::Violation& violation : evaluation.violations()) {
      const auto& constraint = answer.constraints(static_cast<int>(violation.constraint()));
      EXPECT_FALSE(violation.has_constraint() && constraint.guards().empty() &&
                   constraint.basis() == v1::Constraint::BASIS_REQUIRED)
          << violation.message();
    }
    const v1::Memory& memory = evaluation.memory();
    EXPECT_LE(memory.lower_bound_bytes(), memory.peak_bytes());
  }
  for (const std::string& wrong : tally.wrong) ADD_FAILURE() << wrong;
}

// `./dev score` prints it.
TEST(CorpusBindingTotal, NoneIsWrong) {
  Tally total;
  size_t runs = 0;
  for (const std::string& name : ModelNames()) {
    const Truth truth = ReadTruth(name);
    const auto bytes = InferRequest(RequestFor(name, truth));
    ASSERT_TRUE(bytes.ok()) << name << bytes.status();
    v1::InferShapesResponse answer;
    ASSERT_TRUE(answer.ParseFromString(*bytes));
    for (size_t run = 0; run < truth.runs.size(); ++run, ++runs) {
      CompareRun(answer, answer.evaluations(static_cast<int>(run)), truth.runs[run], &total);
    }
  }
  std::printf(
      "bindings: the values of %zu models in %zu runs: %d exact, %d within their bounds, "
      "%d unknown, %zu wrong\n",
      ModelNames().size(), runs, total.exact, total.bounded, total.unknown, total.wrong.size());
  EXPECT_TRUE(total.wrong.empty());
  EXPECT_GT(total.exact, 0);
}

TEST(CorpusMemory, PlansAreWithinATenthOfTheLowerBoundInTotal) {
  double peak = 0;
  double bound = 0;
  for (const std::string& name : ModelNames()) {
    v1::InferShapesRequest request = RequestFor(name, ReadTruth(name));
    request.mutable_selection()->set_scope(v1::Selection::SCOPE_OUTPUTS);
    const auto bytes = InferRequest(request);
    ASSERT_TRUE(bytes.ok()) << name << bytes.status();
    v1::InferShapesResponse answer;
    ASSERT_TRUE(answer.ParseFromString(*bytes));
    for (const v1::Evaluation& evaluation : answer.evaluations()) {
      if (evaluation.memory().peak_bytes() < 0) continue;
      peak += static_cast<double>(evaluation.memory().peak_bytes());
      bound += static_cast<double>(evaluation.memory().lower_bound_bytes());
    }
  }
  std::printf("plans over lower bounds: %.4f\n", peak / bound);
  EXPECT_GT(bound, 0);
  EXPECT_LE(peak, 1.1 * bound);
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusBinding, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::inference
