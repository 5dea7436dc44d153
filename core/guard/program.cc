#include "core/guard/program.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/symbolic/float_format.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::guard {
namespace {

using Instruction = v1::GuardInstruction;
using Status = symbolic::Evaluation::Status;
using symbolic::FloatFormat;
using symbolic::FloatOperation;
using symbolic::Int128;

constexpr int kMaxOperands = 3;

// What an operation takes and gives.
struct Signature {
  int operands = 0;
  bool takes_floats = false;
  bool gives_float = false;
};

Signature SignatureOf(Instruction::Op op) {
  switch (op) {
    case Instruction::OP_NOT:
      return {1};
    case Instruction::OP_SELECT:
      return {3};
    case Instruction::OP_FLOAT_CONSTANT:
      return {0, false, true};
    case Instruction::OP_FLOAT_FROM_INTEGER:
      return {1, false, true};
    case Instruction::OP_INTEGER_FROM_FLOAT:
      return {1, true, false};
    case Instruction::OP_FLOAT_CONVERT:
    case Instruction::OP_FLOAT_FLOOR:
    case Instruction::OP_FLOAT_CEIL:
    case Instruction::OP_FLOAT_ROUND:
    case Instruction::OP_FLOAT_SQRT:
      return {1, true, true};
    case Instruction::OP_FLOAT_ADD:
    case Instruction::OP_FLOAT_SUBTRACT:
    case Instruction::OP_FLOAT_MULTIPLY:
    case Instruction::OP_FLOAT_DIVIDE:
    case Instruction::OP_FLOAT_MIN:
    case Instruction::OP_FLOAT_MAX:
      return {2, true, true};
    case Instruction::OP_CONSTANT:
    case Instruction::OP_SLOT:
    case Instruction::OP_UNBOUND:
      return {0};
    default:
      return {2};
  }
}

FloatOperation FloatOperationOf(Instruction::Op op) {
  switch (op) {
    case Instruction::OP_FLOAT_ADD:
      return FloatOperation::kAdd;
    case Instruction::OP_FLOAT_SUBTRACT:
      return FloatOperation::kSubtract;
    case Instruction::OP_FLOAT_MULTIPLY:
      return FloatOperation::kMultiply;
    case Instruction::OP_FLOAT_DIVIDE:
      return FloatOperation::kDivide;
    case Instruction::OP_FLOAT_MIN:
      return FloatOperation::kMin;
    case Instruction::OP_FLOAT_MAX:
      return FloatOperation::kMax;
    case Instruction::OP_FLOAT_FLOOR:
      return FloatOperation::kFloor;
    case Instruction::OP_FLOAT_CEIL:
      return FloatOperation::kCeil;
    case Instruction::OP_FLOAT_ROUND:
      return FloatOperation::kRound;
    case Instruction::OP_FLOAT_SQRT:
      return FloatOperation::kSqrt;
    default:
      return FloatOperation::kConvert;
  }
}

bool IsCompared(Instruction::Op op) {
  return op == Instruction::OP_EQUAL || op == Instruction::OP_LESS_OR_EQUAL ||
         op == Instruction::OP_DIVIDES;
}

absl::Status Malformed(int place, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat("instructions[", place, "]: ", message));
}

bool IsOfFormat(double number, FloatFormat format) {
  return !std::isnan(number) && symbolic::RoundToFormat(number, format) == number;
}

Number Integer(Int128 value) { return {Status::kOk, value}; }

// Of an operation of __builtin_*_overflow. The magnitude of a number is below 2^127.
template <typename Operation>
Number Exact(Operation overflows) {
  constexpr Int128 kBeyond = static_cast<Int128>(1) << 127;
  Int128 result = 0;
  const bool is_number = !overflows(&result) && result != kBeyond;
  return is_number ? Integer(result) : Number{Status::kOverflow};
}

Number Power(Int128 base, Int128 exponent) {
  if (exponent < 0) return Integer(0);
  if (base < 2) return {Status::kOverflow};
  Int128 power = 1;
  // Ends after 127 steps, as the base is at least 2.
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(power, base, &power)) return {Status::kOverflow};
  }
  return Integer(power);
}

