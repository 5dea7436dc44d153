#include "core/questions/cost/measure.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Within;
using rules::CostWeights;
using rules::CountingTool;

constexpr int32_t kMaxWeight = 1'000'000;

absl::Status CheckWeights(const v1::CostMeasure& measure) {
  if (measure.convention() != v1::COUNTING_CONVENTION_WEIGHTS) {
    if (!measure.has_weights()) return absl::OkStatus();
    return FieldError("weights", "only COUNTING_CONVENTION_WEIGHTS has weights");
  }
  const v1::OperationWeights& weights = measure.weights();
  const std::pair<absl::string_view, int32_t> all[] = {{"mac", weights.mac()},
                                                       {"alu", weights.alu()},
                                                       {"div", weights.div()},
                                                       {"sqrt", weights.sqrt()},
                                                       {"special", weights.special()}};
  for (const auto& [name, weight] : all) {
    if (weight >= 0 && weight <= kMaxWeight) continue;
    return Within("weights", FieldError(name, absl::StrCat("it is from 0 to ", kMaxWeight)));
  }
  return absl::OkStatus();
}

absl::Status CheckMachine(const v1::CostMeasure& measure) {
  if (!measure.has_machine()) return absl::OkStatus();
  const std::pair<absl::string_view, double> all[] = {
      {"flops_per_second", measure.machine().flops_per_second()},
      {"bytes_per_second", measure.machine().bytes_per_second()}};
  for (const auto& [name, speed] : all) {
    if (std::isfinite(speed) && speed > 0) continue;
    return Within("machine", FieldError(name, "it is a number above 0"));
  }
  return absl::OkStatus();
}

CostWeights WeightsBy(v1::CountingConvention convention, absl::string_view op_type) {
  switch (convention) {
    case v1::COUNTING_CONVENTION_MATRIX:
      return {.mac = 2};
    case v1::COUNTING_CONVENTION_TORCH:
      return rules::ToolWeights(CountingTool::kTorch, op_type);
    case v1::COUNTING_CONVENTION_FVCORE:
      return rules::ToolWeights(CountingTool::kFvcore, op_type);
    case v1::COUNTING_CONVENTION_ONNX_TOOL:
      return rules::ToolWeights(CountingTool::kOnnxTool, op_type);
    default:
      return {.mac = 2, .alu = 1, .div = 1, .sqrt = 1, .special = 1};
  }
}

}  // namespace

absl::Status CheckMeasure(const v1::CostMeasure& measure) {
  absl::Status status = CheckWeights(measure);
  return status.ok() ? CheckMachine(measure) : status;
}

OperatorWeights WeightsOf(const v1::CostMeasure& measure) {
  if (measure.convention() == v1::COUNTING_CONVENTION_WEIGHTS) {
    const v1::OperationWeights& weights = measure.weights();
    const CostWeights own = {weights.mac(), weights.alu(), weights.div(), weights.sqrt(),
                             weights.special()};
    return [own](absl::string_view) { return own; };
  }
  return [convention = measure.convention()](absl::string_view op_type) {
    return WeightsBy(convention, op_type);
  };
}

}  // namespace shapewright::questions
