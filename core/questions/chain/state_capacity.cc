#include "core/questions/chain/state_capacity.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/algebra/trend.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"

namespace shapewright::questions {
namespace {

using symbolic::Evaluation;
using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Interval;
using symbolic::SymbolId;
using Sharing = v1::StateReport;

// Sizes that may fall are looked at one by one.
constexpr int64_t kMaxSteps = 4096;
// From the worst to the best.
constexpr v1::StateReport::Sharing kByRank[] = {
    Sharing::SHARING_NEVER, Sharing::SHARING_SOMETIMES, Sharing::SHARING_UNSPECIFIED,
    Sharing::SHARING_WHILE_IT_FITS, Sharing::SHARING_ALWAYS};

size_t RankOf(v1::StateReport::Sharing sharing) {
  return static_cast<size_t>(std::find(std::begin(kByRank), std::end(kByRank), sharing) -
                             std::begin(kByRank));
}

}  // namespace

absl::StatusOr<Expr> StateBuffers::ReadSize(const std::string& text) {
  const auto resolve = [this](absl::string_view name) -> absl::StatusOr<Expr> {
    if (name == "?") return absl::InvalidArgumentError("? is another unknown each time");
    if (names_.empty()) {
      for (const symbolic::Symbol& known : arena_.symbols()) {
        names_.emplace(known.name, Expr::FromNode(known.node));
      }
    }
    const auto [found, is_new] = names_.try_emplace(std::string(name));
    if (!is_new) return found->second;
    symbolic::Symbol symbol;
    symbol.name = std::string(name);
    symbol.kind = symbolic::SymbolKind::kInputDim;
    symbol.bounds = Interval{1, Interval::kInfinity};
    return found->second = arena_.AddSymbol(std::move(symbol));
  };
  absl::StatusOr<Expr> size = symbolic::ParseExpr(arena_, text, resolve);
  if (!size.ok()) return size;
  if (size->is_constant() && size->constant() < 0) {
    return absl::InvalidArgumentError("it is negative");
  }
  if (size->is_unknown() || HasSteps(*size)) {
    return absl::InvalidArgumentError("it has to be the same in all steps");
  }
  return size;
}

absl::Status StateBuffers::Read(size_t place, const v1::StatePair& state,
                                const StateSizes::Result& sizes) {
  for (int i = 0; i < state.capacities_size(); ++i) {
    const v1::StateCapacity& given = state.capacities(i);
    const std::string path = graph::Item("capacities", i);
    const auto wrong = [&path](absl::string_view field, absl::string_view message) {
      return graph::Within(path, graph::FieldError(field, message));
    };
    if (Find(place, given.axis()) != nullptr) return wrong("axis", "it has a capacity already");
    // Of a state without known axes nothing can be said.
    if (sizes.axes.empty()) continue;
    if (given.axis() >= sizes.axes.size()) {
      return wrong("axis", absl::StrCat("the state has ", sizes.axes.size(), " axes"));
    }
    const absl::StatusOr<Expr> size = ReadSize(given.size());
    if (!size.ok()) return wrong("size", size.status().message());
    const StateSizes::Axis& axis = sizes.axes[given.axis()];
    capacities_.push_back({place, given.axis(), *size, axis.first, axis.after});
  }
  return absl::OkStatus();
}

const StateCapacity* StateBuffers::Find(size_t state, size_t axis) const {
  // States are read in order, and each is asked for just after.
  for (auto each = capacities_.rbegin(); each != capacities_.rend(); ++each) {
    if (each->state != state) break;
    if (each->axis == axis) return &*each;
  }
  return nullptr;
}

bool StateBuffers::HasSteps(Expr e) const {
  const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena_, {&e, 1});
  return std::count(symbols.begin(), symbols.end(), steps_) != 0;
}

Expr StateBuffers::WithSteps(Expr e, Expr steps) {
  return symbolic::Rewriter(arena_).Rewrite(e, [&](SymbolId id) {
    return id == steps_ ? steps : Expr::FromNode(arena_.symbol(id).node);
  });
}

bool StateBuffers::AlwaysFits(const StateCapacity& capacity) const {
  return symbolic::IsAtMost(arena_, capacity.first, capacity.size) &&
         symbolic::IsAtMost(arena_, capacity.after, capacity.size);
}

// Of a sum a*T + b with a > 0.
Expr StateBuffers::FittingSteps(const StateCapacity& capacity) {
  if (capacity.after.is_unknown() || AlwaysFits(capacity)) return Expr();
  const Expr start = WithSteps(capacity.after, Expr(0));
  const Expr growth = symbolic::Subtract(arena_, WithSteps(capacity.after, Expr(1)), start);
  if (start.is_unknown() || growth.is_unknown() || HasSteps(start) || HasSteps(growth)) {
    return Expr();
  }
  const Expr steps = Expr::FromNode(arena_.symbol(steps_).node);
  const Expr sum = symbolic::Add(arena_, start, symbolic::Multiply(arena_, growth, steps));
  // A size that does not grow has no number of steps.
  if (!(sum == capacity.after) || !symbolic::IsAtMost(arena_, Expr(0), growth) ||
      growth.is_constant(0)) {
    return Expr();
  }
  return symbolic::FloorDiv(arena_, symbolic::Subtract(arena_, capacity.size, start), growth);
}