Number Divide(Instruction::Op op, Int128 a, Int128 b) {
  if (b == 0) return {Status::kDivisionByZero};
  switch (op) {
    case Instruction::OP_FLOOR_DIVIDE:
      return Integer(symbolic::FloorDivide(a, b));
    case Instruction::OP_CEIL_DIVIDE:
      return Integer(symbolic::CeilDivide(a, b));
    case Instruction::OP_TRUNCATE_DIVIDE:
      return Integer(a / b);
    default:
      break;
  }
  const Int128 rest = a % b;
  return Integer(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

Number ComputeIntegers(Instruction::Op op, Int128 a, Int128 b) {
  switch (op) {
    case Instruction::OP_ADD:
      return Exact([=](Int128* result) { return __builtin_add_overflow(a, b, result); });
    case Instruction::OP_SUBTRACT:
      return Exact([=](Int128* result) { return __builtin_sub_overflow(a, b, result); });
    case Instruction::OP_MULTIPLY:
      return Exact([=](Int128* result) { return __builtin_mul_overflow(a, b, result); });
    case Instruction::OP_MIN:
      return Integer(a < b ? a : b);
    case Instruction::OP_MAX:
      return Integer(a < b ? b : a);
    case Instruction::OP_BROADCAST:
      return Integer(a == 1 ? b : a);
    case Instruction::OP_POWER:
      return Power(a, b);
    case Instruction::OP_EQUAL:
      return Integer(a == b ? 1 : 0);
    case Instruction::OP_LESS_OR_EQUAL:
      return Integer(a <= b ? 1 : 0);
    case Instruction::OP_DIVIDES:
      return Integer(a != 0 && b % a == 0 ? 1 : 0);
    case Instruction::OP_NOT:
      return Exact([=](Int128* result) { return __builtin_sub_overflow(Int128{1}, a, result); });
    default:
      return Divide(op, a, b);
  }
}

Number ComputeFloats(Instruction::Op op, FloatFormat format, Int128 first, Int128 second) {
  const double a = symbolic::FloatOfKey(static_cast<int64_t>(first));
  const double b = symbolic::FloatOfKey(static_cast<int64_t>(second));
  if (op == Instruction::OP_INTEGER_FROM_FLOAT) {
    const auto whole = symbolic::TruncateToInt(a);
    return whole ? Integer(*whole) : Number{Status::kOverflow};
  }
  if (op == Instruction::OP_FLOAT_DIVIDE && b == 0) return {Status::kDivisionByZero};
  const auto value = symbolic::ComputeFloat(FloatOperationOf(op), format, a, b);
  return value ? Integer(symbolic::FloatKey(*value)) : Number{Status::kOverflow};
}

}  // namespace

symbolic::Evaluation Numbers::NarrowAt(uint32_t instruction) const {
  const Number& number = numbers_[instruction];
  if (number.status != Status::kOk) return {number.status, 0};
  const auto narrow = symbolic::Narrow(number.value);
  if (!narrow) return {Status::kOverflow, 0};
  return {Status::kOk, *narrow};
}

absl::StatusOr<Program> Program::Load(const v1::GuardProgram& program) {
  if (static_cast<size_t>(program.instructions_size()) > kMaxInstructions ||
      static_cast<size_t>(program.slots_size()) > kMaxInstructions) {
    return absl::InvalidArgumentError(
        absl::StrCat("a guard has at most ", kMaxInstructions, " instructions and slots"));
  }
  Program result;
  for (const Instruction& instruction : program.instructions()) {
    absl::Status status = result.Add(instruction, static_cast<size_t>(program.slots_size()));
    if (!status.ok()) return status;
  }
  return result;
}

absl::Status Program::Add(const Instruction& instruction, size_t slots) {
  const auto place = static_cast<int>(constants_.size());
  const Instruction::Op op = instruction.op();
  if (!Instruction::Op_IsValid(op) || op == Instruction::OP_UNSPECIFIED) {
    return Malformed(place, "there is no such operation");
  }
  Signature signature = SignatureOf(op);
  if (instruction.operands_size() != signature.operands) {
    return Malformed(place, absl::StrCat("it takes ", signature.operands, " operands"));
  }
  const auto format = static_cast<FloatFormat>(instruction.format());
  const bool has_format = Instruction::Format_IsValid(instruction.format()) &&
                          instruction.format() != Instruction::FORMAT_UNSPECIFIED;
  if (signature.gives_float && !has_format) return Malformed(place, "it has no format");
  Step step = {op, format, signature.operands == 2, static_cast<uint32_t>(place), {}};
  static_assert(kMaxOperands == sizeof(step.operands) / sizeof(step.operands[0]));
  for (int i = 0; i < signature.operands; ++i) {
    const uint32_t operand = instruction.operands(i);
    if (operand >= constants_.size()) return Malformed(place, "its operand is not an earlier one");
    // Either side of a choice, but not its condition, may be a float.
    if (op == Instruction::OP_SELECT && i > 0) {
      signature.takes_floats = is_float_[instruction.operands(1)];
      signature.gives_float = signature.takes_floats;
    }
    if (is_float_[operand] != signature.takes_floats) {
      return Malformed(place, "an integer and a floating-point number are not told apart");
    }
    step.operands[i] = operand;
  }
  Number constant;
  if (op == Instruction::OP_CONSTANT) {
    constant.value = instruction.constant();
  } else if (op == Instruction::OP_FLOAT_CONSTANT) {
    if (!IsOfFormat(instruction.number(), format)) {
      return Malformed(place, "it is not a number of its format");
    }
    constant.value = symbolic::FloatKey(instruction.number());
  } else if (op == Instruction::OP_UNBOUND) {
    constant.status = Status::kUnbound;
  } else {
    if (op == Instruction::OP_SLOT) {
      if (instruction.constant() < 0 || static_cast<uint64_t>(instruction.constant()) >= slots) {
        return Malformed(place, "there is no such slot");
      }
      step.operands[0] = static_cast<uint32_t>(instruction.constant());
    }
    steps_.push_back(step);
  }
  constants_.push_back(constant);
  is_float_.push_back(signature.gives_float);
  return absl::OkStatus();
}

Numbers Program::MakeNumbers() const {
  Numbers numbers;
  numbers.numbers_ = constants_;
  return numbers;
}

Number Program::Compute(const Step& step, const Number* numbers) {
  const Number& first = numbers[step.operands[0]];
  if (first.status != Status::kOk) return first;
  if (step.op == Instruction::OP_SELECT) return numbers[step.operands[first.value != 0 ? 1 : 2]];
  const Number second = step.has_second_operand ? numbers[step.operands[1]] : Number{};
  if (second.status != Status::kOk) return second;
  if (step.op >= Instruction::OP_FLOAT_CONVERT) {
    return ComputeFloats(step.op, step.format, first.value, second.value);
  }
  const bool is_conversion = step.op == Instruction::OP_FLOAT_FROM_INTEGER;
  if (IsCompared(step.op) || is_conversion) {
    const auto narrow = symbolic::Narrow(first.value);
    if (!narrow || !symbolic::Narrow(second.value)) return {Status::kOverflow};
    if (is_conversion) {
      return Integer(symbolic::FloatKey(symbolic::FloatFromInt(*narrow, step.format)));
    }
  }
  return ComputeIntegers(step.op, first.value, second.value);
}

void Program::Run(Slots slots, Numbers* numbers) const {
  Number* const values = numbers->numbers_.data();
  for (const Step& step : steps_) {
    if (step.op == Instruction::OP_SLOT) {
      const std::optional<int64_t>& slot = slots[step.operands[0]];
      values[step.result] = slot ? Integer(*slot) : Number{Status::kUnbound};
    } else {
      values[step.result] = Compute(step, values);
    }
  }
}

}  // namespace shapewright::guard
