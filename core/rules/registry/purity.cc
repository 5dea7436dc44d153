#include "core/rules/registry/purity.h"

#include <utility>

namespace shapewright::rules {
namespace {

using graph::kNoValue;

bool IsFalse(const graph::Tensor* tensor) {
  if (tensor == nullptr) return false;
  const auto value = graph::DecodeIntegers(*tensor, 1);
  return value && value->size() == 1 && value->front() == 0;
}

const graph::Attribute* FindOwn(const graph::Node& node, absl::string_view name) {
  for (const graph::Attribute& attribute : node.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

bool IsConstantFalse(const ModelOperators& operators, graph::ValueId id) {
  const graph::Model& model = operators.model();
  const graph::Value& value = model.values[id];
  if (value.origin != graph::ValueOrigin::kNode) return false;
  const graph::Node& node = model.graphs[value.graph].nodes[value.producer];
  if (operators.TraitsOf(node.op).elements != Elements::kOfAttribute) return false;
  const graph::Attribute* tensor = FindOwn(node, "value");
  return tensor != nullptr && tensor->kind == graph::AttributeKind::kTensor &&
         tensor->reference.empty() && IsFalse(tensor->tensor);
}

// The functions of a model and what their nodes call. A function is impure if anything that it
// calls is.
class FunctionPurity {
 public:
  explicit FunctionPurity(const ModelOperators& operators)
      : operators_(operators), model_(operators.model()) {
    for (size_t i = 0; i < model_.operators.size(); ++i) {
      const auto op = static_cast<graph::OperatorIndex>(i);
      const graph::Function* function = operators.FunctionOf(op);
      const bool is_function = function != nullptr;
      function_of_.push_back(is_function ? static_cast<size_t>(function - model_.functions.data())
                                         : kNoFunction);
      purity_.push_back(is_function ? Purity::kPure : operators.TraitsOf(op).purity);
    }
  }

  std::vector<Purity> Find() && {
    if (!model_.functions.empty()) FindImpureFunctions();
    for (size_t op = 0; op < purity_.size(); ++op) {
      if (function_of_[op] != kNoFunction && is_impure_[function_of_[op]]) {
        purity_[op] = Purity::kImpure;
      }
    }
    return std::move(purity_);
  }

 private:
  static constexpr size_t kNoFunction = ~size_t{0};

  bool IsImpure(const graph::Node& node) const {
    if (purity_[node.op] == Purity::kImpureInTraining) return MayBeInTraining(operators_, node);
    return purity_[node.op] == Purity::kImpure;
  }

  // From the impure nodes to the functions that hold them, then to the callers of those.
  void FindImpureFunctions() {
    is_impure_.resize(model_.functions.size());
    std::vector<std::vector<size_t>> callers(model_.functions.size());
    std::vector<size_t> open;
    for (size_t i = 0; i < model_.functions.size(); ++i) {
      const graph::GraphId body = model_.functions[i].body;
      for (graph::GraphId id = body; id < model_.graphs[body].end_graph; ++id) {
        for (const graph::Node& node : model_.graphs[id].nodes) {
          if (function_of_[node.op] != kNoFunction) callers[function_of_[node.op]].push_back(i);
          if (is_impure_[i] || !IsImpure(node)) continue;
          is_impure_[i] = true;
          open.push_back(i);
        }
      }
    }
    while (!open.empty()) {
      const size_t impure = open.back();
      open.pop_back();
      for (const size_t caller : callers[impure]) {
        if (is_impure_[caller]) continue;
        is_impure_[caller] = true;
        open.push_back(caller);
      }
    }
  }

  const ModelOperators& operators_;
  const graph::Model& model_;
  std::vector<size_t> function_of_;  // by OperatorIndex
  std::vector<Purity> purity_;
  std::vector<bool> is_impure_;  // by function
};

}  // namespace

bool MayBeInTraining(const ModelOperators& operators, const graph::Node& node) {
  const TrainingMode& mode = operators.TraitsOf(node.op).training;
  if (!mode.off_attribute.empty()) {
    const graph::Attribute* off = FindOwn(node, mode.off_attribute);
    return off == nullptr || off->kind != graph::AttributeKind::kInt || !off->reference.empty() ||
           off->int_value == 0;
  }
  if (mode.operand < 0) return true;
  const auto place = static_cast<size_t>(mode.operand);
  const bool has_operand = place < node.inputs.size() && node.inputs[place] != kNoValue;
  return has_operand && !IsConstantFalse(operators, node.inputs[place]);
}

std::vector<Purity> FindPurity(const ModelOperators& operators) {
  return FunctionPurity(operators).Find();
}

}  // namespace shapewright::rules
