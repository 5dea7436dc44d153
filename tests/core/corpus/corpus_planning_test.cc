// Largest sizes, symbols to bind and proofs of boxes over real models (S47, S49, S50), near the
// sizes of recorded runs: compared with evaluating every value of a small range, and with
// inferences that have the symbols fixed or bounded by premises.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using v1::FindLargestSizesResponse;
using v1::FindSymbolsToBindRequest;
using v1::Quantity;

// On either side of the size of a run.
constexpr int64_t kReach = 4;
// Symbols per model that are looked at.
constexpr size_t kMaxSymbols = 2;

struct SizedSymbol {
  std::string name;
  int64_t size;
};

// The free dims of the inputs with their sizes in the first run.
std::vector<SizedSymbol> SizedSymbolsOf(const std::string& name,
                                        const v1::InferShapesResponse& answer) {
  const Truth truth = ReadTruth(name);
  std::vector<SizedSymbol> symbols;
  for (const v1::Symbol& symbol : answer.symbols()) {
    if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM || symbol.has_equals()) continue;
    int64_t size = 3;
    if (!truth.runs.empty()) {
      const auto found = truth.runs[0].bind.find(symbol.name());
      if (found != truth.runs[0].bind.end()) size = found->second;
    }
    symbols.push_back({symbol.name(), size});
  }
  return symbols;
}

void AddSizeOf(const SizedSymbol& symbol, int64_t size, v1::Binding* binding) {
  v1::SymbolSize* const given = binding->add_symbols();
  given->set_symbol(symbol.name);
  given->set_size(size);
}

struct Tried {
  int64_t value;
  bool is_valid;
  std::optional<int64_t> amount;
};

std::optional<int64_t> EvaluatedAmount(const v1::Evaluation& evaluation, const Quantity& quantity) {
  const v1::Memory& memory = evaluation.memory();
  const auto if_known = [](bool is_known, int64_t value) {
    return is_known ? std::optional(value) : std::nullopt;
  };
  if (quantity.has_bytes_of()) {
    const v1::ValueSize& output = evaluation.outputs(0);
    return if_known(output.has_bytes(), output.bytes());
  }
  switch (quantity.memory()) {
    case Quantity::MEMORY_QUANTITY_PEAK:
      return if_known(memory.has_peak_bytes(), memory.peak_bytes());
    case Quantity::MEMORY_QUANTITY_LOWER_BOUND:
      return if_known(memory.has_lower_bound_bytes(), memory.lower_bound_bytes());
    case Quantity::MEMORY_QUANTITY_OUTPUTS:
      return if_known(memory.has_outputs_bytes(), memory.outputs_bytes());
    default:
      return if_known(memory.has_total_bytes(), memory.total_bytes());
  }
}

