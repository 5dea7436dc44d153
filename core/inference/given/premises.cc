#include "core/inference/given/premises.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::ParsedRelation;

// Approximate operations per premise, besides those of its expressions.
constexpr uint64_t kCountPerPremise = 32;
// Values of an expression; lists for symbols may be longer.
constexpr size_t kMaxListed = 64;

absl::Status Malformed(absl::string_view message) {
  return graph::ReadError(graph::reason::kMalformedPremise, message);
}

// coefficient * symbol + constant.
struct LinearForm {
  symbolic::SymbolId symbol;
  int64_t coefficient;
  int64_t constant;
};

bool HasValue(const Given::Symbol& symbol) {
  if (symbol.bounds.is_empty()) return false;
  if (!symbol.allowed.empty()) {
    const auto least =
        std::lower_bound(symbol.allowed.begin(), symbol.allowed.end(), symbol.bounds.min);
    return least != symbol.allowed.end() && *least <= symbol.bounds.max;
  }
  if (symbol.divisor <= 1 || !symbol.bounds.has_min()) return true;
  const auto least = symbolic::CheckedCeilDiv(symbol.bounds.min, symbol.divisor);
  const auto multiple = least ? symbolic::CheckedMul(*least, symbol.divisor) : std::nullopt;
  return multiple.has_value() && *multiple <= symbol.bounds.max;
}

class PremiseReader {
 public:
  PremiseReader(Work* work, Given* given) : work_(*work), exprs_({}, work), given_(*given) {}

  absl::Status Read(const std::string& text, int index);
  // Once all are read.
  void Finish();

 private:
  absl::StatusOr<Expr> Resolve(absl::string_view name);
  // The relations at these places, for when the symbols of the model are known.
  void Keep(const std::string& text, int index, symbolic::RelationText read,
            std::vector<size_t> places);
  // A relation that no Symbol holds.
  static absl::Status CheckKept(const ParsedRelation& relation, absl::string_view text);
  // False for a relation that is no range, divisor or list of a symbol.
  bool Take(const ParsedRelation& relation, int index);
  bool TakeAtMost(Expr left, Expr right);
  std::optional<bool> TakeWithin(Expr left, Expr right);
  bool TakeEqual(const ParsedRelation& relation);
  bool TakeDivisor(const ParsedRelation& relation);
  bool TakeList(const ParsedRelation& relation);
  std::optional<LinearForm> Difference(Expr left, Expr right) const;
  Given::Symbol& SymbolOf(symbolic::SymbolId id) { return Taken(exprs_.symbol(id).name); }
  Given::Symbol* AsSymbol(Expr e) {
    const symbolic::Symbol* const symbol = exprs_.AsSymbol(e);
    return symbol == nullptr ? nullptr : &Taken(symbol->name);
  }
  // Valid until the next one.
  Given::Symbol& Taken(absl::string_view name) {
    Given::Symbol& symbol = given_.SymbolOf(name);
    taken_.push_back(static_cast<size_t>(&symbol - given_.symbols.data()));
    return symbol;
  }
  void KeepMultiples(Given::Symbol& symbol);

  Work& work_;
  // An arena of its own with unbounded symbols, so that a premise such as N >= 0 is not simplified
  // away.
  symbolic::ExprArena exprs_;
  HashMap<std::string, Expr> names_;
  Given& given_;
  // The symbols of the relation that was taken last, by their places.
  std::vector<size_t> taken_;
};

absl::StatusOr<Expr> PremiseReader::Resolve(absl::string_view name) {
  if (name == "?") return absl::InvalidArgumentError("? is another unknown each time");
  const auto [found, is_new] = names_.try_emplace(std::string(name));
  if (!is_new) return found->second;
  symbolic::Symbol symbol;
  symbol.name = found->first;
  symbol.bounds = Interval::All();
  return found->second = exprs_.AddSymbol(std::move(symbol));
}

// right - left as a linear form; nothing if it is not linear in exactly one symbol.
std::optional<LinearForm> PremiseReader::Difference(Expr left, Expr right) const {
  if (left.is_unknown() || right.is_unknown()) return std::nullopt;
  const auto terms = symbolic::DifferenceTerms(exprs_, right, left);
  if (!terms.has_value() || terms->empty() || terms->size() > 2) return std::nullopt;
  const symbolic::Term& first = terms->front();
  const symbolic::ExprNode& node = exprs_.node(first.monomial);
  const bool is_symbol =
      first.monomial != symbolic::kUnitMonomial && node.kind == symbolic::NodeKind::kSymbol;
  const bool is_linear =
      is_symbol && (terms->size() == 1 || terms->back().monomial == symbolic::kUnitMonomial);
  if (!is_linear || first.coefficient == std::numeric_limits<int64_t>::min()) return std::nullopt;
  return LinearForm{node.symbol, first.coefficient, symbolic::ConstantTerm(*terms)};
}

