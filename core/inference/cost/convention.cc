#include "core/inference/cost/convention.h"

#include <algorithm>

#include "absl/types/span.h"

namespace shapewright::inference {
namespace {

struct Row {
  absl::string_view op_type;
  CostWeights weights;
};

constexpr CostWeights kArithmetic = {.mac = 2, .alu = 1, .div = 1, .sqrt = 1, .special = 1};
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

CostWeights Find(absl::Span<const Row> rows, absl::string_view op_type) {
  const auto* found =
      std::lower_bound(rows.begin(), rows.end(), op_type,
                       [](const Row& row, absl::string_view name) { return row.op_type < name; });
  return found != rows.end() && found->op_type == op_type ? found->weights : CostWeights();
}

}  // namespace

CostWeights WeightsOf(v1::CountingConvention convention, absl::string_view op_type) {
  switch (convention) {
    case v1::COUNTING_CONVENTION_MATRIX:
      return kMatrix;
    case v1::COUNTING_CONVENTION_TORCH:
      return Find(kTorch, op_type);
    case v1::COUNTING_CONVENTION_FVCORE:
      return Find(kFvcore, op_type);
    default:
      return kArithmetic;
  }
}

}  // namespace shapewright::inference
