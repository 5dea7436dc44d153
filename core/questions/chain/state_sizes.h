#ifndef SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_STATE_SIZES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_STATE_SIZES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/symbolic/expr.h"

namespace shapewright::questions {

// A state of a finished inference: an input of the main graph, and the value that is this input in
// the next step.
struct State {
  size_t input = 0;  // its place among the inputs
  graph::ValueId output = graph::kNoValue;
};

// The sizes of states after any number of steps (S81). Each size that can differ is a symbol; a
// step replaces all of them at once, and other symbols stay.
class StateSizes {
 public:
  // What becomes of an axis.
  struct Axis {
    symbolic::Expr first;
    symbolic::Expr next;
    // After T steps, for T of 1 and more, if they run; unknown where `reason` says why.
    symbolic::Expr after;
    // Else, what another step needs.
    std::string reason;
  };
  struct Result {
    std::vector<Axis> axes;
    // Why the output cannot be the input; empty: it can.
    std::string reason;
  };

  // Adds symbols and expressions to the engine. `steps` is the number of steps, T.
  StateSizes(inference::Engine& engine, symbolic::Expr steps) : engine_(engine), steps_(steps) {}

  std::vector<Result> Find(absl::Span<const State> states);

 private:
  // The state of a size: the symbol for it, and what one step makes of it.
  struct Size {
    symbolic::Expr next;
    bool is_known = false;
    bool has_several = false;
    symbolic::Expr after;
    std::string reason;
    bool is_solved = false;
  };

  Result Begin(const State& state);
  // Writes a sum in terms of the name that the input declares for it.
  symbolic::Expr NameOf(const State& state, size_t axis, symbolic::Expr in);
  bool TurnAround(symbolic::Expr name, symbolic::Expr solution);
  void TurnSolved();
  void EndAxis(Axis& axis);
  void LookAtNextStep(absl::Span<const State> states, absl::Span<Result> results);
  symbolic::Expr Rename(symbolic::Expr e);
  void Solve(symbolic::SymbolId symbol, Size& size);
  symbolic::Expr ClosedForm(symbolic::Expr self, symbolic::Expr next);
  symbolic::Expr ClosedSum(symbolic::Expr self, symbolic::Expr next);
  symbolic::Expr ClosedChoice(symbolic::Expr self, symbolic::Expr next);
  // Whether a step leaves the expression as it is: no symbol in it changes.
  bool IsFixed(symbolic::Expr e);
  bool Contains(symbolic::Expr e, symbolic::Expr symbol) const;

  inference::Engine& engine_;
  const symbolic::Expr steps_;
  HashMap<symbolic::SymbolId, Size> sizes_;
  // Symbols that are written by the name that an input declares.
  HashMap<symbolic::SymbolId, symbolic::Expr> renamed_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_STATE_SIZES_H_
