#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_DRAFT_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_DRAFT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/guard/guard_builder.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::questions {

// A guard that is being made of a finished inference, and what its parts share.
class GuardDraft {
 public:
  // All of them outlive it.
  GuardDraft(inference::Engine& engine, const inference::FactReport& report,
             v1::GuardProgram* program)
      : engine_(engine),
        report_(report),
        program_(*program),
        builder_(engine.workspace().exprs(), engine.work(), program) {}

  inference::Engine& engine() const { return engine_; }
  const inference::FactReport& report() const { return report_; }
  symbolic::ExprArena& arena() const { return engine_.workspace().exprs(); }
  v1::GuardProgram& program() { return program_; }
  GuardBuilder& builder() { return builder_; }

  // Adds a check that passes where the number of the instruction is not 0.
  v1::GuardCheck* AddCheck(GuardBuilder::Result result, v1::Fact::Basis basis, std::string message);
  // The same for a relation of two instructions, which the check shows.
  v1::GuardCheck* AddRelation(symbolic::Relation relation, GuardBuilder::Result left,
                              GuardBuilder::Result right, v1::Fact::Basis basis,
                              std::string message);
  // Adds a check that no request passes: the answer is UNDECIDED.
  void AddUndecided(std::string message);
  // Adds something that no check covers.
  v1::GuardGap* AddGap(std::string text, v1::Fact::Basis basis);
  // 1 where the relation holds, else 0.
  GuardBuilder::Result Holds(symbolic::Relation relation, GuardBuilder::Result left,
                             GuardBuilder::Result right);

  // "node 5 Reshape", "input x".
  std::string Describe(const symbolic::Site& site) const;
  // Of a relation or a side of one; cut short where it is long.
  std::string Text(symbolic::Expr e) const;
  absl::string_view InputName(size_t input) const;

 private:
  inference::Engine& engine_;
  const inference::FactReport& report_;
  v1::GuardProgram& program_;
  GuardBuilder builder_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_DRAFT_H_