// `c <= min(a, b)`, `max(a, b) <= c`, `c <= a//d` and `a//d <= c` say the same of a and b; nothing
// for other relations.
std::optional<bool> PremiseReader::TakeWithin(Expr left, Expr right) {
  const bool is_lower = left.is_constant() && right.is_symbolic();
  if (!is_lower && !(right.is_constant() && left.is_symbolic())) return std::nullopt;
  const int64_t bound = is_lower ? left.constant() : right.constant();
  const symbolic::ExprNode& node = exprs_.node((is_lower ? right : left).node());
  if (node.defined) return std::nullopt;
  const auto take = [&](Expr e, int64_t limit) {
    return is_lower ? TakeAtMost(limit, e) : TakeAtMost(e, limit);
  };
  if (const auto quotient = symbolic::AsConstantQuotient(node)) {
    const auto next = symbolic::CheckedAdd(bound, is_lower ? 0 : 1);
    const auto limit = next ? symbolic::CheckedMul(*next, quotient->divisor) : std::nullopt;
    return limit && take(quotient->dividend, is_lower ? *limit : *limit - 1);
  }
  if (node.kind != (is_lower ? symbolic::NodeKind::kMin : symbolic::NodeKind::kMax)) {
    return std::nullopt;
  }
  // The nodes may move when others are added.
  const std::vector<Expr> operands(node.operands.begin(), node.operands.end());
  return std::all_of(operands.begin(), operands.end(), [&](Expr e) { return take(e, bound); });
}

bool PremiseReader::TakeAtMost(Expr left, Expr right) {
  if (!work_.Count()) return false;
  if (const std::optional<bool> taken = TakeWithin(left, right)) return *taken;
  const auto form = Difference(left, right);
  const auto bound = form ? symbolic::CheckedSub(0, form->constant) : std::nullopt;
  if (!bound.has_value()) return false;
  Interval bounds = Interval::All();
  if (form->coefficient > 0) {
    bounds.min = symbolic::CeilDivide(*bound, form->coefficient);
  } else {
    bounds.max = symbolic::FloorDivide(*bound, form->coefficient);
  }
  Given::Symbol& symbol = SymbolOf(form->symbol);
  symbol.bounds = Intersect(symbol.bounds, bounds);
  return true;
}

bool PremiseReader::TakeEqual(const ParsedRelation& relation) {
  // The fact that inputs share a symbol reads so; it says nothing more of the symbol.
  if (relation.left.is_symbolic() && relation.left == relation.right) return true;
  const auto form = Difference(relation.left, relation.right);
  const auto value = form ? symbolic::CheckedSub(0, form->constant) : std::nullopt;
  if (!value.has_value()) return false;
  Given::Symbol& symbol = SymbolOf(form->symbol);
  const bool is_whole = *value % form->coefficient == 0;
  symbol.bounds = is_whole ? Intersect(symbol.bounds, Interval::Point(*value / form->coefficient))
                           : Interval::Empty();
  return true;
}

void PremiseReader::KeepMultiples(Given::Symbol& symbol) {
  if (symbol.divisor <= 1 || symbol.allowed.empty()) return;
  work_.Count(symbol.allowed.size());
  const auto is_other = [&](int64_t value) { return value % symbol.divisor != 0; };
  symbol.allowed.erase(std::remove_if(symbol.allowed.begin(), symbol.allowed.end(), is_other),
                       symbol.allowed.end());
  if (symbol.allowed.empty()) symbol.bounds = Interval::Empty();
}

bool PremiseReader::TakeDivisor(const ParsedRelation& relation) {
  Given::Symbol* const symbol = AsSymbol(relation.left);
  if (symbol == nullptr) return false;
  const int64_t divisor = relation.right.constant();
  const auto both = symbolic::CheckedMul(
      symbol->divisor / symbolic::CommonFactor(symbol->divisor, divisor), divisor);
  // If the least common multiple exceeds 64 bits, 0 is the only multiple left.
  if (!both.has_value()) symbol->bounds = Intersect(symbol->bounds, Interval::Point(0));
  if (!both.has_value() || *both == symbol->divisor) return true;
  symbol->divisor = *both;
  KeepMultiples(*symbol);
  return true;
}

