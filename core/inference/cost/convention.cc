#include "core/inference/cost/convention.h"

namespace shapewright::inference {

using ops::CostWeights;
using ops::CountingTool;

CostWeights WeightsOf(v1::CountingConvention convention, absl::string_view op_type) {
  switch (convention) {
    case v1::COUNTING_CONVENTION_MATRIX:
      return {.mac = 2};
    case v1::COUNTING_CONVENTION_TORCH:
      return ops::ToolWeights(CountingTool::kTorch, op_type);
    case v1::COUNTING_CONVENTION_FVCORE:
      return ops::ToolWeights(CountingTool::kFvcore, op_type);
    case v1::COUNTING_CONVENTION_ONNX_TOOL:
      return ops::ToolWeights(CountingTool::kOnnxTool, op_type);
    default:
      return {.mac = 2, .alu = 1, .div = 1, .sqrt = 1, .special = 1};
  }
}

}  // namespace shapewright::inference
