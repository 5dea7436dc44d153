#include "client/cpp/cli/lint/sample_sizes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/names.h"
#include "core/symbolic/reachable.h"

namespace shapewright::cli {
namespace {

using symbolic::Evaluation;
using symbolic::Expr;
using symbolic::Interval;

constexpr int kTries = 600;
constexpr size_t kSamples = 80;
// Where chance finds fewer samples than this, and there are no more facts than that, sizes that
// break facts are changed, so often each.
constexpr size_t kFewSamples = 24;
constexpr size_t kMostFacts = 64;
constexpr int kRepairs = 80;
constexpr int kRepairSteps = 16;
// Samples that are tried with other sizes, and how many of these.
constexpr size_t kBases = 6;
constexpr size_t kMaxEdges = 48;
constexpr int64_t kMaxEdge = 1 << 20;
constexpr int64_t kSteps[] = {1, 2, 3, 4, 5, 6, 7, 11, 13, 17, 31};

// Small ones, common ones, and multiples of large powers of two.
constexpr int64_t kSampleSizes[] = {1,  2,  3,  4,  5,   7,   8,   10,  16,
                                    31, 32, 64, 96, 128, 224, 256, 512, 1024};

// Whether sums with a few edges fit into 64 bits.
bool IsFarFromOverflow(int64_t value) {
  constexpr int64_t kFar = int64_t{1} << 62;
  return -kFar < value && value < kFar;
}

// The values that a symbol is tried with.
std::vector<int64_t> Values(const v1::Symbol& symbol, Interval bounds) {
  std::vector<int64_t> values(symbol.allowed().begin(), symbol.allowed().end());
  if (!values.empty()) return values;
  const int64_t divisor = std::max<int64_t>(symbol.divisor(), 1);
  const bool is_element = symbol.kind() == v1::Symbol::KIND_INPUT_VALUE;
  for (const int64_t size : kSampleSizes) {
    int64_t value = 0;
    // Elements of 0 and -1 are as common as others; a size of 0 shows little.
    if (size == 3 && is_element) {
      for (const int64_t element : {0, -1}) {
        if (bounds.Contains(element) && element % divisor == 0) values.push_back(element);
      }
    }
    if (bounds.Contains(size) && size % divisor == 0) values.push_back(size);
    if (divisor > 1 && !__builtin_mul_overflow(size, divisor, &value) && bounds.Contains(value)) {
      values.push_back(value);
    }
  }
  for (const int64_t end : {bounds.min, bounds.max}) {
    const bool is_end = end != Interval::kInfinity && end != Interval::kMinusInfinity;
    if (is_end && end % divisor == 0) values.push_back(end);
  }
  return values;
}

bool IsAllowed(const std::vector<int64_t>& allowed, int64_t value) {
  return std::find(allowed.begin(), allowed.end(), value) != allowed.end();
}

}  // namespace

SampleSizes::SampleSizes(const v1::InferShapesResponse& response,
                         const std::vector<ModelGraph>& graphs, AnswerSymbols& symbols)
    : symbols_(symbols), facts_(response, graphs, symbols) {
  symbolic::ExprArena& arena = symbols.arena();
  Choices choices;
  for (const v1::Symbol& symbol : response.symbols()) {
    const Expr expr = symbols.Find(symbol.name());
    const symbolic::Symbol* const entry = arena.AsSymbol(expr);
    if (entry == nullptr || entry->is_unknown()) continue;
    const symbolic::SymbolId id = arena.node(expr.node()).symbol;
    std::vector<int64_t> values = Values(symbol, arena.SymbolBounds(id));
    if (values.empty()) return;
    choices.emplace_back(id, std::move(values));
    allowed_[id].assign(symbol.allowed().begin(), symbol.allowed().end());
    divisors_[id] = std::max<int64_t>(symbol.divisor(), 1);
  }
  for (const symbolic::SymbolId id : facts_.branch_symbols()) {
    choices.emplace_back(id, std::vector<int64_t>{1, 0});
    divisors_[id] = 1;
  }
  std::minstd_rand random;  // NOLINT: the same examples each time
  for (int i = 0; i < kTries && samples_.size() < kSamples; ++i) {
    Sizes sizes(arena.symbols().size());
    // Small ones first: they are the easiest to read.
    const size_t most = 3 + std::max(static_cast<size_t>(i) / 20, samples_.size() / 4);
    for (const auto& [id, values] : choices) {
      sizes[id] = values[random() % std::min(values.size(), most)];
    }
    if (facts_.Accepts(sizes)) samples_.push_back(std::move(sizes));
  }
  const bool may_repair = facts_.count() <= kMostFacts;
  for (int i = 0; i < kRepairs && may_repair && samples_.size() < kFewSamples; ++i) {
    Sizes sizes(arena.symbols().size());
    for (const auto& [id, values] : choices) {
      sizes[id] =
          values[random() % std::min<size_t>(values.size(), 3 + static_cast<size_t>(i) / 8)];
    }
    if (Repair(choices, random, sizes)) samples_.push_back(std::move(sizes));
  }
}

template <typename Random>
bool SampleSizes::Repair(const Choices& choices, Random& random, Sizes& sizes) {
  const symbolic::ExprArena& arena = symbols_.arena();
  for (int step = 0; step < kRepairSteps; ++step) {
    const std::optional<size_t> broken = facts_.FirstBroken(sizes);
    if (!broken) return true;
    std::array<Evaluation, 2> sides;
    facts_.Accepts(*broken, sizes, &sides);
    const std::vector<symbolic::SymbolId> symbols =
        symbolic::ReachableSymbols(arena, facts_.ExprsOf(*broken));
    if (symbols.empty()) return false;
    // The values of one symbol, from which those that keep the fact are chosen.
    const symbolic::SymbolId id = symbols[random() % symbols.size()];
    const auto own = std::find_if(choices.begin(), choices.end(),
                                  [id](const auto& each) { return each.first == id; });
    if (own == choices.end() || !sizes[id]) continue;
    std::vector<int64_t> tried = own->second;
    const int64_t now = *sizes[id];
    const bool have_values = sides[0].ok() && sides[1].ok() && IsFarFromOverflow(now);
    for (int side = 0; side < 2 && have_values; ++side) {
      const int64_t is = std::clamp(sides[side].value, -kMaxEdge, kMaxEdge);
      const int64_t wanted = std::clamp(sides[1 - side].value, -kMaxEdge, kMaxEdge);
      tried.insert(tried.end(), {wanted, now + wanted - is, now - wanted + is});
      if (is != 0 && std::abs(now) <= kMaxEdge) tried.push_back(now * wanted / is);
    }
    std::vector<int64_t> kept;
    for (const int64_t value : tried) {
      const bool is_fit = arena.SymbolBounds(id).Contains(value) && value % divisors_[id] == 0 &&
                          (allowed_[id].empty() || IsAllowed(allowed_[id], value));
      if (!is_fit) continue;
      sizes[id] = value;
      if (facts_.Accepts(*broken, sizes, &sides)) kept.push_back(value);
    }
    sizes[id] = kept.empty() ? now : kept[random() % kept.size()];
  }
  return facts_.Accepts(sizes);
}

std::optional<SizesExample> SampleSizes::Difference(Expr a, Expr b) {
  const auto [found, is_new] = known_.try_emplace({a, b});
  if (is_new) found->second = FindDifference(a, b);
  return found->second;
}

std::optional<SizesExample> SampleSizes::DifferenceAt(Expr a, Expr b, const Sizes& sizes,
                                                      symbolic::Evaluator& evaluator) {
  const absl::Span<const Evaluation> values = evaluator.Run(sizes);
  if (!values[0].ok() || !values[1].ok() || values[0].value == values[1].value) {
    return std::nullopt;
  }
  const symbolic::ExprArena& arena = symbols_.arena();
  std::vector<std::string> texts;
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {a, b})) {
    texts.push_back(
        absl::StrCat(symbolic::NameText(arena.symbol(id)), " = ", sizes[id].value_or(0)));
  }
  return SizesExample{absl::StrJoin(texts, ", "), values[0].value, values[1].value};
}

