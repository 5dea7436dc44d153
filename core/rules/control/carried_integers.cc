#include "core/rules/control/carried_integers.h"

#include <algorithm>

#include "core/base/hash_map.h"
#include "core/rules/control/recurrence.h"
#include "core/symbolic/algebra/substitute.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kCarriedChanges = "changes from iteration to iteration";
// Of larger tensors the elements are not followed.
constexpr size_t kMaxFollowed = 16;

}  // namespace

void CarriedIntegers::Add(const ValueState& initial) {
  ExprVector& elements = initial_.emplace_back();
  // Arithmetic of other types may wrap around.
  if (ctx_.types().at(initial.type()).element != ElementType::kInt64) return;
  if (const auto ints = initial.ints()) {
    if (ints->size() <= kMaxFollowed) elements.assign(ints->begin(), ints->end());
  } else if (initial.tensor() != nullptr) {
    const auto constants = graph::DecodeIntegers(*initial.tensor(), kMaxFollowed);
    if (constants) elements.assign(constants->begin(), constants->end());
  }
}

void CarriedIntegers::Follow(const BodyLoop& loop, std::vector<ValueState>& carried) {
  const bool is_any = std::any_of(initial_.begin(), initial_.end(),
                                  [](const ExprVector& elements) { return !elements.empty(); });
  if (!is_any || loop.trip_count.is_unknown() || loop.trip_count.is_constant()) return;
  ctx_.runner().SetDiscardFindings(true);
  std::vector<Followed> followed;
  std::vector<Expr> next;
  for (const bool keeps_sign : {true, false}) {
    followed = MakeSymbols(keeps_sign);
    next = NextOf(loop, followed);
    if (!next.empty()) break;
  }
  ctx_.runner().SetDiscardFindings(false);
  if (next.empty()) return;
  ReplaceKept(followed, next);
  std::vector<ExprVector> final(carried.size());
  for (size_t i = 0; i < followed.size(); ++i) {
    const Followed& each = followed[i];
    final[each.carried].push_back(
        AfterIterations(ctx_, {each.symbol, next[i], first_inner_}, each.initial, loop.trip_count));
  }
  for (size_t i = 0; i < carried.size(); ++i) {
    if (!final[i].empty()) carried[i].SetInts(ctx_.types(), ctx_.workspace().Copy<Expr>(final[i]));
  }
}

std::vector<CarriedIntegers::Followed> CarriedIntegers::MakeSymbols(bool keeps_sign) {
  std::vector<Followed> followed;
  for (size_t i = 0; i < initial_.size(); ++i) {
    for (size_t k = 0; k < initial_[i].size(); ++k) {
      const bool is_size = keeps_sign && ctx_.Bounds(initial_[i][k]).min >= 0;
      Place place = Place::Output(static_cast<int>(i)).As(Place::Part::kCarried);
      place.element = static_cast<int>(k);
      place.entry = is_size ? 1 : 0;
      const Expr symbol =
          ctx_.Fresh(place, kCarriedChanges, is_size ? Interval::Size() : Interval::All());
      followed.push_back({i, k, initial_[i][k], symbol, is_size});
    }
  }
  return followed;
}

std::vector<ValueState> CarriedIntegers::Run(const BodyLoop& loop,
                                             absl::Span<const Followed> followed) {
  std::vector<ExprVector> symbols(loop.carried_count);
  for (const Followed& each : followed) symbols[each.carried].push_back(each.symbol);
  std::vector<ValueState> inputs = loop.inputs;
  for (size_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i].empty()) continue;
    inputs[loop.carried_begin + i].SetInts(ctx_.types(), ctx_.workspace().Copy<Expr>(symbols[i]));
  }
  return ctx_.runner().Run(loop.body, inputs, {ctx_.SiteOf({}), "body", false, loop.runs_if});
}

// The elements after an iteration; none where they are unknown, rest on an assumption about those
// before it, or might become negative.
std::vector<Expr> CarriedIntegers::NextOf(const BodyLoop& loop,
                                          absl::Span<const Followed> followed) {
  const size_t first_fact = ctx_.facts().facts().size();
  const auto outputs = Run(loop, followed);
  if (outputs.size() < loop.carried_outputs_begin + loop.carried_count ||
      HasAssumedFrom(first_fact)) {
    return {};
  }
  std::vector<Expr> next;
  for (const Followed& each : followed) {
    const auto ints = outputs[loop.carried_outputs_begin + each.carried].ints();
    if (!ints || ints->size() != initial_[each.carried].size()) return {};
    next.push_back((*ints)[each.element]);
    if (each.is_size && ctx_.Bounds(next.back()).min < 0) return {};
  }
  return next;
}

// What no iteration changes is what it was before the loop, in what the others become too.
void CarriedIntegers::ReplaceKept(absl::Span<const Followed> followed, std::vector<Expr>& next) {
  HashMap<symbolic::SymbolId, Expr> kept;
  for (size_t i = 0; i < followed.size(); ++i) {
    const Expr symbol = followed[i].symbol;
    if (next[i] == symbol) kept[ctx_.exprs().node(symbol.node()).symbol] = followed[i].initial;
  }
  if (kept.empty()) return;
  symbolic::Rewriter rewriter(ctx_.exprs());
  for (size_t i = 0; i < followed.size(); ++i) {
    if (next[i] == followed[i].symbol) continue;
    next[i] = rewriter.Rewrite(next[i], [&](symbolic::SymbolId id) {
      const auto found = kept.find(id);
      return found == kept.end() ? Expr::FromNode(ctx_.exprs().symbol(id).node) : found->second;
    });
  }
}

// Whether a fact from this one on, about what is carried, is an assumption.
bool CarriedIntegers::HasAssumedFrom(size_t first_fact) const {
  const auto& facts = ctx_.facts().facts();
  return std::any_of(facts.begin() + static_cast<ptrdiff_t>(first_fact), facts.end(),
                     [this](const symbolic::Fact& fact) {
                       return fact.source.basis == symbolic::Basis::kAssumed &&
                              (MentionsSymbolsFrom(ctx_.exprs(), fact.left, first_inner_) ||
                               MentionsSymbolsFrom(ctx_.exprs(), fact.right, first_inner_));
                     });
}

}  // namespace shapewright::rules