class CorpusPlanning : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    v1::InferShapesRequest request;
    request.mutable_model()->set_onnx(ReadCorpusModel(GetParam()));
    model_ = request.model();
    answer_ = Answer(request);
    symbols_ = SizedSymbolsOf(GetParam(), answer_);
  }

  // The binding of all symbols but one.
  v1::Binding Without(size_t left_out) const {
    v1::Binding binding;
    for (size_t i = 0; i < symbols_.size(); ++i) {
      if (i != left_out) AddSizeOf(symbols_[i], symbols_[i].size, &binding);
    }
    return binding;
  }

  std::vector<v1::Evaluation> EvaluateAround(size_t symbol) const {
    v1::EvaluateShapesRequest request;
    *request.mutable_model() = model_;
    request.mutable_memory();
    for (int64_t value = LeastOf(symbol); value <= symbols_[symbol].size + kReach; ++value) {
      v1::Binding& binding = *request.add_bindings();
      binding = Without(symbol);
      AddSizeOf(symbols_[symbol], value, &binding);
    }
    const v1::EvaluateShapesResponse answer = Answer(request);
    return {answer.evaluations().begin(), answer.evaluations().end()};
  }

  int64_t LeastOf(size_t symbol) const {
    return std::max<int64_t>(0, symbols_[symbol].size - kReach);
  }

  void CompareLargest(size_t symbol, const Quantity& quantity, int64_t budget,
                      const std::vector<Tried>& tried) const {
    std::optional<int64_t> largest;
    std::optional<int64_t> prefix;
    bool has_bad = false;
    for (const Tried& each : tried) {
      if (!each.is_valid) continue;
      const bool fits = *each.amount <= budget;
      has_bad |= !fits;
      if (fits) largest = each.value;
      if (!has_bad) prefix = each.value;
    }
    v1::FindLargestSizesRequest request;
    *request.mutable_model() = model_;
    *request.mutable_binding() = Without(symbol);
    *request.mutable_budget()->mutable_quantity() = quantity;
    request.mutable_budget()->set_amount(budget);
    request.mutable_memory();
    v1::SizeRange& range = *request.add_symbols();
    range.set_symbol(symbols_[symbol].name);
    range.set_least(tried.front().value);
    range.set_greatest(tried.back().value);
    const std::string what =
        absl::StrCat(symbols_[symbol].name, " within ", budget, " of ", quantity.ShortDebugString(),
                     " at ", request.binding().ShortDebugString());
    SCOPED_TRACE(what);
    const auto answer = AnswerOf<FindLargestSizesResponse>(request);
    // Each evaluation of this one infers anew, so that the work ends the search.
    if (GetParam() == "scripted_control_ts17" &&
        answer.certificate() == FindLargestSizesResponse::CERTIFICATE_BOUNDED) {
      if (answer.has_at_least()) {
        EXPECT_LE(answer.at_least(), largest.value_or(-1)) << what;
      }
      if (answer.has_at_most()) {
        EXPECT_GE(answer.at_most(), largest.value_or(0)) << what;
      }
      return;
    }
    EXPECT_EQ(answer.certificate(), FindLargestSizesResponse::CERTIFICATE_EXACT) << what;
    EXPECT_EQ(answer.has_largest(), largest.has_value()) << what;
    EXPECT_EQ(answer.largest(), largest.value_or(0)) << what;
    EXPECT_EQ(answer.largest_prefix(), largest ? prefix.value_or(0) : 0) << what;
    if (largest) {
      EXPECT_LE(answer.point().amount(), budget) << what;
    }
    if (answer.limit() == FindLargestSizesResponse::LIMIT_BUDGET && answer.has_next()) {
      EXPECT_GT(answer.next().amount(), budget) << what;
    }
  }

  v1::ModelSpec model_;
  v1::InferShapesResponse answer_;
  std::vector<SizedSymbol> symbols_;
};

std::vector<Quantity> Quantities(const v1::InferShapesResponse& answer) {
  std::vector<Quantity> quantities(4);
  quantities[0].set_memory(Quantity::MEMORY_QUANTITY_TOTAL);
  quantities[1].set_memory(Quantity::MEMORY_QUANTITY_LOWER_BOUND);
  quantities[2].set_memory(Quantity::MEMORY_QUANTITY_OUTPUTS);
  quantities[3].set_bytes_of(answer.outputs(0).name());
  return quantities;
}

TEST_P(CorpusPlanning, S47TheAnswerFitsAndOneMoreDoesNot) {
  for (size_t symbol = 0; symbol < std::min(kMaxSymbols, symbols_.size()); ++symbol) {
    const std::vector<v1::Evaluation> evaluations = EvaluateAround(symbol);
    for (const Quantity& quantity : Quantities(answer_)) {
      std::vector<Tried> tried;
      bool is_known = true;
      for (const v1::Evaluation& evaluation : evaluations) {
        const auto value = LeastOf(symbol) + static_cast<int64_t>(tried.size());
        tried.push_back({value, evaluation.verdict() != v1::Evaluation::VERDICT_INVALID,
                         EvaluatedAmount(evaluation, quantity)});
        is_known = is_known && (tried.back().amount || !tried.back().is_valid);
      }
      if (!is_known) continue;
      const int64_t budget = tried[tried.size() / 2].amount.value_or(1000);
      CompareLargest(symbol, quantity, budget, tried);
      CompareLargest(symbol, quantity, budget - 1, tried);
    }
  }
}

// Whether each dim of the main graph's values, but for those in `left_out`, is as wanted.
template <typename IsWanted>
bool AllDims(const v1::InferShapesResponse& answer, const std::set<std::string>& left_out,
             IsWanted is_wanted) {
  for (const v1::ValueInfo& value : answer.graphs(0).values()) {
    if (left_out.contains(value.name())) continue;
    for (const v1::Dim& dim : value.type().tensor().shape().dims()) {
      if (!is_wanted(dim)) return false;
    }
  }
  return true;
}

