#include "core/questions/proofs/write_proofs.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/inference/text/fact_text.h"
#include "core/questions/proofs/smt_writer.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/printer.h"
#include "core/wire/printable.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using inference::FactReport;
using inference::FactState;
using inference::FactText;
using inference::Given;
using inference::ReportedFact;
using symbolic::Basis;
using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Fact;
using symbolic::Interval;
using symbolic::SymbolId;
using v1::Proofs;

constexpr size_t kMaxClaims = 10'000;
constexpr size_t kMaxBytes = size_t{16} << 20;

// A claim holds if its formula follows wherever the expressions have values.
struct Claim {
  Proofs::Claim::Kind kind;
  // Whether it may rest on what inference assumed.
  bool may_assume = false;
  std::vector<Expr> about;
  std::optional<Fact> fact;           // the claim is a fact,
  Interval bounds = Interval::All();  // or the interval of about[0]
  std::string text;
};

class ProofWriter {
 public:
  ProofWriter(Engine& engine, const FactReport& report, const Given* given)
      : engine_(engine),
        arena_(engine.workspace().exprs()),
        report_(report),
        given_(given),
        declared_(DeclaredBounds()),
        smt_(arena_, declared_, &text_) {}

  absl::StatusOr<std::string> Write(AnswerBudget& budget) {
    CollectFacts();
    CollectSymbols();
    CollectDims();
    std::stable_sort(claims_.begin(), claims_.end(),
                     [](const Claim& a, const Claim& b) { return a.may_assume < b.may_assume; });
    WriteAll();
    arena_.CountWork(text_.size() / kBytesPerCount);
    if (absl::Status status = engine_.work().Poll(); !status.ok()) return status;
    proofs_.set_smt_lib(std::move(text_));
    proofs_.set_claims_left_out(left_out_ + static_cast<uint32_t>(claims_.size()) -
                                static_cast<uint32_t>(proofs_.claims_size()));
    v1::InferShapesResponse answer;
    *answer.mutable_proofs() = std::move(proofs_);
    budget.Take(answer.ByteSizeLong());
    if (absl::Status status = budget.status(); !status.ok()) return status;
    return answer.SerializeAsString();
  }

 private:
  std::vector<Interval> DeclaredBounds() const {
    std::vector<Interval> bounds;
    for (const symbolic::Symbol& symbol : arena_.symbols()) bounds.push_back(symbol.bounds);
    return bounds;
  }

  std::string TextOf(Expr e) const {
    constexpr size_t kMostText = 512;
    symbolic::PrintStyle style;
    style.budget = kMostText;
    return symbolic::PrintInStyle(arena_, e, style)
        .value_or(e.is_symbolic() ? absl::StrCat("e", e.node()) : "?");
  }
  std::string TextOf(const Fact& fact) const {
    return FactText(fact.relation, TextOf(fact.left), TextOf(fact.right));
  }

  // Whether there is room for one more claim; else it is counted.
  bool HasRoom() {
    if (claims_.size() < kMaxClaims) return true;
    ++left_out_;
    return false;
  }

  void AddFact(Proofs::Claim::Kind kind, const Fact& fact, bool may_assume) {
    if (fact.left.is_unknown() || fact.right.is_unknown() || !HasRoom()) return;
    claims_.push_back({kind, may_assume, {fact.left, fact.right}, fact, {}, TextOf(fact)});
  }

  void AddBounds(Proofs::Claim::Kind kind, Expr e, Interval bounds) {
    if (!HasRoom()) return;
    claims_.push_back({kind,
                       true,
                       {e},
                       std::nullopt,
                       bounds,
                       absl::StrCat(TextOf(e), " in ", symbolic::ToString(bounds))});
  }

  // Upper bounds of what data decide are told as proved, but come from the rules.
  bool IsTrusted(const Fact& fact) const {
    const symbolic::Symbol* const symbol = arena_.AsSymbol(fact.left);
    return symbol != nullptr && symbol->upper.is_symbolic() &&
           fact.relation == symbolic::Relation::kAtMost && fact.source.left == symbol->origin;
  }

  void CollectFacts() {
    for (const ReportedFact& fact : report_.facts()) {
      if (fact.state == FactState::kProved && !IsTrusted(fact)) {
        AddFact(Proofs::Claim::KIND_FACT, fact, fact.told_basis() == Basis::kAssumed);
      }
    }
    for (const ReportedFact& fact : report_.implied()) {
      if (fact.scope != symbolic::kRootScope) continue;
      AddFact(Proofs::Claim::KIND_FACT, fact, fact.told_basis() == Basis::kAssumed);
    }
  }

