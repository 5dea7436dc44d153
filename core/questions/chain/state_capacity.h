#ifndef SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_STATE_CAPACITY_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_STATE_CAPACITY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/questions/chain/state_sizes.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::questions {

// How large the buffer of a state is on an axis (S81).
struct StateCapacity {
  size_t state = 0;
  uint32_t axis = 0;
  symbolic::Expr size;
  // How much of it is valid before the first step, and after T steps; unknown: not known.
  symbolic::Expr first;
  symbolic::Expr after;
};

// Whether the output of a state may be written into the buffer of its input.
struct StateSharing {
  v1::StateReport::Sharing sharing = v1::StateReport::SHARING_UNSPECIFIED;
  // Why not always.
  std::string reason;
};

// The buffers of the states of a chain, held against their sizes. Adds symbols and expressions to
// the arena. Not thread-safe.
class StateBuffers {
 public:
  // `steps` is the number of steps, T. Both outlive this.
  StateBuffers(symbolic::ExprArena& arena, symbolic::SymbolId steps)
      : arena_(arena), steps_(steps) {}

  // Reads the capacities of a state. INVALID_ARGUMENT with the path within the state.
  absl::Status Read(size_t place, const v1::StatePair& state, const StateSizes::Result& sizes);
  // The capacity of an axis of the state that was read last; null: it has none.
  const StateCapacity* Find(size_t state, size_t axis) const;
  // Those of all states that were read.
  const std::vector<StateCapacity>& capacities() const { return capacities_; }

  // How many steps fit, as an expression. Unknown: all do, or it is not known.
  symbolic::Expr FittingSteps(const StateCapacity& capacity);
  StateSharing Judge(size_t place, const StateSizes::Result& sizes);

 private:
  absl::StatusOr<symbolic::Expr> ReadSize(const std::string& text);
  bool AlwaysFits(const StateCapacity& capacity) const;
  StateSharing JudgeAxis(const StateSizes::Axis& axis, size_t number,
                         const StateCapacity* capacity);
  symbolic::Expr WithSteps(symbolic::Expr e, symbolic::Expr steps);
  bool HasSteps(symbolic::Expr e) const;

  symbolic::ExprArena& arena_;
  const symbolic::SymbolId steps_;
  // Of symbols; filled at the first use.
  HashMap<std::string, symbolic::Expr> names_;
  std::vector<StateCapacity> capacities_;
};

// The first step after which a state is larger than its capacity, under values of all symbols but
// T. Exact where the size never falls with T; else the first 4,096 steps are looked at. Absent: it
// fits, or sizes are not known. `step` 0 is before the first one.
struct CapacityExcess {
  int64_t step = 0;
  int64_t size = 0;
  int64_t capacity = 0;
};
std::optional<CapacityExcess> FindExcess(symbolic::ExprArena& arena, const StateCapacity& capacity,
                                         symbolic::SymbolId steps, symbolic::Bindings bound,
                                         Work& work);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_STATE_CAPACITY_H_
