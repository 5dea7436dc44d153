#ifndef SHAPEWRIGHT_CORE_GUARD_PROGRAM_H_
#define SHAPEWRIGHT_CORE_GUARD_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/float_operation.h"
#include "shapewright/v1/guard_program.pb.h"

namespace shapewright::guard {

// The most instructions and slots of a guard (S58).
inline constexpr size_t kMaxInstructions = 65'536;

// The number of an instruction, a float as its FloatKey, or why there is none.
using Number = symbolic::WideValue;
// The numbers of a request by slot; nothing where it does not have one.
using Slots = absl::Span<const std::optional<int64_t>>;

// The numbers of a run, by instruction. Made once, then reused by one thread at a time.
class Numbers {
 public:
  const Number& at(uint32_t instruction) const { return numbers_[instruction]; }
  // As the size of a value, the number of its bytes, or a side of a check: within 64 bits.
  symbolic::Evaluation NarrowAt(uint32_t instruction) const;

 private:
  friend class Program;
  std::vector<Number> numbers_;
};

// The instructions of a GuardProgram, checked and ready to run (S59). Immutable.
class Program {
 public:
  // INVALID_ARGUMENT, with the path of the field, for instructions that make no sense.
  static absl::StatusOr<Program> Load(const v1::GuardProgram& program);

  Numbers MakeNumbers() const;
  // `slots` has one entry per slot of the program. Does not allocate.
  void Run(Slots slots, Numbers* numbers) const;

  // The number of instructions.
  size_t size() const { return constants_.size(); }
  // Whether the instruction gives a floating-point number.
  bool IsFloat(uint32_t instruction) const { return is_float_[instruction]; }

 private:
  using Op = v1::GuardInstruction::Op;

  // An instruction that is no constant.
  struct Step {
    Op op;
    symbolic::FloatFormat format;
    bool has_second_operand;
    uint32_t result;
    uint32_t operands[3];
  };

  absl::Status Add(const v1::GuardInstruction& instruction, size_t slots);
  static Number Compute(const Step& step, const Number* numbers);

  std::vector<Step> steps_;
  // By instruction: its number, if it is a constant.
  std::vector<Number> constants_;
  std::vector<bool> is_float_;
};

}  // namespace shapewright::guard

#endif  // SHAPEWRIGHT_CORE_GUARD_PROGRAM_H_
