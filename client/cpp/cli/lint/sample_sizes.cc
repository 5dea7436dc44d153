#include "client/cpp/cli/lint/sample_sizes.h"

#include <algorithm>
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
constexpr size_t kSamples = 40;

// Small ones, common ones, and multiples of large powers of two.
constexpr int64_t kSizes[] = {1,  2,  3,  4,  5,   7,   8,   10,  16,
                              31, 32, 64, 96, 128, 224, 256, 512, 1024};

// The values that a symbol is tried with.
std::vector<int64_t> Values(const v1::Symbol& symbol, Interval bounds) {
  std::vector<int64_t> values(symbol.allowed().begin(), symbol.allowed().end());
  if (!values.empty()) return values;
  const int64_t divisor = std::max<int64_t>(symbol.divisor(), 1);
  for (const int64_t size : kSizes) {
    int64_t value = 0;
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

bool Holds(v1::Fact::Relation relation, int64_t left, int64_t right) {
  switch (relation) {
    case v1::Fact::RELATION_EQUAL:
      return left == right;
    case v1::Fact::RELATION_LESS_OR_EQUAL:
      return left <= right;
    case v1::Fact::RELATION_DIVISIBLE:
      // No remainder of the least number by -1: it overflows.
      return right == -1 || (right != 0 && left % right == 0);
    case v1::Fact::RELATION_BROADCASTABLE:
      return left == right || left == 1 || right == 1;
    case v1::Fact::RELATION_NOT_EQUAL:
      return left != right;
    default:
      return true;
  }
}

// Whether sizes satisfy the facts, as far as they decide them.
class FactCheck {
 public:
  FactCheck(const v1::InferShapesResponse& response, AnswerSymbols& symbols) {
    for (const v1::Fact& fact : response.facts()) {
      if (fact.state() == v1::Fact::STATE_REFUTED) continue;
      const Expr left = symbols.ParseAmount(fact.left());
      const Expr right = symbols.ParseAmount(fact.right());
      if (left.is_unknown() || right.is_unknown() || left == right) continue;
      relations_.push_back(fact.relation());
      sides_.push_back(left);
      sides_.push_back(right);
    }
  }

  const std::vector<Expr>& sides() const { return sides_; }

  bool Accepts(absl::Span<const Evaluation> values) const {
    for (size_t i = 0; i < relations_.size(); ++i) {
      const Evaluation& left = values[2 * i];
      const Evaluation& right = values[2 * i + 1];
      if (left.status == Evaluation::Status::kUnbound ||
          right.status == Evaluation::Status::kUnbound) {
        continue;  // depends on data
      }
      if (!left.ok() || !right.ok() || !Holds(relations_[i], left.value, right.value)) return false;
    }
    return true;
  }

 private:
  std::vector<v1::Fact::Relation> relations_;
  std::vector<Expr> sides_;
};

}  // namespace

SampleSizes::SampleSizes(const v1::InferShapesResponse& response, AnswerSymbols& symbols)
    : symbols_(symbols) {
  symbolic::ExprArena& arena = symbols.arena();
  const FactCheck facts(response, symbols);
  std::vector<std::pair<symbolic::SymbolId, std::vector<int64_t>>> choices;
  for (const v1::Symbol& symbol : response.symbols()) {
    const Expr expr = symbols.Find(symbol.name());
    const symbolic::Symbol* const entry = arena.AsSymbol(expr);
    if (entry == nullptr || entry->is_unknown()) continue;
    const symbolic::SymbolId id = arena.node(expr.node()).symbol;
    std::vector<int64_t> values = Values(symbol, arena.SymbolBounds(id));
    if (values.empty()) return;
    choices.emplace_back(id, std::move(values));
  }
  symbolic::Evaluator evaluator(arena, facts.sides());
  std::minstd_rand random;  // NOLINT: the same examples each time
  for (int i = 0; i < kTries && samples_.size() < kSamples; ++i) {
    Sizes sizes(arena.symbols().size());
    // Small ones first: they are the easiest to read.
    const size_t most = 3 + static_cast<size_t>(i) / 20;
    for (const auto& [id, values] : choices) {
      sizes[id] = values[random() % std::min(values.size(), most)];
    }
    if (facts.Accepts(evaluator.Run(sizes))) samples_.push_back(std::move(sizes));
  }
}

std::optional<std::string> SampleSizes::Difference(Expr a, Expr b) {
  const auto [found, is_new] = known_.try_emplace({a, b});
  if (is_new) found->second = FindDifference(a, b);
  return found->second;
}

std::optional<std::string> SampleSizes::FindDifference(Expr a, Expr b) {
  if (a == b || a.is_unknown() || b.is_unknown()) return std::nullopt;
  const symbolic::ExprArena& arena = symbols_.arena();
  symbolic::Evaluator evaluator(arena, {a, b});
  for (const Sizes& sizes : samples_) {
    const absl::Span<const Evaluation> values = evaluator.Run(sizes);
    if (!values[0].ok() || !values[1].ok() || values[0].value == values[1].value) continue;
    std::vector<std::string> texts;
    for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {a, b})) {
      texts.push_back(
          absl::StrCat(symbolic::NameText(arena.symbol(id)), " = ", sizes[id].value_or(0)));
    }
    return absl::StrJoin(texts, ", ");
  }
  return std::nullopt;
}

}  // namespace shapewright::cli
