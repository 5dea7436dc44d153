#include "core/inference/answer/answer_facts.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "core/inference/text/fact_text.h"
#include "core/inference/text/node_text.h"
#include "core/shape/text/print.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {
namespace {

using rules::Severity;
using symbolic::Expr;
using symbolic::Site;

using FactsResponse = v1::InferShapesResponse;

}  // namespace

std::vector<uint32_t> ListedDiagnostics(rules::Workspace& workspace, size_t limit) {
  const std::vector<rules::Diagnostic>& diagnostics = workspace.diagnostics();
  std::vector<uint32_t> listed;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    for (uint32_t i = 0; i < diagnostics.size() && listed.size() < limit; ++i) {
      if (diagnostics[i].severity == severity) listed.push_back(i);
    }
  }
  return listed;
}

void AnswerFacts::WriteFacts() {
  std::vector<bool> is_precondition(report_.facts().size());
  for (const uint32_t place : report_.Preconditions()) is_precondition[place] = true;
  for (size_t i = 0; i < report_.facts().size(); ++i) {
    if (check_.ShouldStop()) return;
    WriteFact(report_.facts()[i], is_precondition[i]);
  }
}

std::string AnswerFacts::SideText(Expr side) {
  if (side.is_unknown()) return "?";
  return side.is_symbolic() ? std::string(text_.Print(side)) : absl::StrCat(side.constant());
}

void AnswerFacts::WriteFact(const ReportedFact& fact, bool is_precondition) {
  using Message = v1::Fact;
  const size_t begin = out_.Begin(FactsResponse::kFactsFieldNumber);
  out_.Text(Message::kTextFieldNumber,
            FactText(fact.relation, SideText(fact.left), SideText(fact.right)));
  out_.Varint(Message::kRelationFieldNumber, static_cast<uint64_t>(fact.relation));
  text_.writer().PutAmount(Message::kLeftFieldNumber, fact.left, out_);
  text_.writer().PutAmount(Message::kRightFieldNumber, fact.right, out_);
  out_.Varint(Message::kBasisFieldNumber, static_cast<uint64_t>(fact.told_basis()));
  out_.Varint(Message::kStateFieldNumber, static_cast<uint64_t>(fact.state));
  out_.NonZero(Message::kPreconditionFieldNumber, is_precondition ? 1 : 0);
  WriteSites(fact);
  WriteCircumstances(Message::kCircumstancesFieldNumber, fact.scope);
  out_.Prose(Message::kReasonFieldNumber, fact.source.reason());
  out_.Prose(Message::kSuggestionFieldNumber, fact.suggestion);
  WritePlaces(Message::kConflictsWithFieldNumber, fact.conflicts_with);
  out_.NonEmpty(Message::kCheckFieldNumber, fact.source.check.id);
  out_.End(begin);
}

void AnswerFacts::WriteSites(const ReportedFact& fact) {
  constexpr uint32_t kField = v1::Fact::kSitesFieldNumber;
  // A premise about several symbols has no place.
  if (!(fact.source.left == Site())) text_.WriteSite(out_, kField, fact.source.left);
  if (!(fact.source.right == fact.source.left)) text_.WriteSite(out_, kField, fact.source.right);
  for (const Site& site : fact.also) text_.WriteSite(out_, kField, site);
}

void AnswerFacts::WritePlaces(uint32_t field, absl::Span<const uint32_t> places) {
  if (places.empty()) return;
  const size_t begin = out_.Begin(field);
  for (const uint32_t place : places) out_.Packed(place);
  out_.End(begin);
}

void AnswerFacts::WriteCircumstances(uint32_t field, symbolic::ScopeId scope) {
  const auto& scopes = workspace_.facts().scopes();
  std::vector<symbolic::ScopeId> chain;
  for (; scope != symbolic::kRootScope; scope = scopes[scope].parent) {
    chain.push_back(scope);
  }
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    const size_t begin = out_.Begin(field);
    text_.WriteSite(out_, v1::Circumstance::kControlFieldNumber, scopes[*it].guard.control);
    const symbolic::Guard& guard = scopes[*it].guard;
    out_.NonEmpty(v1::Circumstance::kBranchFieldNumber, guard.branch);
    if (guard.branch.empty() && !guard.runs_if.empty()) {
      out_.Text(v1::Circumstance::kConditionFieldNumber,
                shape::BareCondition(text_.ConditionOf(guard.runs_if.front())));
    }
    out_.End(begin);
  }
}

void AnswerFacts::WriteSymbols(uint32_t field, AssumedRanges& ranges) {
  VisitListedSymbols(workspace_, declared_, given_, ranges, text_, [&](const ListedSymbol& symbol) {
    if (check_.ShouldStop()) return false;
    WriteSymbol(field, symbol);
    return true;
  });
}

void AnswerFacts::WriteSymbol(uint32_t field, const ListedSymbol& symbol) {
  answer::ToldSymbol told;
  told.name = symbol.name;
  told.kind = symbol.kind;
  told.range = symbol.bounds;
  if (symbol.given != nullptr) {
    told.divisor = symbol.given->divisor;
    told.allowed = symbol.given->allowed;
  }
  told.equals = symbol.solved;
  told.definition = symbol.definition;
  told.origin = symbol.origin;
  if (symbol.origin) told.origin_names = SiteNamesOf(workspace_.model(), *symbol.origin);
  told.reason = symbol.reason;
  text_.writer().PutSymbol(field, told, out_);
}

void AnswerFacts::WriteDiagnostics(size_t limit) {
  for (const uint32_t number : ListedDiagnostics(workspace_, limit)) {
    if (check_.ShouldStop()) return;
    WriteDiagnostic(workspace_.diagnostics()[number], number);
  }
}

void AnswerFacts::WriteDiagnostic(const rules::Diagnostic& diagnostic, size_t number) {
  using Message = v1::Diagnostic;
  const size_t begin = out_.Begin(FactsResponse::kDiagnosticsFieldNumber);
  out_.Varint(Message::kSeverityFieldNumber, static_cast<uint64_t>(diagnostic.severity));
  out_.Text(Message::kCodeFieldNumber, diagnostic.code);
  out_.Prose(Message::kMessageFieldNumber, diagnostic.message);
  text_.WriteSite(out_, Message::kSiteFieldNumber, diagnostic.site);
  for (const Site& site : diagnostic.related) {
    text_.WriteSite(out_, Message::kRelatedFieldNumber, site);
  }
  out_.Prose(Message::kSuggestionFieldNumber, diagnostic.suggestion);
  if (const auto place = report_.PlaceOf(diagnostic, number)) {
    const ReportedFact& fact = report_.facts()[*place];
    std::vector<uint32_t> places = fact.conflicts_with;
    places.push_back(*place);
    WritePlaces(Message::kFactsFieldNumber, places);
    WriteCircumstances(Message::kCircumstancesFieldNumber, fact.scope);
  }
  out_.NonEmpty(Message::kCheckFieldNumber, diagnostic.check);
  out_.End(begin);
}

}  // namespace shapewright::inference
