#include "core/inference/answer/answer_facts.h"

#include <vector>

namespace shapewright::inference {
namespace {

using ops::Severity;
using symbolic::Site;
using symbolic::SymbolKind;

// Field numbers of shapewright.v1.InferShapesResponse.
constexpr uint32_t kSymbolsField = 4;
constexpr uint32_t kConstraintsField = 5;
constexpr uint32_t kPreconditionsField = 6;
constexpr uint32_t kDiagnosticsField = 7;

uint64_t SymbolKindNumber(SymbolKind kind) { return static_cast<uint64_t>(kind) + 1; }

}  // namespace

void AnswerFacts::WriteConstraints(Explainer* explainer) {
  for (const ReportedFact& fact : report_.facts()) {
    if (check_.ShouldStop()) return;
    WriteConstraint(fact, explainer);
  }
}

void AnswerFacts::WriteConstraint(const ReportedFact& fact, Explainer* explainer) {
  const size_t begin = out_.Begin(kConstraintsField);
  out_.Varint(1, static_cast<uint64_t>(fact.relation));
  text_.WriteDim(out_, 2, fact.left);
  text_.WriteDim(out_, 3, fact.right);
  out_.Varint(4, static_cast<uint64_t>(fact.source.basis));
  out_.Varint(5, static_cast<uint64_t>(fact.state));
  WriteSites(fact);
  WriteGuards(7, fact.scope);
  out_.Prose(8, fact.source.reason);
  out_.Prose(9, fact.suggestion);
  if (explainer != nullptr && fact.state != FactState::kProved) WriteProvenance(fact, *explainer);
  WritePlaces(12, fact.conflicts_with);
  out_.End(begin);
}

// Constants come from nowhere.
void AnswerFacts::WriteProvenance(const symbolic::Fact& fact, Explainer& explainer) {
  if (fact.left.is_symbolic()) {
    for (const Site& site : explainer.ProvenanceOf(fact.source.left)) {
      text_.WriteSite(out_, 10, site);
    }
  }
  if (fact.right.is_symbolic()) {
    for (const Site& site : explainer.ProvenanceOf(fact.source.right)) {
      text_.WriteSite(out_, 11, site);
    }
  }
}

void AnswerFacts::WriteSites(const ReportedFact& fact) {
  text_.WriteSite(out_, 6, fact.source.left);
  if (!(fact.source.right == fact.source.left)) text_.WriteSite(out_, 6, fact.source.right);
  for (const Site& site : fact.also) text_.WriteSite(out_, 6, site);
}

void AnswerFacts::WritePlaces(uint32_t field, absl::Span<const uint32_t> places) {
  if (places.empty()) return;
  const size_t begin = out_.Begin(field);
  for (const uint32_t place : places) out_.Packed(place);
  out_.End(begin);
}

void AnswerFacts::WritePreconditions() {
  WritePlaces(kPreconditionsField, report_.Preconditions());
}

void AnswerFacts::WriteGuards(uint32_t field, symbolic::ScopeId scope) {
  const auto& scopes = workspace_.facts().scopes();
  std::vector<symbolic::ScopeId> chain;
  for (; scope != symbolic::kRootScope; scope = scopes[scope].parent) {
    chain.push_back(scope);
  }
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    const size_t begin = out_.Begin(field);
    text_.WriteSite(out_, 1, scopes[*it].guard.control);
    out_.NonEmpty(2, scopes[*it].guard.branch);
    out_.End(begin);
  }
}

void AnswerFacts::WriteSymbols() {
  VisitListedSymbols(workspace_, declared_, given_, text_, [this](const ListedSymbol& symbol) {
    if (check_.ShouldStop()) return false;
    WriteSymbol(symbol);
    return true;
  });
}

void AnswerFacts::WriteSolved(absl::string_view text) {
  const size_t begin = out_.Begin(5);
  out_.Text(2, text);
  out_.End(begin);
}

void AnswerFacts::WriteSymbol(const ListedSymbol& symbol) {
  const size_t begin = out_.Begin(kSymbolsField);
  out_.Text(1, symbol.name);
  out_.Varint(2, SymbolKindNumber(symbol.kind));
  if (symbol.bounds.has_value()) text_.WriteInterval(out_, 3, *symbol.bounds);
  if (symbol.given != nullptr && symbol.given->divisor > 1) {
    out_.Varint(4, static_cast<uint64_t>(symbol.given->divisor));
  }
  if (symbol.kind == SymbolKind::kDefined) {
    WriteSolved(symbol.definition);
  } else if (!symbol.solved.is_unknown() || !symbol.bounds.has_value()) {
    text_.WriteDim(out_, 5, symbol.solved);
  }
  if (symbol.origin.has_value()) text_.WriteSite(out_, 6, *symbol.origin);
  out_.Prose(7, symbol.reason);
  if (symbol.given != nullptr) WriteGiven(*symbol.given);
  out_.NonZero(10, static_cast<uint64_t>(symbol.element));
  out_.End(begin);
}

void AnswerFacts::WriteGiven(const Given::Symbol& given) {
  if (!given.allowed.empty()) {
    const size_t begin = out_.Begin(8);
    for (const int64_t value : given.allowed) out_.Packed(static_cast<uint64_t>(value));
    out_.End(begin);
  }
  if (given.opt.has_value()) out_.Varint(9, static_cast<uint64_t>(*given.opt));
}

void AnswerFacts::WriteDiagnostics(size_t limit) {
  size_t written = 0;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    const auto& diagnostics = workspace_.diagnostics();
    for (size_t i = 0; i < diagnostics.size(); ++i) {
      if (check_.ShouldStop()) return;
      if (diagnostics[i].severity != severity) continue;
      if (written++ < limit) WriteDiagnostic(diagnostics[i], i);
    }
  }
}

void AnswerFacts::WriteDiagnostic(const ops::Diagnostic& diagnostic, size_t number) {
  const size_t begin = out_.Begin(kDiagnosticsField);
  out_.Varint(1, static_cast<uint64_t>(diagnostic.severity));
  out_.Text(2, diagnostic.code);
  out_.Prose(3, diagnostic.message);
  text_.WriteSite(out_, 4, diagnostic.site);
  for (const Site& site : diagnostic.related) text_.WriteSite(out_, 5, site);
  out_.Prose(8, diagnostic.suggestion);
  if (const auto place = report_.PlaceOf(diagnostic, number)) {
    std::vector<uint32_t> places = report_.facts()[*place].conflicts_with;
    places.push_back(*place);
    WritePlaces(9, places);
  }
  out_.End(begin);
}

}  // namespace shapewright::inference
