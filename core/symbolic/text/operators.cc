#include "core/symbolic/text/operators.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/algebra/power.h"
#include "core/symbolic/float_node.h"
#include "core/symbolic/text/ratio.h"

namespace shapewright::symbolic {
namespace {

// Conditions are 1 where they hold, else 0.
Expr Differ(ExprArena& arena, Expr a, Expr b) { return Not(arena, EqualTo(arena, a, b)); }
Expr MoreThan(ExprArena& arena, Expr a, Expr b) { return LessThan(arena, b, a); }
Expr AtLeastTo(ExprArena& arena, Expr a, Expr b) { return AtMostTo(arena, b, a); }

Expr TruncMod(ExprArena& arena, Expr a, Expr b) {
  return Subtract(arena, a, Multiply(arena, b, TruncDiv(arena, a, b)));
}

// Any number but 0 holds.
Expr AsCondition(ExprArena& arena, Expr condition) {
  const bool is_condition = condition.is_constant() || condition.is_unknown() ||
                            Interval{0, 1}.Contains(arena.Bounds(condition));
  return is_condition ? condition : Differ(arena, condition, 0);
}

Ratio IfRatios(ExprArena& arena, const Ratio& condition, const Ratio& a, const Ratio& b) {
  const Expr holds = AsCondition(arena, RoundDown(arena, condition));
  // Each side has its own denominator: only that of the side taken must not be 0.
  return {If(arena, holds, a.over, b.over), If(arena, holds, a.under, b.under)};
}

Ratio IfOf(ExprArena& arena, absl::Span<const Ratio> operands) {
  return IfRatios(arena, operands[0], operands[1], operands[2]);
}

Ratio PieceOf(ExprArena& arena, absl::Span<const Ratio> operands) {
  return IfRatios(arena, operands[1], operands[0], operands[2]);
}

// Longer signs stand before those that they begin with.
constexpr Operator kSigns[] = {
    {"==", EqualTo, std::nullopt, nullptr, EqualRatios},
    {"=", EqualTo, std::nullopt, nullptr, EqualRatios},
    {"!=", Differ, std::nullopt, nullptr, DifferentRatios},
    {"<=", AtMostTo, std::nullopt, nullptr, AtMostRatios},
    {"<", LessThan, std::nullopt, nullptr, LessRatios},
    {">=", AtLeastTo, std::nullopt, nullptr, AtLeastRatios},
    {">", MoreThan, std::nullopt, nullptr, MoreRatios},
};

constexpr Operator kFloorDivCall = {"floordiv", FloorDiv, std::nullopt, nullptr, FloorDivRatios};
constexpr Operator kTruncDivCall = {"truncdiv", TruncDiv, std::nullopt, nullptr, TruncDivRatios};
constexpr Operator kBroadcastCall = {"broadcast", Broadcast, std::nullopt};

struct NamedFunction {
  absl::string_view name;
  Function function;
};

// Ours, then what exporters call them.
constexpr NamedFunction kFunctions[] = {
    {"floordiv", {&kFloorDivCall, 2}},
    {"ceildiv", {&Operators::kCeilDiv, 2}},
    {"truncdiv", {&kTruncDivCall, 2}},
    {"mod", {&Operators::kMod, 2}},
    {"truncmod", {&Operators::kTruncMod, 2}},
    {"broadcast", {&kBroadcastCall, 2}},
    {"min", {&Operators::kMin, 0}},
    {"max", {&Operators::kMax, 0}},
    {"FloorDiv", {&kFloorDivCall, 2}},
    {"CleanDiv", {&kFloorDivCall, 2}},
    {"indexdiv", {&kFloorDivCall, 2}},
    {"CeilDiv", {&Operators::kCeilDiv, 2}},
    {"TruncDiv", {&kTruncDivCall, 2}},
    {"IntTrueDiv", {&Operators::kDivide, 2}},
    {"FloatTrueDiv", {&Operators::kDivide, 2}},
    {"Mod", {&Operators::kMod, 2}},
    {"PythonMod", {&Operators::kMod, 2}},
    {"floormod", {&Operators::kMod, 2}},
    {"indexmod", {&Operators::kMod, 2}},
    {"Broadcast", {&kBroadcastCall, 2}},
    {"Min", {&Operators::kMin, 0}},
    {"sym_min", {&Operators::kMin, 0}},
    {"Max", {&Operators::kMax, 0}},
    {"sym_max", {&Operators::kMax, 0}},
    {"Add", {&Operators::kAdd, 2}},
    {"Sub", {&Operators::kSubtract, 2}},
    {"Mul", {&Operators::kMultiply, 2}},
    {"Eq", {&kSigns[0], 2}},
    {"Ne", {&kSigns[2], 2}},
};

constexpr absl::string_view kModules[] = {"tvm.tir.", "tir.",  "T.",    "te.",
                                          "sympy.",   "math.", "torch."};

struct NamedRounding {
  absl::string_view name;
  absl::string_view ours;
};

constexpr NamedRounding kRoundings[] = {
    {"ceiling", "ceil"},   {"trunc", "int"},        {"FloorToInt", "floor"}, {"CeilToInt", "ceil"},
    {"TruncToInt", "int"}, {"TruncToFloat", "int"}, {"RoundToInt", "round"},
};

// Who divides integers does not write 1/2, which would be 0, nor floor(H/2).
bool SaysThatDivisionsAreExact(absl::Span<const Step> steps) {
  for (size_t i = 0; i < steps.size(); ++i) {
    const bool is_rounding =
        steps[i].kind == Step::Kind::kFloatFunction || steps[i].kind == Step::Kind::kTruncate;
    if (is_rounding) return true;
    const bool is_of_numbers =
        i >= 2 && steps[i].kind == Step::Kind::kOperator && steps[i].op == &Operators::kDivide &&
        steps[i - 1].kind == Step::Kind::kConstant && steps[i - 2].kind == Step::Kind::kConstant;
    if (!is_of_numbers || steps[i - 1].constant == 0 || steps[i - 1].constant == -1) continue;
    if (steps[i - 2].constant % steps[i - 1].constant != 0) return true;
  }
  return false;
}

}  // namespace

constexpr Operator Operators::kAdd = {"+", Add, FloatOperation::kAdd, nullptr, AddRatios};
constexpr Operator Operators::kSubtract = {"-", Subtract, FloatOperation::kSubtract, nullptr,
                                           SubtractRatios};
constexpr Operator Operators::kMultiply = {"*", Multiply, FloatOperation::kMultiply, nullptr,
                                           MultiplyRatios};
constexpr Operator Operators::kDivide = {"/", nullptr, FloatOperation::kDivide, nullptr,
                                         DivideRatios};
constexpr Operator Operators::kFloorDiv = {"//", FloorDiv, std::nullopt, nullptr, FloorDivRatios};
constexpr Operator Operators::kCeilDiv = {"ceildiv", CeilDiv, std::nullopt, nullptr, CeilDivRatios};
constexpr Operator Operators::kMod = {"mod", Mod, std::nullopt, nullptr, ModRatios};
constexpr Operator Operators::kTruncMod = {"truncmod", TruncMod, std::nullopt, nullptr,
                                           TruncModRatios};
constexpr Operator Operators::kPower = {"^", Power, std::nullopt};
constexpr Operator Operators::kExactPower = {"**", nullptr, std::nullopt, nullptr, PowerOfRatios};
constexpr Operator Operators::kMin = {"min", Min, FloatOperation::kMin, MinOf, MinRatios};
constexpr Operator Operators::kMax = {"max", Max, FloatOperation::kMax, MaxOf, MaxRatios};
constexpr Operator Operators::kAnd = {"and", Multiply, std::nullopt};
constexpr Operator Operators::kOr = {"or", Max, std::nullopt};
constexpr Operator Operators::kIf = {"if", nullptr, std::nullopt, nullptr, IfOf};
constexpr Operator Operators::kPiece = {"Piecewise", nullptr, std::nullopt, nullptr, PieceOf};

const Operator* FindSign(absl::string_view text) {
  for (const Operator& sign : kSigns) {
    if (absl::StartsWith(text, sign.name)) return &sign;
  }
  return nullptr;
}

absl::string_view WithoutModule(absl::string_view name) {
  for (const absl::string_view module : kModules) {
    if (absl::ConsumePrefix(&name, module)) break;
  }
  return name;
}

std::optional<Function> FindFunction(absl::string_view name) {
  const absl::string_view plain = WithoutModule(name);
  for (const NamedFunction& function : kFunctions) {
    if (plain == function.name) return function.function;
  }
  return std::nullopt;
}

std::optional<Step> FindUnary(absl::string_view name) {
  absl::string_view plain = WithoutModule(name);
  for (const NamedRounding& rounding : kRoundings) {
    if (plain == rounding.name) plain = rounding.ours;
  }
  if (plain == "int") return Step{Step::Kind::kTruncate};
  Step step{Step::Kind::kConvert};
  step.format = FindFormat(plain);
  if (step.format != FloatFormat::kNone) return step;
  const auto function = FindFloatFunction(plain);
  if (!function) return std::nullopt;
  step.kind = Step::Kind::kFloatFunction;
  step.function = *function;
  return step;
}

bool IsIdentityFunction(absl::string_view name) { return name == "ToFloat" || name == "Identity"; }

std::optional<Program> IntegerReading(const Program& program) {
  const bool is_exact = SaysThatDivisionsAreExact(program.steps);
  std::optional<Program> result;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (step.kind != Step::Kind::kOperator) continue;
    const bool is_quotient = step.op == &Operators::kDivide && !is_exact;
    if (!is_quotient && step.op != &Operators::kMod) continue;
    if (!result) result = program;
    result->steps[i].op = is_quotient ? &Operators::kFloorDiv : &Operators::kTruncMod;
  }
  // Quotients of floats are not read otherwise.
  if (result && !CheckProgram(*result).ok()) return std::nullopt;
  return result;
}

}  // namespace shapewright::symbolic
