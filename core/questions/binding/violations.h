#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_VIOLATIONS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_VIOLATIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/algebra/evaluate.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// A symbol of an input, and its value under a binding.
struct Pin {
  std::string name;
  int64_t value = 0;

  friend auto operator<=>(const Pin&, const Pin&) = default;
};

// The errors of a model as violations, which no sizes heal; the first few.
std::vector<v1::Violation> ErrorsOf(rules::Workspace& workspace);

// Decides for given values of the symbols whether the branches and bodies that guard facts run
// (S2): known where the conditions of Ifs and the trip counts of loops are expressions (S32).
class GuardConditions {
 public:
  explicit GuardConditions(rules::Workspace& workspace) : workspace_(workspace) {}

  // Appends the conditions of the scope to the expressions to evaluate.
  void Add(symbolic::ScopeId scope, std::vector<symbolic::Expr>* roots);

  // Whether a branch or body around the scope certainly does not run.
  bool NeverRuns(symbolic::ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const;
  // Whether all of them certainly run.
  bool SurelyRuns(symbolic::ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const;

 private:
  // The range of a scope's conditions in the evaluated expressions; each must be positive.
  struct Conditions {
    size_t first = 0;
    size_t count = 0;
  };

  rules::Workspace& workspace_;
  HashMap<symbolic::ScopeId, Conditions> conditions_;
};

// Checks the facts of a finished inference against values of its symbols. Not
// thread-safe.
class ViolationFinder {
 public:
  // Both outlive it.
  ViolationFinder(inference::Engine& engine, const inference::FactReport& report);

  // The facts that fail, and where the binding contradicts itself, a premise or what an input
  // declares. Facts whose sides have no value, or whose branch does not run, do not fail; nor do
  // assumed ones: those are broken (see below). An implied fact that fails is reported with the
  // fact that implies it. If the work is stopped, some are missing.
  void Find(const BoundSymbols& bound, Work& work, v1::Evaluation* evaluation);

  // Whether the last Find() left a fact undecided that may fail, as a side of it has no value that
  // the binding says, or as it is not known whether its branch runs; or whether something may run
  // that the facts leave unchecked (FindUncheckedRuns).
  bool is_undecided() const { return is_undecided_; }
  // Whether no binding is left undecided by what data decide, or for what facts leave unchecked.
  bool covers_all() const {
    return data_facts_.empty() && unchecked_.empty() && unchecked_scopes_.empty();
  }
  // Whether a node requires something, whatever runs, that none does in the other inference of the
  // same model (S36), of more than the binding tells: what follows from that fact is no evidence
  // for it.
  bool RequiresMoreThan(const ViolationFinder& other, const BoundSymbols& bound) const;
  // How many of the violations that the last Find() added fail only if a branch or body runs, of
  // which that is not known.
  int conditional() const { return conditional_; }

  // Whether all violations that the last Find() added are of facts without which some runtime may
  // go on: an inference of these sizes tells whether it does.
  bool may_be_tolerated() const { return may_be_tolerated_; }

  // Whether an inference of the same model, with sizes of the last binding fixed, refutes one of
  // the facts that the last Find() found to fail.
  bool FailsIn(const ViolationFinder& fresh) const;

  // Whether a rule has found what a runtime makes of sizes that the specification does not allow.
  bool has_tolerated() const;

  // Whether the last Find() met an assumption of inference (S5) that does not hold, though the
  // binding fits all that the model and the request declare: then neither sizes nor other facts
  // can be relied on.
  bool breaks_assumptions() const { return !broken_.empty(); }
  // Whether a fact of a branch or body that does not run is false there: sizes that rest on it are
  // those of nothing that runs.
  bool skips_false_fact() const;
  // The elements of inputs in those assumptions; where there are none, the dims. Elements are
  // mostly the same in many bindings, so that these can share an inference.
  std::vector<Pin> BrokenAssumptions(const BoundSymbols& bound) const;

  // About how many operations that takes where nothing fails.
  size_t steps() const { return evaluator_.steps() + facts_.size(); }

 private:
  // What premises say of a symbol.
  struct Premise {
    symbolic::SymbolId symbol;
    const inference::Given::Symbol* given;
  };

  // The conditions of a run of a graph that facts leave unchecked, among the evaluated expressions:
  // each must be positive.
  struct UncheckedRun {
    size_t first = 0;
    size_t count = 0;
  };
  // A fact that data decide, and the unknowns in it.
  struct DataFact {
    size_t place;
    std::vector<symbolic::SymbolId> unknowns;
  };

  std::vector<symbolic::Expr> Roots(const inference::FactReport& report);
  void AddUnchecked(const inference::FactReport& report, std::vector<symbolic::Expr>* roots);
  void FindDataFacts();
  // Whether data decide one of the facts of what runs, or it is left unchecked.
  bool IsLeftOpen(absl::Span<const symbolic::Evaluation> sides, const BoundSymbols& bound) const;
  void FindPremises();
  // Adds a violation for a value that is not in the list of a premise.
  void CheckPremises(const BoundSymbols& bound, v1::Evaluation* evaluation) const;
  // Whether what the binding says by itself fits all that the model declares and the request
  // promises, without the facts that inference found.
  bool FitsDeclared(const BoundSymbols& bound);
  bool HasFailed(const symbolic::Fact& fact, size_t place,
                 absl::Span<const symbolic::Evaluation> sides) const;
  bool IsUndecided(const inference::ReportedFact& fact, size_t place,
                   absl::Span<const symbolic::Evaluation> sides, const BoundSymbols& bound) const;
  void FindRefuted(size_t place, absl::Span<const symbolic::Evaluation> sides,
                   v1::Evaluation* evaluation);
  void AddFailed(size_t place, int64_t left, int64_t right, v1::Evaluation* evaluation) const;
  // Appends the nodes of implied facts that fail to the violations of the facts that imply them.
  void AddImplied(absl::Span<const symbolic::Evaluation> sides, Work& work,
                  v1::Evaluation* evaluation) const;
  void AddContradiction(const Contradiction& found, v1::Evaluation* evaluation) const;
  std::string DescribeSite(const symbolic::Site& site) const;

  inference::Engine& engine_;
  const std::vector<inference::ReportedFact>& facts_;
  const std::vector<inference::ReportedFact>& implied_;
  // Whether the places of facts mean something to a caller.
  const bool tells_places_;
  GuardConditions guards_;
  std::vector<Premise> premises_;
  std::vector<UncheckedRun> unchecked_;
  // The scopes in which a rule leaves something unchecked (rules::Workspace::unchecked), each once.
  std::vector<symbolic::ScopeId> unchecked_scopes_;
  std::vector<DataFact> data_facts_;
  // The indices of those of `implied_` that are assumptions.
  std::vector<size_t> implied_assumptions_;
  // Of those that only the specification requires (rules::MayBeTolerated).
  std::vector<size_t> implied_tolerated_;
  absl::Span<const symbolic::Evaluation> sides_;  // of the last Find()
  bool is_undecided_ = false;
  int conditional_ = 0;
  bool may_be_tolerated_ = false;
  // The facts that the last Find() found to fail whatever the data are.
  std::vector<const inference::ReportedFact*> failed_;
  // The assumptions that the last Find() found broken.
  std::vector<const symbolic::Fact*> broken_;
  symbolic::Evaluator evaluator_;  // left and right of each fact in turn, then conditions
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_VIOLATIONS_H_
