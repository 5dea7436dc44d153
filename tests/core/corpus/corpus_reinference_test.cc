// Evaluating what was compiled once equals inferring anew with the concrete
// inputs: for random sizes that satisfy the preconditions, on every model of the
// corpus. The oracle is inference itself, of constants only.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::questions {
namespace {

// Sets of random sizes per model, and how often one that fails is drawn again.
constexpr int kDraws = 3;
constexpr int kAttempts = 6;

v1::InferShapesRequest RequestFor(const std::string& name) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReadCorpusModel(name));
  return request;
}

// Near what really ran, half of the time: a picture of 3 by 5 satisfies nothing.
void Draw(const Truth& truth, std::mt19937& random, v1::Binding* binding) {
  const ObservedRun& run = truth.runs[random() % truth.runs.size()];
  for (const auto& [symbol, size] : run.bind) {
    if (symbol.find(' ') != std::string::npos) continue;
    v1::SymbolSize* given = binding->add_symbols();
    given->set_symbol(symbol);
    const auto limit = static_cast<uint64_t>(size) + 4;
    given->set_size(random() % 2 == 0 ? size + static_cast<int64_t>(random() % 5)
                                      : static_cast<int64_t>(random() % limit));
  }
}

struct ValueBounds {
  absl::Span<const int64_t> exact;
  absl::Span<const int64_t> upper;
};

// The ranks of an evaluation: its own, or those of the index.
absl::Span<const int32_t> RanksOf(const v1::PackedIndex& index, const v1::PackedSizes& packed) {
  return packed.ranks().empty() ? index.ranks() : packed.ranks();
}

// By value of the main graph, in their order.
std::vector<ValueBounds> SizesOf(const v1::PackedIndex& index, const v1::PackedSizes& packed) {
  const absl::Span<const int64_t> all = packed.sizes();
  const absl::Span<const int64_t> uppers =
      packed.upper_sizes().empty() ? all : absl::MakeConstSpan(packed.upper_sizes());
  std::vector<ValueBounds> sizes;
  size_t first = 0;
  for (const int32_t rank : RanksOf(index, packed)) {
    const auto count = static_cast<size_t>(std::max(0, rank));
    sizes.push_back({all.subspan(first, count), uppers.subspan(first, count)});
    first += count;
  }
  return sizes;
}

// The inputs with their concrete shapes, in place of the declared ones.
void AddInputTypes(const v1::InferShapesResponse& answer, const std::vector<ValueBounds>& sizes,
                   v1::InferShapesRequest* request) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    const v1::ValueInfo& value = answer.graphs(0).values(static_cast<int>(i));
    const bool is_input = value.has_input();
    if (!is_input || !value.type().has_tensor()) continue;
    v1::NamedType* given = request->mutable_model()->add_input_types();
    given->set_name(value.name());
    *given->mutable_type() = value.type();
    v1::Shape* shape = given->mutable_type()->mutable_tensor()->mutable_shape();
    shape->Clear();
    for (const int64_t size : sizes[i].exact) shape->add_dims()->set_size(size);
  }
}

bool HasFailed(const v1::InferShapesResponse& answer, const v1::Evaluation& evaluation) {
  for (const v1::Violation& violation : evaluation.violations()) {
    if (!violation.has_fact()) return true;
    const auto& fact = answer.facts(static_cast<int>(violation.fact()));
    if (fact.circumstances().empty()) return true;
  }
  return false;
}

// S28: what the fresh inference knows, the evaluation knows.
void Compare(absl::Span<const int32_t> ranks, const std::vector<ValueBounds>& sizes,
             const v1::InferShapesResponse& anew, int* compared) {
  ASSERT_EQ(static_cast<int>(ranks.size()), anew.graphs(0).values_size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    const v1::ValueInfo& value = anew.graphs(0).values(static_cast<int>(i));
    const v1::Type& type = value.type();
    if (!type.has_tensor()) continue;
    const v1::Shape& shape = type.tensor().shape();
    const bool has_rank = type.tensor().has_shape();
    ASSERT_EQ(ranks[i] >= 0, has_rank) << value.name();
    if (!has_rank) continue;
    ASSERT_EQ(sizes[i].exact.size(), static_cast<size_t>(shape.dims_size())) << value.name();
    for (int axis = 0; axis < shape.dims_size(); ++axis) {
      const auto at = static_cast<size_t>(axis);
      const v1::Dim& dim = shape.dims(axis);
      const std::string place = absl::StrCat(value.name(), " axis ", axis);
      ASSERT_EQ(sizes[i].exact[at] >= 0, dim.has_size()) << place << " " << dim.ShortDebugString();
      if (dim.has_size()) {
        EXPECT_EQ(dim.size(), sizes[i].exact[at]) << place;
        ++*compared;
      } else if (dim.range().has_max()) {
        EXPECT_TRUE(sizes[i].upper[at] >= 0 && sizes[i].upper[at] <= dim.range().max())
            << place << ": " << sizes[i].upper[at] << ", not " << dim.range().max();
      }
    }
  }
}

