#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_BUILDER_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_BUILDER_H_

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::questions {

// Writes expressions as the instructions of a guard (S58), each distinct one once. Symbols are what
// Define() says.
class GuardBuilder {
 public:
  // The number of an instruction.
  using Result = uint32_t;
  using Op = v1::GuardInstruction::Op;

  // All of them outlive it. Expressions may be added to the arena meanwhile.
  GuardBuilder(const symbolic::ExprArena& arena, Work& work, v1::GuardProgram* program)
      : arena_(arena), work_(work), program_(*program) {}

  Result Constant(int64_t value);
  // The rank of an input, its size on an axis, or one of its elements.
  Result Rank(uint32_t input) { return Slot(input, -1, -1); }
  Result Size(uint32_t input, uint32_t axis) { return Slot(input, axis, -1); }
  Result Element(uint32_t input, uint32_t element) { return Slot(input, -1, element); }
  // What no input decides.
  Result Unbound() { return Add({v1::GuardInstruction::OP_UNBOUND}, false); }
  Result Apply(Op op, Result a) { return AddIntegers(op, {a}); }
  Result Apply(Op op, Result a, Result b) { return AddIntegers(op, {a, b}); }
  Result Select(Result condition, Result then, Result otherwise);
  Result AtLeast(int64_t least, Result value);

  // Where a symbol's value is: in an instruction, else it is that of an expression, else an element
  // of an input, else a size.
  struct Definition {
    uint32_t input = 0;
    uint32_t axis = 0;
    std::optional<uint32_t> element = {};
    symbolic::Expr solution = {};
    std::optional<Result> result = {};
  };
  // The first definition of a symbol counts.
  void Define(symbolic::SymbolId id, const Definition& definition) {
    definitions_.try_emplace(id, definition);
  }
  bool IsDefined(symbolic::SymbolId id) const { return definitions_.contains(id); }
  // The value of an expression: UNBOUND if it, or a symbol without a definition, is unknown. Only
  // once all symbols below are defined that ever will be.
  Result Of(symbolic::Expr e);

  // RESOURCE_EXHAUSTED of the work, FAILED_PRECONDITION if the guard is too large.
  absl::Status status() const;
  // Whether it has come to an error: results are worth nothing any more.
  bool is_stopped() const { return is_too_large_ || work_.is_stopped(); }

 private:
  struct Key {
    Op op = v1::GuardInstruction::OP_UNSPECIFIED;
    absl::InlinedVector<Result, 3> operands = {};
    // Of an OP_FLOAT_CONSTANT the FloatKey.
    int64_t constant = 0;
    v1::GuardInstruction::Format format = v1::GuardInstruction::FORMAT_UNSPECIFIED;

    friend bool operator==(const Key&, const Key&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Key& key) {
      return H::combine(std::move(state), key.op, key.operands, key.constant, key.format);
    }
  };

  Result Slot(uint32_t input, int64_t axis, int64_t element);
  Result Add(const Key& key, bool is_float);
  // Of two constants: what the instruction gives, if that is a constant of 64 bits too.
  std::optional<int64_t> Fold(Op op, const absl::InlinedVector<Result, 3>& operands) const;
  // UNBOUND if an operand is a float.
  Result AddIntegers(Op op, absl::InlinedVector<Result, 3> operands);
  // The nodes below `root` that have no result yet, in ascending order.
  std::vector<symbolic::NodeId> NewNodes(symbolic::NodeId root) const;
  Result OfNode(const symbolic::ExprNode& node);
  // Of an operand of a node: its own node has a result already.
  Result OfOperand(symbolic::Expr e);
  Result OfSymbol(symbolic::SymbolId id);
  Result OfSum(const symbolic::ExprNode& node);
  Result OfProduct(const symbolic::ExprNode& node);
  Result OfOperation(const symbolic::ExprNode& node);
  Result OfFloat(const symbolic::ExprNode& node);
  // A FloatKey, or the value of a floating-point node; nothing for another one.
  std::optional<Result> FloatOperand(symbolic::Expr e, v1::GuardInstruction::Format format);

  const symbolic::ExprArena& arena_;
  Work& work_;
  v1::GuardProgram& program_;
  bool is_too_large_ = false;
  HashMap<Key, Result> known_;
  HashMap<std::tuple<uint32_t, int64_t, int64_t>, Result> slots_;
  std::vector<bool> is_float_;
  std::vector<std::optional<int64_t>> constants_;
  HashMap<symbolic::SymbolId, Definition> definitions_;
  HashMap<symbolic::NodeId, Result> nodes_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_BUILDER_H_
