#ifndef SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_NEXT_STEP_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_NEXT_STEP_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/inference/given/given.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/expr.h"

namespace shapewright::questions {

// What has to hold after T steps so that another one runs (S81): facts, premises and declared
// sizes, with the sizes after T steps in place of those before the first one. What holds for all T
// is left out. Not thread-safe.
class NextStep {
 public:
  // The size after T steps that stands for a symbol, or unknown; nothing for one that stays.
  using AfterSteps = absl::FunctionRef<std::optional<symbolic::Expr>(symbolic::SymbolId)>;

  // `renamed` is how the sizes are told. Both arguments outlive it; the engine's expressions grow.
  NextStep(inference::Engine& engine, symbolic::Replacement renamed, AfterSteps after)
      : engine_(engine),
        renamed_(renamed),
        after_(after),
        renaming_(engine.workspace().exprs()),
        stepping_(engine.workspace().exprs()) {}

  // `fed` are the places of the inputs that states are fed back to.
  void Look(const HashSet<size_t>& fed, const std::vector<symbolic::SymbolId>& changing);
  // What has to hold of a size that changes, in one line; empty: nothing.
  std::string NeedsOf(symbolic::SymbolId symbol) const;

 private:
  struct Need {
    std::vector<symbolic::SymbolId> symbols;
    std::string text;
  };

  void LookAtFacts();
  void LookAtInputs(const HashSet<size_t>& fed);
  void LookAtPremises(symbolic::SymbolId id);
  symbolic::Expr After(symbolic::Expr e);
  // Whether the relation holds for all numbers of steps.
  bool Holds(symbolic::Relation relation, symbolic::Expr left, symbolic::Expr right);
  void Add(symbolic::Relation relation, symbolic::Expr left, symbolic::Expr right);
  // Of the sizes before the first step, in which some change.
  void AddText(absl::Span<const symbolic::Expr> before, std::string text);
  std::string TextOf(symbolic::Expr e) const;

  inference::Engine& engine_;
  const symbolic::Replacement renamed_;
  const AfterSteps after_;
  symbolic::Rewriter renaming_;
  symbolic::Rewriter stepping_;
  std::vector<Need> needs_;
  HashSet<std::string> texts_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_NEXT_STEP_H_