StateSharing StateBuffers::JudgeAxis(const StateSizes::Axis& axis, size_t number,
                                     const StateCapacity* capacity) {
  const auto text = [this](Expr e) { return symbolic::ToString(arena_, e); };
  const std::string where = absl::StrCat("axis ", number, ": ");
  if (capacity != nullptr) {
    if (axis.after.is_unknown()) return {Sharing::SHARING_UNSPECIFIED, where + axis.reason};
    if (symbolic::IsLess(arena_, capacity->size, axis.after)) {
      return {Sharing::SHARING_NEVER,
              absl::StrCat(where, text(axis.after), " is more than ", text(capacity->size))};
    }
    if (AlwaysFits(*capacity)) return {Sharing::SHARING_ALWAYS, ""};
    return {Sharing::SHARING_WHILE_IT_FITS,
            absl::StrCat(where, text(axis.after), " <= ", text(capacity->size))};
  }
  if (axis.next.is_unknown() || axis.first.is_unknown()) {
    return {Sharing::SHARING_UNSPECIFIED, where + "the size after a step is not known"};
  }
  if (axis.next == axis.first) return {Sharing::SHARING_ALWAYS, ""};
  const std::string sizes =
      absl::StrCat(where, "the input has ", text(axis.first), ", the output ", text(axis.next));
  if (symbolic::IsDifferent(arena_, axis.next, axis.first)) {
    return {Sharing::SHARING_NEVER, sizes};
  }
  const Expr growth = symbolic::Subtract(arena_, axis.next, axis.first);
  return {Sharing::SHARING_SOMETIMES,
          absl::StrCat(sizes, ": equal only where ", text(growth), " = 0")};
}

StateSharing StateBuffers::Judge(size_t place, const StateSizes::Result& sizes) {
  if (!sizes.reason.empty()) return {Sharing::SHARING_NEVER, sizes.reason};
  StateSharing worst = {Sharing::SHARING_ALWAYS, ""};
  for (size_t axis = 0; axis < sizes.axes.size(); ++axis) {
    StateSharing own = JudgeAxis(sizes.axes[axis], axis, Find(place, axis));
    if (RankOf(own.sharing) < RankOf(worst.sharing)) worst = std::move(own);
  }
  return worst;
}

std::optional<CapacityExcess> FindExcess(ExprArena& arena, const StateCapacity& capacity,
                                         SymbolId steps, symbolic::Bindings bound, Work& work) {
  const Evaluation limit = symbolic::Evaluate(arena, capacity.size, bound, &work);
  const Evaluation first = symbolic::Evaluate(arena, capacity.first, bound, &work);
  if (!limit.ok() || !first.ok()) return std::nullopt;
  if (first.value > limit.value) return CapacityExcess{0, first.value, limit.value};
  if (capacity.after.is_unknown()) return std::nullopt;
  std::vector<std::optional<int64_t>> values(bound.begin(), bound.end());
  values.resize(std::max(values.size(), size_t{steps} + 1));
  // The size after so many steps; nothing: not known. What is beyond 64 bits is the largest one.
  const auto size_after = [&](int64_t count) -> std::optional<int64_t> {
    values[steps] = count;
    const Evaluation size = symbolic::Evaluate(arena, capacity.after, values, &work);
    if (size.status == Evaluation::Status::kOverflow) return std::numeric_limits<int64_t>::max();
    return size.ok() ? std::optional<int64_t>(size.value) : std::nullopt;
  };
  const auto exceeds = [&](int64_t count) {
    const std::optional<int64_t> size = size_after(count);
    return size && *size > limit.value;
  };
  const auto at = [&](int64_t count) {
    return CapacityExcess{count, size_after(count).value_or(0), limit.value};
  };
  const symbolic::Trend trend = symbolic::FindTrend(arena, capacity.after, steps);
  if (trend == symbolic::Trend::kOpen || trend == symbolic::Trend::kDown) {
    for (int64_t count = 1; count <= kMaxSteps && work.Count(); ++count) {
      if (exceeds(count)) return at(count);
    }
    return std::nullopt;
  }
  int64_t high = 1;
  constexpr int64_t kMost = int64_t{1} << 62;
  while (!exceeds(high)) {
    if (high == kMost || !size_after(high)) return std::nullopt;
    high *= 2;
  }
  int64_t low = high / 2;  // fits, or is before the first step
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (exceeds(middle) ? high : low) = middle;
  }
  return at(high);
}

}  // namespace shapewright::questions