std::vector<int64_t> SampleSizes::Edges(Expr a, Expr b) const {
  std::vector<int64_t> edges;
  const auto add = [&edges](int64_t constant) {
    if (constant < 2 || constant > kMaxEdge || edges.size() >= kMaxEdges) return;
    for (const int64_t edge : {constant - 1, constant, constant + 1, 2 * constant + 1}) {
      edges.push_back(edge);
    }
  };
  const symbolic::ExprArena& arena = symbols_.arena();
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena, {a, b})) {
    const symbolic::ExprNode& node = arena.node(id);
    for (const Expr operand : node.operands) {
      if (operand.is_constant()) add(operand.constant());
    }
    for (const symbolic::Term& term : node.terms) {
      if (term.coefficient > -kMaxEdge) add(std::abs(term.coefficient));
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

std::optional<SizesExample> SampleSizes::FindDifference(Expr a, Expr b) {
  if (a == b || a.is_unknown() || b.is_unknown()) return std::nullopt;
  const symbolic::ExprArena& arena = symbols_.arena();
  symbolic::Evaluator evaluator(arena, {a, b});
  for (const Sizes& sizes : samples_) {
    if (auto example = DifferenceAt(a, b, sizes, evaluator)) return example;
  }
  // Around the numbers in the two, and beside sizes that are known to do.
  const std::vector<int64_t> numbers = Edges(a, b);
  const std::vector<symbolic::SymbolId> symbols = symbolic::ReachableSymbols(arena, {a, b});
  for (size_t i = 0; i < std::min(samples_.size(), kBases); ++i) {
    for (const symbolic::SymbolId id : symbols) {
      Sizes sizes = samples_[i];
      const auto divisor = divisors_.find(id);
      if (divisor == divisors_.end() || !sizes[id].has_value()) continue;
      std::vector<int64_t> edges = numbers;
      const int64_t size = std::min(*sizes[id], kMaxEdge);
      for (const int64_t step : kSteps) edges.push_back(size + step * divisor->second);
      edges.push_back(0);  // shows little, but may be all that does
      for (const int64_t edge : edges) {
        const bool is_fit = arena.SymbolBounds(id).Contains(edge) && edge % divisor->second == 0 &&
                            (allowed_[id].empty() || IsAllowed(allowed_[id], edge));
        if (!is_fit) continue;
        sizes[id] = edge;
        if (!facts_.Accepts(sizes)) continue;
        if (auto example = DifferenceAt(a, b, sizes, evaluator)) return example;
      }
    }
  }
  return std::nullopt;
}

}  // namespace shapewright::cli
