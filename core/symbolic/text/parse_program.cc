#include "core/symbolic/text/parse_program.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/text/ratio.h"

namespace shapewright::symbolic {
namespace {

absl::Status Mixed(absl::string_view name) {
  return absl::InvalidArgumentError(
      absl::StrCat("`", name, "` cannot take integers and floating-point numbers like this; ",
                   "f32(N) makes an integer a float, int(x) a float an integer"));
}

// The formats of the operands on the stack; integers have none.
using Formats = std::vector<FloatFormat>;

absl::Status CheckOperator(const Step& step, Formats& formats) {
  const Operator& op = *step.op;
  for (uint32_t i = 1; i < step.count; ++i) {
    const FloatFormat right = formats.back();
    formats.pop_back();
    const bool is_known = right == FloatFormat::kNone
                              ? op.on_ints != nullptr || op.on_ratios != nullptr
                              : op.on_floats.has_value();
    if (formats.back() != right || !is_known) return Mixed(op.name);
  }
  return absl::OkStatus();
}

absl::Status CheckStep(const Step& step, Formats& formats) {
  switch (step.kind) {
    case Step::Kind::kConstant:
    case Step::Kind::kReal:
    case Step::Kind::kName:
      formats.push_back(FloatFormat::kNone);
      break;
    case Step::Kind::kOperator:
      return CheckOperator(step, formats);
    case Step::Kind::kConvert:
      formats.back() = step.format;
      break;
    case Step::Kind::kFloatFunction:
      if (formats.back() == FloatFormat::kNone && step.function == FloatOperation::kSqrt) {
        return Mixed(FloatFunctionName(step.function));
      }
      break;
    case Step::Kind::kTruncate:
      formats.back() = FloatFormat::kNone;
      break;
  }
  return absl::OkStatus();
}

// An operand on the stack: an integer or a fraction if it has no format.
struct Operand {
  Expr value;
  FloatFormat format = FloatFormat::kNone;
  double real = 0;  // of kReal, where the value is unknown
  Expr under = 1;

  static Operand Of(const Ratio& fraction) {
    return {fraction.over, FloatFormat::kNone, 0, fraction.under};
  }
  Ratio AsRatio() const { return {value, under}; }
};

Operand Convert(ExprArena& arena, const Step& step, bool is_real, const Operand& operand) {
  if (is_real) return {FloatConstant(operand.real, step.format), step.format};
  const bool is_int = operand.format == FloatFormat::kNone;
  const Expr value = is_int ? RoundDown(arena, operand.AsRatio()) : operand.value;
  const auto operation = is_int ? FloatOperation::kFromInt : FloatOperation::kConvert;
  return {MakeFloat(arena, {operation, step.format, value, Expr()}), step.format};
}

Operand Round(ExprArena& arena, FloatOperation function, const Operand& operand) {
  if (operand.format != FloatFormat::kNone) {
    return {MakeFloat(arena, {function, operand.format, operand.value, Expr()}), operand.format};
  }
  switch (function) {
    case FloatOperation::kFloor:
      return {RoundDown(arena, operand.AsRatio())};
    case FloatOperation::kCeil:
      return {RoundUp(arena, operand.AsRatio())};
    default:
      return {RoundToNearest(arena, operand.AsRatio())};
  }
}

Operand TruncateOperand(ExprArena& arena, const Operand& operand) {
  if (operand.format != FloatFormat::kNone) return {Truncate(arena, operand.value)};
  return {RoundToZero(arena, operand.AsRatio())};
}

Operand ApplyToRatios(ExprArena& arena, const Operator& op, absl::Span<const Operand> operands) {
  absl::InlinedVector<Ratio, 4> ratios;
  for (const Operand& operand : operands) ratios.push_back(operand.AsRatio());
  return Operand::Of(op.on_ratios(arena, ratios));
}

Expr ApplyToInts(ExprArena& arena, const Operator& op, absl::Span<const Operand> operands) {
  if (operands.size() == 2) {
    return op.on_ints(arena, RoundDown(arena, operands[0].AsRatio()),
                      RoundDown(arena, operands[1].AsRatio()));
  }
  std::vector<Expr> values;
  for (const Operand& operand : operands) {
    values.push_back(RoundDown(arena, operand.AsRatio()));
  }
  return op.on_many(arena, values);
}

Operand Apply(ExprArena& arena, const Operator& op, absl::Span<const Operand> operands) {
  const FloatFormat format = operands[0].format;
  if (format == FloatFormat::kNone) {
    const bool is_whole = std::all_of(operands.begin(), operands.end(), [](const Operand& operand) {
      return operand.under.is_constant(1);
    });
    const bool is_of_ints = op.on_ints != nullptr && (is_whole || op.on_ratios == nullptr);
    if (is_of_ints) return {ApplyToInts(arena, op, operands)};
    return ApplyToRatios(arena, op, operands);
  }
  Expr result = operands[0].value;
  for (const Operand& next : operands.subspan(1)) {
    result = MakeFloat(arena, {*op.on_floats, format, result, next.value});
  }
  return {result, format};
}

}  // namespace

absl::Status CheckProgram(const Program& program) {
  Formats formats;
  for (const Step& step : program.steps) {
    absl::Status status = CheckStep(step, formats);
    if (!status.ok()) return status;
  }
  if (formats.back() == FloatFormat::kNone) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "the result is a floating-point number; int(...) makes it an integer");
}

absl::StatusOr<Expr> RunProgram(ExprArena& arena, const Program& program, SymbolResolver resolve) {
  std::vector<Operand> stack;
  bool was_real = false;
  for (const Step& step : program.steps) {
    switch (step.kind) {
      case Step::Kind::kConstant:
        stack.push_back({step.constant});
        break;
      case Step::Kind::kReal:
        stack.push_back({Expr(), FloatFormat::kNone, step.real});
        break;
      case Step::Kind::kName: {
        const absl::StatusOr<Expr> value = resolve(program.names[step.count]);
        if (!value.ok()) return value.status();
        stack.push_back({*value});
        break;
      }
      case Step::Kind::kOperator: {
        const size_t first = stack.size() - step.count;
        stack[first] = Apply(arena, *step.op, absl::MakeConstSpan(stack).subspan(first));
        stack.resize(first + 1);
        break;
      }
      case Step::Kind::kConvert:
        stack.back() = Convert(arena, step, was_real, stack.back());
        break;
      case Step::Kind::kFloatFunction:
        stack.back() = Round(arena, step.function, stack.back());
        break;
      case Step::Kind::kTruncate:
        stack.back() = TruncateOperand(arena, stack.back());
        break;
    }
    was_real = step.kind == Step::Kind::kReal;
  }
  return RoundDown(arena, stack.back().AsRatio());
}

}  // namespace shapewright::symbolic
