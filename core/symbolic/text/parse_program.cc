#include "core/symbolic/text/parse_program.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

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
                              ? op.on_ints != nullptr || op.on_many != nullptr
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
      if (formats.back() == FloatFormat::kNone) return Mixed(FloatFunctionName(step.function));
      break;
    case Step::Kind::kTruncate:
      if (formats.back() == FloatFormat::kNone) return Mixed("int");
      formats.back() = FloatFormat::kNone;
      break;
  }
  return absl::OkStatus();
}

// An operand on the stack: an integer if it has no format.
struct Operand {
  Expr value;
  FloatFormat format = FloatFormat::kNone;
  double real = 0;  // of kReal, where the value is unknown
};

Operand Convert(ExprArena& arena, const Step& step, bool is_real, const Operand& operand) {
  if (is_real) return {FloatConstant(operand.real, step.format), step.format, 0};
  const auto operation =
      operand.format == FloatFormat::kNone ? FloatOperation::kFromInt : FloatOperation::kConvert;
  return {MakeFloat(arena, {operation, step.format, operand.value, Expr()}), step.format, 0};
}

Expr Apply(ExprArena& arena, const Operator& op, absl::Span<const Operand> operands) {
  const FloatFormat format = operands[0].format;
  if (format == FloatFormat::kNone && operands.size() > 2) {
    std::vector<Expr> values;
    for (const Operand& operand : operands) values.push_back(operand.value);
    return op.on_many(arena, values);
  }
  Expr result = operands[0].value;
  for (const Operand& next : operands.subspan(1)) {
    result = format == FloatFormat::kNone
                 ? op.on_ints(arena, result, next.value)
                 : MakeFloat(arena, {*op.on_floats, format, result, next.value});
  }
  return result;
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
        stack.push_back({step.constant, FloatFormat::kNone, 0});
        break;
      case Step::Kind::kReal:
        stack.push_back({Expr(), FloatFormat::kNone, step.real});
        break;
      case Step::Kind::kName: {
        const absl::StatusOr<Expr> value = resolve(program.names[step.count]);
        if (!value.ok()) return value.status();
        stack.push_back({*value, FloatFormat::kNone, 0});
        break;
      }
      case Step::Kind::kOperator: {
        const size_t first = stack.size() - step.count;
        stack[first].value = Apply(arena, *step.op, absl::MakeConstSpan(stack).subspan(first));
        stack.resize(first + 1);
        break;
      }
      case Step::Kind::kConvert:
        stack.back() = Convert(arena, step, was_real, stack.back());
        break;
      case Step::Kind::kFloatFunction:
        stack.back().value =
            MakeFloat(arena, {step.function, stack.back().format, stack.back().value, Expr()});
        break;
      case Step::Kind::kTruncate:
        stack.back() = {Truncate(arena, stack.back().value), FloatFormat::kNone, 0};
        break;
    }
    was_real = step.kind == Step::Kind::kReal;
  }
  return stack.back().value;
}

}  // namespace shapewright::symbolic