  void CollectSymbols() {
    for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
      const symbolic::Symbol& symbol = arena_.symbol(id);
      if (symbol.kind == symbolic::SymbolKind::kDefined || !arena_.CountWork(1)) continue;
      const Expr self = Expr::FromNode(symbol.node);
      const Expr solution = engine_.workspace().facts().Solution(id);
      if (!solution.is_unknown()) {
        Fact fact{symbolic::Relation::kEqual, self, solution, {}, symbolic::kRootScope, {}};
        AddFact(Proofs::Claim::KIND_SOLUTION, fact, true);
      }
      const Interval learned = arena_.SymbolBounds(id);
      if (learned != declared_[id]) AddBounds(Proofs::Claim::KIND_BOUNDS, self, learned);
    }
  }

  void CollectDims() {
    const auto& workspace = engine_.workspace();
    const graph::Graph& main = workspace.model().graphs[0];
    HashSet<Expr> seen;
    std::vector<Expr> dims;
    for (graph::ValueId id = main.first_value; id < main.end_value; ++id) {
      if (workspace.model().values[id].graph != 0) continue;
      dims.clear();
      shape::AppendExpressions(engine_.workspace().types(), engine_.TypeOf(id), &dims);
      for (const Expr dim : dims) {
        if (!dim.is_symbolic() || arena_.AsSymbol(dim) != nullptr) continue;
        if (!arena_.CountWork(1) || !seen.insert(dim).second) continue;
        const Interval bounds = arena_.Bounds(dim);
        if (bounds != Interval::All()) AddBounds(Proofs::Claim::KIND_BOUNDS, dim, bounds);
      }
    }
  }

  // The facts of the main graph that hold in every run; `is_assumed` says which.
  void AssertFacts(bool is_assumed) {
    for (size_t i = 0; i < report_.facts().size(); ++i) {
      const ReportedFact& fact = report_.facts()[i];
      const bool is_told = fact.state != FactState::kRefuted && fact.state != FactState::kProved &&
                           fact.scope == symbolic::kRootScope;
      if (!is_told || (fact.told_basis() == Basis::kAssumed) != is_assumed) continue;
      if (text_.size() >= kMaxBytes) return;
      const auto formula = smt_.Formula(fact);
      if (!formula) continue;
      const std::string comment = Printable(TextOf(fact));
      absl::StrAppend(&text_, "; fact ", i, ": ", comment.substr(0, comment.find('\n')), "\n");
      AssertDefined({fact.left, fact.right});
      absl::StrAppend(&text_, "(assert ", *formula, ")\n");
    }
  }

  void AssertDefined(const std::vector<Expr>& roots) {
    for (const Expr e : roots) {
      const std::string defined = smt_.IsDefined(e);
      if (defined != "true") absl::StrAppend(&text_, "(assert ", defined, ")\n");
    }
  }

  // Those that premises give a list of values, which is no fact.
  std::vector<SymbolId> ListedSymbols() const {
    std::vector<SymbolId> listed;
    if (given_ == nullptr) return listed;
    for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
      const Given::Symbol* const known = given_->FindSymbol(arena_.symbol(id).name);
      if (known != nullptr && !known->allowed.empty()) listed.push_back(id);
    }
    return listed;
  }

  void AssertLists(const std::vector<SymbolId>& listed) {
    for (const SymbolId id : listed) {
      const Expr self = Expr::FromNode(arena_.symbol(id).node);
      if (!smt_.IsWritten(self) || text_.size() >= kMaxBytes) continue;
      absl::StrAppend(&text_, "(assert (or");
      for (const int64_t value : given_->FindSymbol(arena_.symbol(id).name)->allowed) {
        absl::StrAppend(&text_, " (= ", smt_.Term(self), " ", smt_.Term(value), ")");
      }
      absl::StrAppend(&text_, "))\n");
    }
  }

  void WriteAll() {
    text_ =
        "; Each check-sat asks whether a claim can be false: the answer has to be unsat.\n"
        "(set-logic QF_NIA)\n";
    const std::vector<SymbolId> listed = ListedSymbols();
    std::vector<Expr> all;
    for (const ReportedFact& fact : report_.facts()) all.insert(all.end(), {fact.left, fact.right});
    for (const Claim& claim : claims_)
      all.insert(all.end(), claim.about.begin(), claim.about.end());
    for (const SymbolId id : listed) all.push_back(Expr::FromNode(arena_.symbol(id).node));
    smt_.Define(all, kMaxBytes);
    AssertLists(listed);
    AssertFacts(false);
    bool has_assumed = false;
    for (const Claim& claim : claims_) {
      if (claim.may_assume && !has_assumed) {
        AssertFacts(true);
        has_assumed = true;
      }
      const bool is_full =
          static_cast<size_t>(proofs_.claims_size()) >= kMaxClaims || text_.size() >= kMaxBytes;
      if (is_full || !arena_.CountWork(1)) return;
      WriteClaim(claim);
    }
  }

  void WriteClaim(const Claim& claim) {
    const auto formula =
        claim.fact ? smt_.Formula(*claim.fact) : smt_.Within(claim.about.front(), claim.bounds);
    if (!formula) return;
    std::string line = Printable(claim.text);
    line = line.substr(0, line.find('\n'));
    absl::StrAppend(&text_, "; claim ", proofs_.claims_size(), ": ", line, "\n(push 1)\n");
    AssertDefined(claim.about);
    absl::StrAppend(&text_, "(assert (not ", *formula, "))\n(check-sat)\n(pop 1)\n");
    Proofs::Claim* const told = proofs_.add_claims();
    told->set_kind(claim.kind);
    told->set_text(line);
  }

  Engine& engine_;
  ExprArena& arena_;
  const FactReport& report_;
  const Given* given_;
  const std::vector<Interval> declared_;
  std::string text_;
  SmtWriter smt_;
  std::vector<Claim> claims_;
  // Further claims.
  uint32_t left_out_ = 0;
  Proofs proofs_;
};

}  // namespace

absl::StatusOr<std::string> WriteProofs(Engine& engine, const FactReport& report,
                                        const Given* given, AnswerBudget& budget) {
  return ProofWriter(engine, report, given).Write(budget);
}

}  // namespace shapewright::questions
