#include "core/inference/memory/elementwise_operators.h"

#include <algorithm>
#include <iterator>

namespace shapewright::inference {
namespace {

// Sorted.
constexpr absl::string_view kNames[] = {
    "Abs",         "Acos",
    "Acosh",       "Add",
    "And",         "Asin",
    "Asinh",       "Atan",
    "Atanh",       "BitShift",
    "BitwiseAnd",  "BitwiseNot",
    "BitwiseOr",   "BitwiseXor",
    "Ceil",        "Celu",
    "Clip",        "Cos",
    "Cosh",        "Div",
    "Elu",         "Equal",
    "Erf",         "Exp",
    "Floor",       "Gelu",
    "Greater",     "GreaterOrEqual",
    "HardSigmoid", "HardSwish",
    "Identity",    "IsInf",
    "IsNaN",       "LeakyRelu",
    "Less",        "LessOrEqual",
    "Log",         "Max",
    "Mean",        "Min",
    "Mish",        "Mod",
    "Mul",         "Neg",
    "Not",         "Or",
    "PRelu",       "Pow",
    "Reciprocal",  "Relu",
    "Round",       "Selu",
    "Shrink",      "Sigmoid",
    "Sign",        "Sin",
    "Sinh",        "Softplus",
    "Softsign",    "Sqrt",
    "Sub",         "Sum",
    "Swish",       "Tan",
    "Tanh",        "ThresholdedRelu",
    "Where",       "Xor",
};

}  // namespace

bool IsElementwise(const graph::OperatorName& op) {
  return op.domain.empty() && std::binary_search(std::begin(kNames), std::end(kNames), op.op_type);
}

}  // namespace shapewright::inference
