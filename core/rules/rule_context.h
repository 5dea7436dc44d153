#ifndef SHAPEWRIGHT_CORE_RULES_RULE_CONTEXT_H_
#define SHAPEWRIGHT_CORE_RULES_RULE_CONTEXT_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/static_text.h"
#include "core/rules/context_outputs.h"
#include "core/rules/registry/operator_row.h"

namespace shapewright::rules {

// For CheckRankBetween(): no upper limit.
inline constexpr int kAnyRank = 1'000'000'000;

// The interface of an operator's rule. A rule reads operands and
// attributes, adds the constraints of the operator, and sets the
// outputs it knows; outputs left unset are unknown. A check that
// fails has reported the error and returns false: then the rule
// returns, or goes on with what it knows. A context serves one node
// at a time, on the engine's thread; spans it returns live as long as
// the workspace.
class RuleContext : public ContextOutputs {
 public:
  using ContextOutputs::ContextOutputs;

  // Runs the rule of the node's operator; where it finds no fault, checks the operands' forms.
  void Apply(const OperatorRow& row);

  // Checks. Each reports an error and returns false if the condition can never hold; it passes
  // while ranks or types are unknown.
  bool CheckRank(int input, int rank);
  bool CheckRankBetween(int input, int min, int max);
  bool CheckSameElement(int input, int other);
  // The same as a trait of a row, for operands whose number a rule finds out.
  void CheckForm(int input, Form form);
  // What onnxruntime demands beyond the specification, as CheckForm() and RequireEqual(): required
  // where the request says that it will run the model, else a note where it is not known to hold.
  void CheckFormInOnnxruntime(int input, Form form);
  void RequireEqualInOnnxruntime(Expr a, const Place& place_a, Expr b, const Place& place_b,
                                 const Check& check);
  // An axis in [-rank, rank), normalised to [0, rank).
  std::optional<int> NormalizeAxis(int64_t axis, int rank, int input);

  // Facts that the specification requires (basis REQUIRED unless said). Unify(): the two dims are
  // equal; returns the more specific one. Where they cannot be equal, an error is reported and the
  // result is a new unknown (S19); false for an assumption says that it never holds, and is no
  // error. No facts are added after an attribute with a meaningless value, because its default is
  // used and a runtime would not.
  Dim Unify(Dim a, const Place& place_a, Dim b, const Place& place_b, const Check& check);
  bool RequireEqual(Expr a, const Place& place_a, Expr b, const Place& place_b, const Check& check,
                    symbolic::Basis basis = symbolic::Basis::kRequired);
  bool RequireAtMost(Expr a, const Place& place_a, Expr b, const Place& place_b, const Check& check,
                     symbolic::Basis basis = symbolic::Basis::kRequired);
  bool RequireAtLeast(Expr a, const Place& place, int64_t bound, const Check& check,
                      symbolic::Basis basis = symbolic::Basis::kRequired);
  bool RequireDivisible(Expr a, const Place& place_a, Expr b, const Place& place_b,
                        const Check& check, symbolic::Basis basis = symbolic::Basis::kRequired);
  bool RequireNotZero(Expr a, const Place& place, const Check& check);
  // That a condition, an expression that is 0 or 1, has a value.
  bool RequireCondition(Expr condition, bool value, const Place& place, const Check& check);
  // What is demanded is not told by facts, as an operand of it is unknown: bindings that satisfy
  // all facts may fail here. The checks above say so themselves where a side is unknown, or where
  // an assumption never holds.
  void NoteUnchecked(const Place& place, StaticText what) {
    workspace_.NoteUnchecked(SiteOf(place), what);
  }
  // The numpy rule for one pair of dims (S1); errors as Unify.
  Dim BroadcastDims(Dim a, const Place& place_a, Dim b, const Place& place_b);
  // The shape that numpy broadcasts the given operands to, of unknown rank if an operand is. Its
  // dims live as long as the workspace.
  Shape BroadcastInputs(absl::Span<const int> inputs);

 private:
  void ForgetShapes();
  // Whether a check says nothing, as a side is unknown. Where that is an element, a run may fail.
  bool HasNothingToCheck(Expr a, const Place& place_a, Expr b, const Place& place_b,
                         const Check& check, symbolic::Basis basis);
  bool ConcludeAssumed(symbolic::Verdict verdict, const Place& place, const Check& check);
  void NoteOnnxruntime(const Place& place, absl::string_view demand);
  bool Conclude(symbolic::Verdict verdict, absl::string_view relation, Expr a, const Place& place_a,
                Expr b, const Place& place_b, const Check& check);
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_RULE_CONTEXT_H_
