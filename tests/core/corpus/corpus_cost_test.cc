// S53, S55, S56 on every model of the corpus, at random sizes: the total is the sum of the nodes
// and that of the operators; the peak of the memory is that of EvaluateShapes, or below it where
// the expression leaves sets out.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::questions {
namespace {

constexpr int kBindings = 50;
constexpr size_t kParts = 8;

using Numbers = std::array<std::optional<int64_t>, kParts>;

Numbers PartsOf(const v1::CostNumbers& numbers) {
  Numbers parts;
  const auto set = [&](size_t part, bool is_known, int64_t value) {
    if (is_known) parts[part] = value;
  };
  set(0, numbers.has_macs(), numbers.macs());
  set(1, numbers.has_alu(), numbers.alu());
  set(2, numbers.has_div(), numbers.div());
  set(3, numbers.has_sqrt(), numbers.sqrt());
  set(4, numbers.has_special(), numbers.special());
  set(5, numbers.has_flops(), numbers.flops());
  set(6, numbers.has_bytes_read(), numbers.bytes_read());
  set(7, numbers.has_bytes_written(), numbers.bytes_written());
  return parts;
}

v1::Binding Draw(const ObservedRun& run, std::mt19937& random) {
  v1::Binding binding;
  for (const auto& [symbol, size] : run.bind) {
    v1::SymbolSize* const given = binding.add_symbols();
    given->set_symbol(symbol);
    given->set_size(size + static_cast<int64_t>(random() % 9));
  }
  return binding;
}

std::optional<int64_t> AmountUnder(const v1::Amount& amount, const v1::Binding& binding) {
  if (amount.has_value()) return amount.value();
  std::map<std::string, int64_t> sizes;
  for (const v1::SymbolSize& symbol : binding.symbols()) sizes[symbol.symbol()] = symbol.size();
  return symbolic::EvaluateText(amount.expr(), sizes);
}

// S57: the expression, its bound, and the node that is named.
void CheckPeak(const v1::Binding& binding, const v1::PeakMemory& memory,
               const v1::CostEvaluation& evaluation) {
  const auto below = AmountUnder(memory.bytes(), binding);
  if (below && !memory.upper_bound()) {
    EXPECT_LE(*below, evaluation.memory_bytes());
  }
  const auto above = memory.has_at_most() ? AmountUnder(memory.at_most(), binding) : std::nullopt;
  if (above) {
    EXPECT_GE(*above, evaluation.memory_bytes());
  }
  if (memory.has_at_most()) return;
  bool is_named = memory.candidates().empty();
  for (const v1::PeakCandidate& candidate : memory.candidates()) {
    is_named |= candidate.node() == evaluation.peak_node();
  }
  EXPECT_TRUE(is_named) << evaluation.peak_node();
}

class CorpusCost : public testing::TestWithParam<std::string> {};

TEST_P(CorpusCost, AddsUpS53) {
  v1::EstimateCostRequest request;
  request.mutable_model()->set_onnx(ReadCorpusModel(GetParam()));
  request.mutable_parts()->add_group_by(v1::COST_GROUPING_NODE);
  request.mutable_parts()->add_group_by(v1::COST_GROUPING_OPERATOR);
  request.mutable_memory();
  const Truth truth = ReadTruth(GetParam());
  std::mt19937 random(53);
  for (int i = 0; i < kBindings; ++i) {
    *request.add_bindings() = Draw(truth.runs[random() % truth.runs.size()], random);
  }
  v1::EvaluateShapesRequest evaluate;
  *evaluate.mutable_model() = request.model();
  *evaluate.mutable_memory() = request.memory();
  *evaluate.mutable_bindings() = request.bindings();
  evaluate.mutable_cost();
  const auto response = AnswerOf<v1::EstimateCostResponse>(request);
  const v1::EvaluateShapesResponse shapes = Answer(evaluate);
  int sums = 0;
  int peaks = 0;
  for (int i = 0; i < kBindings; ++i) {
    const v1::CostEvaluation& evaluation = response.evaluations(i);
    if (!evaluation.has_total()) continue;
    const Numbers total = PartsOf(evaluation.total());
    for (const auto grouping : {v1::COST_GROUPING_NODE, v1::COST_GROUPING_OPERATOR}) {
      Numbers sum;
      sum.fill(0);
      bool is_upper = evaluation.total().upper_bound();
      for (int k = 0; k < response.groups_size(); ++k) {
        if (response.groups(k).grouping() != grouping) continue;
        const Numbers parts = PartsOf(evaluation.groups(k));
        is_upper |= evaluation.groups(k).upper_bound();
        for (size_t part = 0; part < kParts; ++part) {
          sum[part] =
              sum[part] && parts[part] ? std::optional(*sum[part] + *parts[part]) : std::nullopt;
        }
      }
      if (is_upper) continue;
      EXPECT_EQ(sum, total) << request.bindings(i).ShortDebugString();
      ++sums;
    }
    const v1::CostNumbers& evaluated = shapes.evaluations(i).cost();
    if (!evaluation.total().upper_bound()) {
      EXPECT_EQ(PartsOf(evaluated), total) << request.bindings(i).ShortDebugString();
    } else if (evaluation.total().uncounted_nodes() == 0) {
      // A new inference with these sizes may know more.
      EXPECT_LE(evaluated.flops(), evaluation.total().flops());
    }
    const v1::Memory& memory = shapes.evaluations(i).memory();
    if (!memory.has_lower_bound_bytes() || !evaluation.has_memory_bytes()) continue;
    EXPECT_EQ(evaluation.memory_bytes(), memory.lower_bound_bytes())
        << request.bindings(i).ShortDebugString();
    CheckPeak(request.bindings(i), response.memory(), evaluation);
    ++peaks;
  }
  const v1::Cost& cost = response.total().cost();
  std::printf("%s: %d sums, %d peaks%s; %u of %u nodes not counted%s; %zu characters of flops\n",
              GetParam().c_str(), sums, peaks, response.memory().lower_bound() ? " (lower)" : "",
              cost.uncounted_nodes(), response.total().nodes(),
              cost.upper_bound() ? ", upper bound" : "", cost.flops().expr().size());
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusCost, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::questions
