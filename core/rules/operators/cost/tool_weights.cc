#include "core/rules/cost/tool_weights.h"

#include <algorithm>

#include "absl/types/span.h"

namespace shapewright::rules {
namespace {

struct Row {
  absl::string_view op_type;
  CostWeights weights;
};

constexpr CostWeights kMatrix = {.mac = 2};
constexpr CostWeights kOneForMac = {.mac = 1};

// torch.utils.flop_counter: mm, bmm, addmm, convolutions, fused attention; no bias.
constexpr Row kTorch[] = {
    {"Attention", kMatrix},
    {"Conv", kMatrix},
    {"ConvTranspose", kMatrix},
    {"Einsum", kMatrix},
    {"FusedConv", kMatrix},
    {"FusedGemm", kMatrix},
    {"FusedMatMul", kMatrix},
    {"GRU", kMatrix},
    {"Gemm", kMatrix},
    {"GroupQueryAttention", kMatrix},
    {"LSTM", kMatrix},
    {"MatMul", kMatrix},
    {"MultiHeadAttention", kMatrix},
    {"RNN", kMatrix},
};

// fvcore.nn: a multiply-add is one; norms by the element of the operand.
constexpr Row kFvcore[] = {
    {"BatchNormalization", {.operand_element = 2}},
    {"Conv", kOneForMac},
    {"ConvTranspose", kOneForMac},
    {"Einsum", kOneForMac},
    {"FusedConv", kOneForMac},
    {"FusedMatMul", kOneForMac},
    {"Gemm", kOneForMac},
    {"GlobalAveragePool", {.operand_element = 1}},
    {"GridSample", {.result_element = 4}},
    {"GroupNormalization", {.operand_element = 5}},
    {"InstanceNormalization", {.operand_element = 5}},
    {"LayerNormalization", {.operand_element = 5}},
    {"MatMul", kOneForMac},
    {"Resize", {.mac = 1}},
};

// onnx-tool 1.0: one number for multiply-adds and all else.
constexpr Row kOnnxTool[] = {
    {"Abs", {.alu = 1}},
    {"Add", {.alu = 1}},
    {"And", {.alu = 1}},
    {"Atan", {.result_element = 32}},
    {"AveragePool", {.alu = 1}},
    {"BatchNormalization", {.result_element = 31}},
    {"Ceil", {.alu = 1}},
    {"Clip", {.alu = 1}},
    {"Conv", {.mac = 1, .alu = 1}},
    {"ConvInteger", {.mac = 1, .alu = 1}},
    {"ConvTranspose", {.mac = 1, .alu = 1}},
    {"Cos", {.result_element = 39}},
    {"CumSum", {.alu = 1}},
    {"DequantizeLinear", {.result_element = 2}},
    {"Div", {.div = 4}},
    {"Elu", {.result_element = 35}},
    {"Equal", {.alu = 1}},
    {"Exp", {.result_element = 32}},
    {"Floor", {.alu = 1}},
    {"Gelu", {.result_element = 34}},
    {"Gemm", {.mac = 1, .alu = 1}},
    {"GlobalAveragePool", {.alu = 1, .div = 4}},
    {"Greater", {.alu = 1}},
    {"GreaterOrEqual", {.alu = 1}},
    {"HardSigmoid", {.result_element = 4}},
    {"HardSwish", {.result_element = 5}},
    {"InstanceNormalization", {.result_element = 7}},
    {"LayerNormalization", {.alu = 1, .sqrt = 28}},
    {"LeakyRelu", {.result_element = 2}},
    {"Less", {.alu = 1}},
    {"LessOrEqual", {.alu = 1}},
    {"Log", {.result_element = 43}},
    {"LogSoftmax", {.result_element = 80}},
    {"LpNormalization", {.result_element = 33}},
    {"MatMul", {.mac = 1}},
    {"MatMulInteger", {.mac = 1}},
    {"Max", {.alu = 1}},
    {"MaxPool", {.alu = 1}},
    {"Min", {.alu = 1}},
    {"Mod", {.alu = 1}},
    {"Mul", {.alu = 1}},
    {"Neg", {.alu = 1}},
    {"Not", {.alu = 1}},
    {"Or", {.alu = 1}},
    {"PRelu", {.result_element = 2}},
    {"Pow", {.result_element = 32}},
    {"QLinearMatMul", {.mac = 1}},
    {"QuantizeLinear", {.result_element = 2}},
    {"Reciprocal", {.div = 4}},
    {"ReduceL2", {.operand_element = 25}},
    {"ReduceMax", {.alu = 1}},
    {"ReduceMean", {.alu = 1}},
    {"ReduceMin", {.alu = 1}},
    {"ReduceProd", {.alu = 1}},
    {"ReduceSum", {.alu = 1}},
    {"Relu", {.alu = 1}},
    {"Resize", {.mac = 1}},
    {"Round", {.alu = 1}},
    {"Sigmoid", {.result_element = 32}},
    {"Sign", {.result_element = 1}},
    {"Sin", {.result_element = 39}},
    {"Softmax", {.result_element = 36}},
    {"Softplus", {.result_element = 76}},
    {"Sqrt", {.result_element = 24}},
    {"Sub", {.alu = 1}},
    {"Sum", {.alu = 1}},
    {"Tanh", {.result_element = 38}},
    {"Upsample", {.mac = 1}},
    {"Xor", {.alu = 1}},
};

CostWeights Find(absl::Span<const Row> rows, absl::string_view op_type) {
  const auto* found =
      std::lower_bound(rows.begin(), rows.end(), op_type,
                       [](const Row& row, absl::string_view name) { return row.op_type < name; });
  return found != rows.end() && found->op_type == op_type ? found->weights : CostWeights();
}

}  // namespace

CostWeights ToolWeights(CountingTool tool, absl::string_view op_type) {
  switch (tool) {
    case CountingTool::kTorch:
      return Find(kTorch, op_type);
    case CountingTool::kFvcore:
      return Find(kFvcore, op_type);
    case CountingTool::kOnnxTool:
      break;
  }
  return Find(kOnnxTool, op_type);
}

}  // namespace shapewright::rules
