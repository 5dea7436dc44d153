#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_FACTS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_FACTS_H_

#include <optional>
#include <vector>

#include "core/questions/guard/guard_draft.h"

namespace shapewright::questions {

// Adds checks of facts and premises, and what no check covers. After AddGuardInputs().
class GuardFacts {
 public:
  explicit GuardFacts(GuardDraft& draft) : draft_(draft), builder_(draft.builder()) {}

  void Add();

  // UNBOUND where an assumption of inference does not hold (S5), else the instruction: what follows
  // from an assumption is not known without it.
  GuardBuilder::Result UnderAssumptions(GuardBuilder::Result result);

 private:
  // What is known of whether a fact matters.
  struct Circumstances {
    // All of these are 1 where it does.
    std::vector<GuardBuilder::Result> conditions;
    // Nobody knows whether the branch or body runs.
    bool is_open = false;
  };

  Circumstances Of(symbolic::ScopeId scope);
  GuardBuilder::Result Under(const Circumstances& circumstances, GuardBuilder::Result check);
  void Assume(const inference::ReportedFact& fact, std::optional<uint32_t> number);
  void AddFact(const inference::ReportedFact& fact, uint32_t number);
  void AddPremises();
  void AddDiagnostics();
  GuardBuilder::Result ErrorResult();
  void AddUnchecked();
  bool IsOverInputs(const inference::ReportedFact& fact) const;
  std::string Message(const inference::ReportedFact& fact) const;
  std::string TextOf(const inference::ReportedFact& fact) const;
  v1::GuardCheck* AddCheck(const inference::ReportedFact& fact, const Circumstances& circumstances,
                           std::optional<uint32_t> number, GuardBuilder::Result result);

  GuardDraft& draft_;
  GuardBuilder& builder_;
  // 1 where all assumptions hold; absent without assumptions.
  std::optional<GuardBuilder::Result> assumptions_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_FACTS_H_
