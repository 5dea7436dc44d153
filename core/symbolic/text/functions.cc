#include "core/symbolic/text/functions.h"

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/float_node.h"

namespace shapewright::symbolic {
namespace {

constexpr Function kFunctions[] = {
    {{"floordiv", FloorDiv, std::nullopt}, "FloorDiv", 2},
    {{"ceildiv", CeilDiv, std::nullopt}, "CeilDiv", 2},
    {{"truncdiv", TruncDiv, std::nullopt}, "TruncDiv", 2},
    {{"mod", Mod, std::nullopt}, "Mod", 2},
    {{"broadcast", Broadcast, std::nullopt}, "Broadcast", 2},
    {{"min", Min, FloatOperation::kMin, MinOf}, "Min", 0},
    {{"max", Max, FloatOperation::kMax, MaxOf}, "Max", 0},
};

}  // namespace

const Function* FindFunction(absl::string_view name) {
  for (const Function& function : kFunctions) {
    if (name == function.op.name || name == function.alias) return &function;
  }
  return nullptr;
}

std::optional<Step> FindUnary(absl::string_view name) {
  if (name == "int") return Step{Step::Kind::kTruncate};
  Step step{Step::Kind::kConvert};
  step.format = FindFormat(name);
  if (step.format != FloatFormat::kNone) return step;
  const auto function = FindFloatFunction(name);
  if (!function) return std::nullopt;
  step.kind = Step::Kind::kFloatFunction;
  step.function = *function;
  return step;
}

}  // namespace shapewright::symbolic
