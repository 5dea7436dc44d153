#include "core/questions/evaluation/model_bucket_sizes.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/facts/given_facts.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using inference::Engine;
using inference::FactReport;
using inference::FactState;
using inference::Given;
using inference::Holds;
using inference::OnlySymbol;
using inference::ReportedFact;
using symbolic::Expr;

// The sizes that are tried in turn.
constexpr int kMaxBucketTries = 4096;

}  // namespace

ModelBucketSizes::ModelBucketSizes(Engine& engine, const FactReport& report,
                                   Evaluations& evaluations,
                                   const v1::ChooseBucketsRequest& request, Work& work)
    : engine_(engine),
      report_(report),
      work_(work),
      evaluations_(evaluations),
      request_(request),
      values_(engine.workspace().exprs().symbols().size()) {
  const SymbolBinder binder(engine);
  HashSet<absl::string_view> names;
  for (int i = 0; i < request.symbols_size() && status_.ok(); ++i) {
    status_ = names.insert(request.symbols(i)).second
                  ? AddSymbol(binder, request.symbols(i))
                  : absl::InvalidArgumentError(
                        absl::StrCat(graph::Quoted(request.symbols(i)), " stands there twice"));
    if (!status_.ok()) status_ = graph::Within(graph::Item("symbols", i), status_);
  }
}

absl::Status ModelBucketSizes::AddSymbol(const SymbolBinder& binder, const std::string& name) {
  const auto id = binder.FindSymbol(name);
  if (!id) return absl::InvalidArgumentError(binder.NoSymbol(name));
  symbolic::ExprArena& arena = engine_.workspace().exprs();
  Symbol& symbol = symbols_.emplace_back();
  symbol.id = *id;
  const Given* const given = engine_.given();
  const Given::Symbol* const known = given == nullptr ? nullptr : given->FindSymbol(name);
  if (known != nullptr) symbol.allowed = *known;
  symbol.allowed.bounds = Intersect(symbol.allowed.bounds, arena.symbol(*id).bounds);
  std::vector<Expr> sides;
  for (const ReportedFact& fact : report_.facts()) {
    const bool counts = fact.state != FactState::kRefuted && fact.scope == symbolic::kRootScope &&
                        fact.told_basis() != symbolic::Basis::kAssumed;
    if (!counts || OnlySymbol(arena, fact) != *id) continue;
    symbol.relations.push_back(fact.relation);
    sides.insert(sides.end(), {fact.left, fact.right});
  }
  symbol.sides.emplace(arena, sides);
  return absl::OkStatus();
}

bool ModelBucketSizes::Holds(Symbol& symbol, int64_t size) {
  values_[symbol.id] = size;
  const auto sides = symbol.sides->Run(values_);
  values_[symbol.id].reset();
  for (size_t i = 0; i < symbol.relations.size(); ++i) {
    const symbolic::Evaluation& left = sides[2 * i];
    const symbolic::Evaluation& right = sides[2 * i + 1];
    if (!left.ok() || !right.ok()) continue;
    if (!inference::Holds(symbol.relations[i], left.value, right.value)) return false;
  }
  return true;
}

std::optional<int64_t> ModelBucketSizes::Next(size_t symbol, int64_t size) {
  Symbol& of = symbols_[symbol];
  for (int i = 0; i < kMaxBucketTries && work_.Count(1 + of.sides->steps()); ++i) {
    const std::optional<int64_t> next = of.allowed.From(size, true);
    if (!next || Holds(of, *next)) return next;
    size = *next + 1;
  }
  return std::nullopt;
}

absl::Status ModelBucketSizes::Check(absl::Span<const int64_t> sizes) {
  v1::Binding binding;
  for (size_t i = 0; i < sizes.size(); ++i) {
    v1::SymbolSize* size = binding.add_symbols();
    size->set_symbol(request_.symbols(static_cast<int>(i)));
    size->set_size(sizes[i]);
  }
  work_.Count(evaluations_.steps());
  absl::Status status = evaluations_.Evaluate(binding, work_);
  if (!status.ok()) return status;
  for (const v1::Violation& violation : evaluations_.rest().violations()) {
    // A model that is wrong at every size is asked about all the same.
    if (violation.kind() == v1::Violation::KIND_MODEL) continue;
    return absl::InvalidArgumentError(violation.message());
  }
  return absl::OkStatus();
}

}  // namespace shapewright::questions
