#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_PROGRAM_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_PROGRAM_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/float_node.h"
#include "core/symbolic/text/ratio.h"
#include "core/symbolic/text/symbol_resolver.h"

namespace shapewright::symbolic {

using BinaryOperation = Expr (*)(ExprArena&, Expr, Expr);
using VariadicOperation = Expr (*)(ExprArena&, absl::Span<const Expr>);

// The functions of an operator, or of a function of the text, for integers, for fractions and for
// two floats of one format; null or nothing where it takes none of these. Where it takes integers
// only, fractions are rounded down.
struct Operator {
  absl::string_view name;
  BinaryOperation on_ints;
  std::optional<FloatOperation> on_floats;
  // With any number of integers; null where it takes two.
  VariadicOperation on_many = nullptr;
  RatioOperation on_ratios = nullptr;
};

// A step of a postfix program: pushes a value, or replaces the operands on top
// by their result.
struct Step {
  enum class Kind : uint8_t {
    kConstant,
    kReal,  // for the conversion that follows
    kName,
    kOperator,       // of `constant` operands, 2 or more
    kConvert,        // into `format`
    kFloatFunction,  // of a fraction too, but for the root
    kTruncate,
  };
  explicit Step(Kind step_kind = Kind::kConstant) : kind(step_kind) {}

  Kind kind;
  FloatFormat format = FloatFormat::kNone;
  FloatOperation function = FloatOperation::kFloor;
  uint32_t count = 0;  // of the operands, or the number of the name
  // Which one is used, the kind tells.
  union {
    int64_t constant = 0;
    double real;
    const Operator* op;
  };
};
static_assert(sizeof(Step) == 16, "a text has one every other byte");

// No expression is read that has more: steps take several times the bytes of their text.
inline constexpr size_t kMaxSteps = 1 << 18;

// What an expression's text says.
struct Program {
  std::vector<Step> steps;
  std::vector<std::string> names;  // one for each occurrence
  // Whether it has a `^` that is read as a power, but is a max in the notation of ONNX's proposal.
  bool has_power_sign = false;
};

// The same text as a tool reads it that divides integers towards minus infinity wherever `/`
// stands, and whose remainders have the sign of the dividend; nothing if it has neither. Other
// values come to the same unless the text leaves its meaning to the tool.
std::optional<Program> IntegerReading(const Program& program);

// Which names a text may use.
enum class NameSyntax : uint8_t {
  kSymbols,
  // Those of the signature of an operator too: attributes, `@pads` and `@pads[2]`, and
  // `len(@pads)`, `has(x)`, `sum(x.N)`, `size(x)` and `size(*b)`, each read as one name. Besides
  // them there is `if(c, a, b)`, which is `a` unless c is 0.
  kOfRules,
};

// INVALID_ARGUMENT where integers and floats, or two formats, are mixed, and where
// the result is a float.
absl::Status CheckProgram(const Program& program);
// Of a program that was checked. A fraction is rounded down. Fails only as `resolve` does.
absl::StatusOr<Expr> RunProgram(ExprArena& arena, const Program& program, SymbolResolver resolve);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_PROGRAM_H_
