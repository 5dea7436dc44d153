// Binds the answers for real models to the sizes of two real runs of each
// (tests/data/corpus/truth, recorded from onnxruntime), and compares every size.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

v1::EvaluateShapesRequest RequestFor(const std::string& name, const Truth& truth) {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_onnx(ReadCorpusModel(name));
  request.mutable_memory();
  request.mutable_packed();
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

// `names` are those of the main graph, by number.
void CompareRun(const std::vector<std::string>& names, const v1::PackedIndex& index,
                const v1::PackedSizes& packed, const ObservedRun& run, Tally* tally) {
  const absl::Span<const int64_t> sizes = packed.sizes();
  const absl::Span<const int64_t> uppers =
      packed.upper_sizes().empty() ? sizes : absl::MakeConstSpan(packed.upper_sizes());
  size_t first = 0;
  for (int i = 0; i < index.values_size(); ++i) {
    const int32_t rank = index.ranks(i);
    if (rank < 0) continue;
    const size_t begin = first;
    first += static_cast<size_t>(rank);
    const std::string& name = names[index.values(i)];
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

v1::InferShapesResponse InferModel(const v1::ModelSpec& model) {
  v1::InferShapesRequest request;
  *request.mutable_model() = model;
  return Answer(request);
}

std::vector<std::string> ValueNamesOf(const v1::InferShapesResponse& answer) {
  std::vector<std::string> names;
  for (const v1::ValueInfo& value : answer.graphs(0).values()) names.push_back(value.name());
  return names;
}

class CorpusBinding : public testing::TestWithParam<std::string> {};

TEST_P(CorpusBinding, GivesTheSizesOfRealRuns) {
  const Truth truth = ReadTruth(GetParam());
  const v1::EvaluateShapesRequest request = RequestFor(GetParam(), truth);
  const v1::InferShapesResponse inferred = InferModel(request.model());
  const v1::EvaluateShapesResponse answer = Answer(request);
  ASSERT_EQ(static_cast<size_t>(answer.evaluations_size()), truth.runs.size());
  Tally tally;
  for (size_t run = 0; run < truth.runs.size(); ++run) {
    const v1::Evaluation& evaluation = answer.evaluations(static_cast<int>(run));
    CompareRun(ValueNamesOf(inferred), answer.packed_index(), evaluation.packed(), truth.runs[run],
               &tally);
    // The run went well, so that no requirement can fail.
    for (const v1::Violation& violation : evaluation.violations()) {
      const auto& fact = inferred.facts(static_cast<int>(violation.fact()));
      EXPECT_FALSE(violation.has_fact() && fact.circumstances().empty() &&
                   fact.basis() == v1::Fact::BASIS_REQUIRED)
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
    const v1::EvaluateShapesRequest request = RequestFor(name, truth);
    const std::vector<std::string> names = ValueNamesOf(InferModel(request.model()));
    const v1::EvaluateShapesResponse answer = Answer(request);
    for (size_t run = 0; run < truth.runs.size(); ++run, ++runs) {
      CompareRun(names, answer.packed_index(), answer.evaluations(static_cast<int>(run)).packed(),
                 truth.runs[run], &total);
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
    v1::EvaluateShapesRequest request = RequestFor(name, ReadTruth(name));
    request.clear_packed();
    const v1::EvaluateShapesResponse answer = Answer(request);
    for (const v1::Evaluation& evaluation : answer.evaluations()) {
      if (!evaluation.memory().has_peak_bytes()) continue;
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
}  // namespace shapewright::questions