bool PremiseReader::TakeList(const ParsedRelation& relation) {
  Given::Symbol* const symbol = AsSymbol(relation.left);
  if (symbol == nullptr) return false;
  const std::vector<int64_t>& values = *relation.values;
  work_.Count(values.size());
  const bool is_first = symbol->allowed.empty();
  std::vector<int64_t> both;
  for (const int64_t value : values) {
    const bool is_known =
        is_first || std::binary_search(symbol->allowed.begin(), symbol->allowed.end(), value);
    if (is_known) both.push_back(value);
  }
  symbol->allowed = std::move(both);
  if (symbol->allowed.empty()) symbol->bounds = Interval::Empty();
  KeepMultiples(*symbol);
  return true;
}

bool PremiseReader::Take(const ParsedRelation& relation, int index) {
  bool is_taken = false;
  taken_.clear();
  switch (relation.kind) {
    case ParsedRelation::Kind::kAtMost:
      is_taken = TakeAtMost(relation.left, relation.right);
      break;
    case ParsedRelation::Kind::kEqual:
      is_taken = TakeEqual(relation);
      break;
    case ParsedRelation::Kind::kDivisible:
      is_taken = TakeDivisor(relation);
      break;
    case ParsedRelation::Kind::kOneOf:
      is_taken = TakeList(relation);
      break;
    case ParsedRelation::Kind::kNotEqual:
    case ParsedRelation::Kind::kBroadcastable:
      break;
  }
  for (const size_t place : taken_) given_.symbols[place].premise = index;
  return is_taken;
}

absl::Status PremiseReader::Read(const std::string& text, int index) {
  if (!work_.Count(kCountPerPremise + text.size())) return work_.status();
  absl::StatusOr<symbolic::RelationText> read = symbolic::ReadRelations(text);
  if (!read.ok()) return Malformed(read.status().message());
  const absl::StatusOr<std::vector<ParsedRelation>> relations = symbolic::BuildRelations(
      exprs_, *read, [this](absl::string_view name) { return Resolve(name); });
  if (work_.is_stopped()) return work_.status();
  if (!relations.ok()) {
    return absl::IsInvalidArgument(relations.status()) ? Malformed(relations.status().message())
                                                       : relations.status();
  }
  std::vector<size_t> kept;
  for (size_t place = 0; place < relations->size(); ++place) {
    const ParsedRelation& relation = (*relations)[place];
    if (!Take(relation, index)) {
      absl::Status status = CheckKept(relation, text);
      if (!status.ok()) return status;
      kept.push_back(place);
    }
    const bool have_values = std::all_of(taken_.begin(), taken_.end(), [this](size_t taken) {
      return HasValue(given_.symbols[taken]);
    });
    if (have_values) continue;
    return Malformed(absl::StrCat(graph::Quoted(text), " never holds beside the other premises"));
  }
  if (!kept.empty()) Keep(text, index, *std::move(read), std::move(kept));
  return absl::OkStatus();
}

absl::Status PremiseReader::CheckKept(const ParsedRelation& relation, absl::string_view text) {
  if (!relation.left.is_symbolic() && !relation.right.is_symbolic()) {
    return Malformed(absl::StrCat(graph::Quoted(text), " is about no symbol"));
  }
  if (relation.values != nullptr && relation.values->size() > kMaxListed) {
    return Malformed(absl::StrCat(graph::Quoted(text), ": a list for an expression has at most ",
                                  kMaxListed, " values"));
  }
  return absl::OkStatus();
}

void PremiseReader::Keep(const std::string& text, int index, symbolic::RelationText read,
                         std::vector<size_t> places) {
  const std::string reason = absl::StrCat("premises[", index, "]");
  given_.relations.push_back({index, graph::CopyText(&given_.memory, text), std::move(read),
                              std::move(places), graph::CopyText(&given_.memory, reason)});
}

void PremiseReader::Finish() {
  for (Given::Symbol& symbol : given_.symbols) {
    if (symbol.allowed.empty()) continue;
    const auto is_outside = [&](int64_t value) { return !symbol.bounds.Contains(value); };
    symbol.allowed.erase(std::remove_if(symbol.allowed.begin(), symbol.allowed.end(), is_outside),
                         symbol.allowed.end());
    symbol.bounds = {symbol.allowed.front(), symbol.allowed.back()};
  }
}

}  // namespace

absl::Status ReadPremises(const google::protobuf::RepeatedPtrField<std::string>& premises,
                          Work* work, Given* given) {
  if (premises.empty()) return absl::OkStatus();
  PremiseReader reader(work, given);
  for (int i = 0; i < premises.size(); ++i) {
    absl::Status status = reader.Read(premises[i], i);
    if (!status.ok()) return graph::Within(graph::Item("premises", i), std::move(status));
  }
  reader.Finish();
  return absl::OkStatus();
}

}  // namespace shapewright::inference