template <typename IsWanted>
void CheckSet(const v1::ModelSpec& model, FindSymbolsToBindRequest::Goal goal,
              const std::vector<SizedSymbol>& sizes, absl::string_view sign, IsWanted is_wanted) {
  FindSymbolsToBindRequest request;
  *request.mutable_model() = model;
  request.set_goal(goal);
  const v1::InferShapesResponse whole = [&] {
    v1::InferShapesRequest asked;
    *asked.mutable_model() = model;
    return Answer(asked);
  }();
  for (const v1::ValueInfo& value : whole.graphs(0).values()) request.add_values(value.name());
  const auto found = AnswerOf<v1::FindSymbolsToBindResponse>(request);
  std::set<std::string> unreached;
  for (const v1::UnreachedValue& value : found.unreached()) unreached.insert(value.value().name());
  const auto reaches = [&](int left_out, int64_t more) {
    v1::InferShapesRequest asked;
    *asked.mutable_model() = model;
    for (int i = 0; i < found.symbols_size(); ++i) {
      const std::string& name = found.symbols(i).symbol();
      if (i == left_out) continue;
      int64_t size = 3;
      for (const SizedSymbol& each : sizes) size = each.name == name ? each.size : size;
      const bool is_element = name.find('[') != std::string::npos;
      asked.mutable_model()->add_premises(
          absl::StrCat(is_element ? name : absl::StrCat("`", name, "`"), sign, size + more));
    }
    return AllDims(Answer(asked), unreached, is_wanted);
  };
  EXPECT_TRUE(reaches(-1, 0)) << found.ShortDebugString().substr(0, 500);
  for (int i = 0; i < found.symbols_size() && found.optimal(); ++i) {
    // Some values may do without what others need.
    EXPECT_FALSE(reaches(i, 0) && reaches(i, 1) && reaches(i, 40))
        << "without " << found.symbols(i).symbol();
  }
}

TEST_P(CorpusPlanning, S49EachSymbolOfALeastSetIsNeeded) {
  CheckSet(model_, FindSymbolsToBindRequest::GOAL_STATIC, symbols_, " = ",
           [](const v1::Dim& dim) { return dim.has_size(); });
  CheckSet(model_, FindSymbolsToBindRequest::GOAL_BOUNDED, symbols_,
           " <= ", [](const v1::Dim& dim) { return dim.has_size() || dim.range().has_max(); });
}

TEST_P(CorpusPlanning, S50ProofsAndWitnessesHold) {
  v1::PlanProfilesRequest request;
  *request.mutable_model() = model_;
  for (const SizedSymbol& symbol : symbols_) {
    request.mutable_model()->add_premises(absl::StrCat(std::max<int64_t>(1, symbol.size - kReach),
                                                       " <= `", symbol.name,
                                                       "` <= ", symbol.size + kReach));
  }
  const v1::Profile profile = AnswerOf<v1::PlanProfilesResponse>(request).profiles(0);
  v1::EvaluateShapesRequest points;
  *points.mutable_model() = request.model();
  if (profile.proof() == v1::Profile::PROOF_WITNESS) {
    *points.add_bindings() = profile.witness().binding();
    EXPECT_EQ(Answer(points).evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
    return;
  }
  if (profile.proof() != v1::Profile::PROOF_PROVED) return;
  std::mt19937 random(50);
  for (int i = 0; i < 100; ++i) {
    v1::Binding& binding = *points.add_bindings();
    for (const v1::SymbolSize& greatest : profile.max().binding().symbols()) {
      int64_t least = greatest.size();
      for (const v1::SymbolSize& other : profile.min().binding().symbols()) {
        if (other.symbol() == greatest.symbol()) least = other.size();
      }
      const bool is_free =
          std::any_of(symbols_.begin(), symbols_.end(),
                      [&](const SizedSymbol& each) { return each.name == greatest.symbol(); });
      if (!is_free) continue;
      AddSizeOf({greatest.symbol(), 0},
                least + static_cast<int64_t>(random() %
                                             static_cast<uint64_t>(greatest.size() - least + 1)),
                &binding);
    }
  }
  const v1::EvaluateShapesResponse evaluated = Answer(points);
  for (const v1::Evaluation& evaluation : evaluated.evaluations()) {
    EXPECT_NE(evaluation.verdict(), v1::Evaluation::VERDICT_INVALID)
        << evaluation.ShortDebugString().substr(0, 500);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusPlanning, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::questions