// The size of a dim at a binding, and what the text of its expression comes to.
struct Dim {
  std::string name;
  bool is_constant;
  int64_t size;
  int64_t expected;
};

// Of the dims whose symbols are all bound. The oracle knows nothing of symbols that are not, or
// that are written with backquotes.
std::vector<Dim> DimsAt(const v1::GraphInfo& graph, const std::vector<ValueBounds>& sizes,
                        const std::map<std::string, int64_t>& names) {
  std::vector<Dim> found;
  for (size_t value = 0; value < sizes.size(); ++value) {
    const v1::ValueInfo& info = graph.values(static_cast<int>(value));
    const auto& dims = info.type().tensor().shape().dims();
    EXPECT_EQ(dims.size(), static_cast<int>(sizes[value].exact.size())) << info.name();
    for (int axis = 0; axis < dims.size(); ++axis) {
      const std::optional<int64_t> expected =
          dims[axis].has_size() ? dims[axis].size()
                                : symbolic::EvaluateText(dims[axis].expr(), names);
      if (!expected.has_value()) continue;
      found.push_back({absl::StrCat(info.name(), " axis ", axis, " ", dims[axis].expr()),
                       dims[axis].has_size(), sizes[value].exact[static_cast<size_t>(axis)],
                       std::max<int64_t>(*expected, -1)});
    }
  }
  return found;
}

class CorpusReinference : public testing::TestWithParam<std::string> {};

TEST_P(CorpusReinference, EqualsEvaluation) {
  const Truth truth = ReadTruth(GetParam());
  const v1::InferShapesRequest asked = RequestFor(GetParam());
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = asked.model();
  request.mutable_packed();
  std::mt19937 random(7);
  for (int i = 0; i < kDraws * kAttempts; ++i) Draw(truth, random, request.add_bindings());
  const v1::InferShapesResponse answer = Answer(asked);
  const v1::EvaluateShapesResponse evaluated = Answer(request);
  int taken = 0;
  int compared = 0;
  for (const v1::Evaluation& evaluation : evaluated.evaluations()) {
    if (taken == kDraws || HasFailed(answer, evaluation)) continue;
    ++taken;
    const std::vector<ValueBounds> sizes = SizesOf(evaluated.packed_index(), evaluation.packed());
    v1::InferShapesRequest concrete = RequestFor(GetParam());
    AddInputTypes(answer, sizes, &concrete);
    Compare(RanksOf(evaluated.packed_index(), evaluation.packed()), sizes, Answer(concrete),
            &compared);
  }
  EXPECT_GT(taken, 0) << "no random sizes satisfy the preconditions";
  EXPECT_GT(compared, 0);
  std::printf("%s: %d dims of %d bindings\n", GetParam().c_str(), compared, taken);
}

// Whatever is bound, also what contradicts the model: a dim that is an expression over symbols
// which the binding gives is what the text of the expression comes to. The oracle reads texts by
// Python's rules.
TEST_P(CorpusReinference, IsTheSubstitutionOfWhatIsBound) {
  const Truth truth = ReadTruth(GetParam());
  const v1::InferShapesRequest asked = RequestFor(GetParam());
  const v1::InferShapesResponse answer = Answer(asked);
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = asked.model();
  request.mutable_packed();
  std::mt19937 random(11);
  for (int i = 0; i < kDraws; ++i) Draw(truth, random, request.add_bindings());
  const v1::EvaluateShapesResponse evaluated = Answer(request);
  int compared = 0;
  int without_room = 0;
  for (int i = 0; i < kDraws; ++i) {
    std::map<std::string, int64_t> names;
    for (const v1::SymbolSize& size : request.bindings(i).symbols()) {
      names[size.symbol()] = size.size();
    }
    // Assumed of Reshape is that sizes are not 0; EqualsEvaluation compares what breaks that.
    const bool has_empty =
        std::any_of(names.begin(), names.end(), [](const auto& each) { return each.second == 0; });
    if (has_empty) continue;
    const std::vector<ValueBounds> sizes =
        SizesOf(evaluated.packed_index(), evaluated.evaluations(i).packed());
    const std::vector<Dim> found = DimsAt(answer.graphs(0), sizes, names);
    // The sizes of a pooling without room are not those of its expression (S13).
    const bool has_room = std::all_of(found.begin(), found.end(), [](const Dim& each) {
      return each.is_constant || each.expected >= 1;
    });
    if (!has_room) {
      ++without_room;
      continue;
    }
    compared += static_cast<int>(found.size());
    for (const Dim& each : found) EXPECT_EQ(each.size, each.expected) << each.name;
  }
  std::printf("%s: %d expressions; %d of %d bindings leave a pooling or convolution no room\n",
              GetParam().c_str(), compared, without_room, kDraws);
  EXPECT_LT(without_room, kDraws);
  const bool has_symbols = std::any_of(
      answer.symbols().begin(), answer.symbols().end(),
      [](const v1::Symbol& symbol) { return symbol.kind() == v1::Symbol::KIND_INPUT_DIM; });
  EXPECT_TRUE(compared > 0 || !has_symbols);
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusReinference, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::questions
