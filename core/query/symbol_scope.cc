#include "core/query/symbol_scope.h"

#include <algorithm>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/checked_math.h"
#include "core/graph/read_error.h"
#include "core/query/case_error.h"
#include "core/query/read_interval.h"

namespace shapewright::query {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolKind;

constexpr uint64_t kCountPerName = 8;
constexpr size_t kNameBytesPerCount = 16;
// They are sorted.
constexpr uint64_t kCountPerAllowed = 4;

symbolic::ExprLimits LimitsOf(const QueryOptions& options) {
  symbolic::ExprLimits limits;
  limits.total_nodes = options.max_expression_nodes;
  return limits;
}

// The interval without values that are no multiples; empty where the next one inwards leaves 64
// bits.
Interval RoundInwards(Interval bounds, int64_t divisor) {
  if (divisor <= 1 || bounds.is_empty()) return bounds;
  if (bounds.has_min()) {
    const auto low = symbolic::CheckedCeilDiv(bounds.min, divisor);
    const auto rounded = low ? symbolic::CheckedMul(*low, divisor) : std::nullopt;
    if (!rounded) return Interval::Empty();
    bounds.min = *rounded;
  }
  if (bounds.has_max()) {
    const auto rounded = symbolic::CheckedMul(symbolic::FloorDivide(bounds.max, divisor), divisor);
    if (!rounded) return Interval::Empty();
    bounds.max = *rounded;
  }
  return bounds;
}

}  // namespace

SymbolScope::SymbolScope(const QueryOptions& options)
    : exprs_(LimitsOf(options), options.work), facts_(exprs_) {}

void SymbolScope::Reset() {
  exprs_.Reset();
  facts_.Reset();
  types_.Reset();
  names_.clear();
  declared_names_.clear();
  ids_.clear();
  indexed_ = 0;
  restrictions_.clear();
  origins_.clear();
  defined_.clear();
}

absl::StatusOr<Expr> SymbolScope::Resolve(absl::string_view name) {
  if (name == "?") return exprs_.AddAnonymous(Interval::Size(), "", symbolic::Site());
  const auto found = names_.find(name);
  if (found != names_.end()) return found->second;
  Expr symbol;
  if (absl::StartsWith(name, "?")) {
    symbol = exprs_.AddAnonymous(Interval::Size(), "", symbolic::Site());
  } else {
    symbolic::Symbol named;
    named.name = std::string(name);
    const bool is_element = absl::EndsWith(name, "]");
    named.kind = is_element ? SymbolKind::kInputValue : SymbolKind::kInputDim;
    named.bounds = is_element ? Interval::All() : Interval::Size();
    symbol = exprs_.AddSymbol(named);
  }
  if (exprs_.is_stopped()) return exprs_.work_status();
  if (symbol.is_unknown()) {
    absl::Status error = absl::ResourceExhaustedError("the texts have too many symbols");
    error.SetPayload(graph::kReasonPayload, absl::Cord("TOO_MANY_EXPRESSIONS"));
    return error;
  }
  names_.emplace(std::string(name), symbol);
  if (exprs_.symbol(IdOf(symbol)).name != name) {
    declared_names_.emplace(IdOf(symbol), std::string(name));
  }
  return symbol;
}

absl::StatusOr<SymbolScope::Declaration> SymbolScope::Read(const v1::SymbolFact& fact) const {
  if (fact.symbol().empty() || fact.symbol() == "?") {
    return CaseError("symbol", "name a symbol");
  }
  if (fact.divisor() < 0) {
    return CaseError("divisor", absl::StrCat("is negative: ", fact.divisor()));
  }
  const absl::StatusOr<Interval> bounds = ReadInterval(fact.bounds());
  if (!bounds.ok()) return graph::Within("bounds", bounds.status());
  Declaration declaration{fact.symbol(), *bounds, fact.divisor(), nullptr};
  if (fact.allowed().empty()) return declaration;
  if (!exprs_.CountWork(static_cast<uint64_t>(fact.allowed_size()) * kCountPerAllowed)) {
    return exprs_.work_status();
  }
  std::vector<int64_t> allowed(fact.allowed().begin(), fact.allowed().end());
  std::sort(allowed.begin(), allowed.end());
  declaration.bounds = Intersect(*bounds, {allowed.front(), allowed.back()});
  declaration.allowed = std::make_shared<const std::vector<int64_t>>(std::move(allowed));
  return declaration;
}

absl::Status SymbolScope::Declare(const v1::SymbolFact& fact) {
  const absl::StatusOr<Declaration> declaration = Read(fact);
  return declaration.ok() ? Declare(*declaration) : declaration.status();
}

absl::Status SymbolScope::Declare(const Declaration& declaration) {
  // Names are copied, and may be long.
  const auto& [name, bounds, divisor, allowed] = declaration;
  if (!exprs_.CountWork(1 + name.size() / kNameBytesPerCount)) return exprs_.work_status();
  const absl::StatusOr<Expr> symbol = Resolve(name);
  if (!symbol.ok()) return symbol.status();
  const symbolic::SymbolId id = IdOf(*symbol);
  const Interval all = RoundInwards(Intersect(exprs_.SymbolBounds(id), bounds), divisor);
  if (all.is_empty()) return CaseError("bounds", "no value fits");
  exprs_.SetSymbolBounds(id, all);
  if (divisor > 1 || allowed != nullptr) restrictions_.push_back({id, divisor, allowed});
  return absl::OkStatus();
}

absl::Span<const symbolic::SymbolId> SymbolScope::Named(absl::string_view name) {
  exprs_.CountWork(1 + (exprs_.symbols().size() - indexed_) * kCountPerName);
  for (; indexed_ < exprs_.symbols().size(); ++indexed_) {
    const std::string declared = DeclaredName(indexed_);
    ids_[declared.empty() ? exprs_.symbol(indexed_).name : declared].push_back(indexed_);
  }
  const auto found = ids_.find(name);
  if (found == ids_.end()) return {};
  return found->second;
}

void SymbolScope::PlaceNewSymbols(const symbolic::Site& site) {
  for (size_t id = origins_.size(); id < exprs_.symbols().size(); ++id) {
    origins_.push_back(site);
    if (exprs_.symbols()[id].kind == SymbolKind::kDefined) {
      defined_.push_back(static_cast<symbolic::SymbolId>(id));
    }
  }
}

void SymbolScope::PlaceOnAxis(Expr dim, const symbolic::Site& site) {
  if (exprs_.AsSymbol(dim) == nullptr) return;
  symbolic::Site& origin = origins_[IdOf(dim)];
  if (origin.axis == symbolic::Site::kNone && origin.input == site.input) origin = site;
}

std::string SymbolScope::DeclaredName(symbolic::SymbolId id) const {
  const auto found = declared_names_.find(id);
  return found == declared_names_.end() ? "" : found->second;
}

}  // namespace shapewright::query
