#include "core/questions/rewrite/simplify.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/rewrite/operator_form.h"

namespace shapewright::questions {
namespace {

using graph::Attribute;
using graph::AttributeKind;
using graph::Graph;
using graph::GraphId;
using graph::kNoValue;
using graph::Node;
using graph::ValueId;
using rules::RowForm;
using symbolic::Expr;

using Target = std::vector<int64_t>;

class TargetShortener {
 public:
  explicit TargetShortener(RewriteDraft& draft)
      : draft_(draft), workspace_(draft.engine().workspace()) {}

  void Run() {
    const graph::Model& model = draft_.model();
    for (GraphId id = 0; id < model.graphs.size() && !draft_.is_stopped(); ++id) {
      for (uint32_t node = 0; node < model.graphs[id].nodes.size(); ++node) {
        draft_.engine().work().Count();
        if (draft_.IsEditable(id) && !draft_.IsGone(id, node)) Shorten(id, node);
      }
    }
    draft_.RemoveUnread();
  }

 private:
  void Shorten(GraphId id, uint32_t index) {
    const Node& node = draft_.model().graphs[id].nodes[index];
    const RowForm form = rules::RowFormOf(draft_.model().operators[node.op]);
    if (form != RowForm::kReshape && form != RowForm::kExpand) return;
    if (node.inputs.size() < 2 || node.inputs[0] == kNoValue || node.inputs[1] == kNoValue) return;
    if (node.outputs.empty() || node.outputs[0] == kNoValue) return;
    const graph::Value& target = draft_.model().values[node.inputs[1]];
    if (target.origin != graph::ValueOrigin::kNode || IsConstantNode(target)) return;
    // It computes a shape itself.
    if (!draft_.engine().ElementsOf(node.outputs[0]).empty()) return;
    const absl::Span<const Expr> found = draft_.engine().ElementsOf(node.inputs[1]);
    const shape::Type& type = workspace_.types().at(draft_.engine().TypeOf(node.inputs[0]));
    if (found.empty() || !type.is_tensor() || !type.shape.has_rank) return;
    std::vector<Expr> elements;
    for (const Expr element : found) {
      draft_.engine().work().Count();
      elements.push_back(workspace_.facts().Finalize(element));
    }
    const std::optional<Target> shortened = form == RowForm::kReshape
                                                ? OfReshape(node, elements, type.shape.dims)
                                                : OfExpand(elements, type.shape.dims);
    if (!shortened) return;
    const std::string name =
        draft_.FreeName(absl::StrCat(draft_.model().values[node.outputs[0]].name, "_shape"));
    const auto size = static_cast<int64_t>(shortened->size());
    draft_.AddInitializer(id, name, shape::ElementType::kInt64, {&size, 1}, *shortened,
                          "says the sizes that nodes computed", "S86");
    draft_.SetOperand({id, index, 1}, name, "the sizes are known by the operand", "S86");
  }

  bool IsConstantNode(const graph::Value& value) const {
    const Node& node = draft_.model().graphs[value.graph].nodes[value.producer];
    return draft_.TraitsOf(node).elements == rules::Elements::kOfAttribute;
  }

  bool IsPositive(Expr e) const { return !e.is_unknown() && workspace_.exprs().Bounds(e).min >= 1; }

  // An element that is the operand's size on its axis becomes 0, which copies it whatever it is;
  // one other may become -1, if it and the others are never 0.
  std::optional<Target> OfReshape(const Node& node, const std::vector<Expr>& elements,
                                  absl::Span<const Expr> dims) const {
    for (const Attribute& attribute : node.attributes) {
      if (attribute.name == "allowzero" && attribute.int_value != 0) return std::nullopt;
      if (!attribute.reference.empty()) return std::nullopt;
    }
    Target target;
    std::optional<size_t> open;
    bool has_rest = false;
    bool are_others_positive = true;
    for (size_t i = 0; i < elements.size(); ++i) {
      const Expr element = elements[i];
      if (element.is_unknown()) return std::nullopt;
      if (element.is_constant()) {
        has_rest |= element.is_constant(-1);
        // A 0 that is no size of the operand's axis copies it all the same.
        are_others_positive &= element.constant() > 0 ||
                               (element.is_constant(0) && i < dims.size() && IsPositive(dims[i]));
        target.push_back(element.constant());
      } else if (i < dims.size() && element == dims[i]) {
        are_others_positive &= IsPositive(element);
        target.push_back(0);
      } else if (!open && IsPositive(element)) {
        open = i;
        target.push_back(-1);
      } else {
        return std::nullopt;
      }
    }
    if (open && (has_rest || !are_others_positive)) return std::nullopt;
    return target;
  }

  // An element that is the operand's size on its axis, counted from the end, becomes 1.
  static std::optional<Target> OfExpand(const std::vector<Expr>& elements,
                                        absl::Span<const Expr> dims) {
    Target target;
    for (size_t i = 0; i < elements.size(); ++i) {
      const size_t from_end = elements.size() - i;
      if (elements[i].is_constant()) {
        target.push_back(elements[i].constant());
      } else if (from_end <= dims.size() && !elements[i].is_unknown() &&
                 elements[i] == dims[dims.size() - from_end]) {
        target.push_back(1);
      } else {
        return std::nullopt;
      }
    }
    return target;
  }

  RewriteDraft& draft_;
  rules::Workspace& workspace_;
};

}  // namespace

void ShortenTargets(RewriteDraft& draft) { TargetShortener(draft).Run(); }

void RemoveIdentities(RewriteDraft& draft) {
  const graph::Model& model = draft.model();
  // What stands for the result of an identity that goes.
  HashMap<ValueId, ValueId> operand_of;
  for (GraphId id = 0; id < model.graphs.size() && !draft.is_stopped(); ++id) {
    for (uint32_t index = 0; index < model.graphs[id].nodes.size(); ++index) {
      draft.engine().work().Count();
      const Node& node = model.graphs[id].nodes[index];
      if (!draft.IsIdentity(node) || !draft.IsEditable(id)) continue;
      if (draft.IsGone(id, index) || node.inputs.size() != 1 || node.outputs.size() != 1) continue;
      const ValueId to = node.outputs[0];
      // What gives an output of a graph is fixed.
      if (node.inputs[0] == kNoValue || to == kNoValue || draft.IsOutput(to)) continue;
      const auto known = operand_of.find(node.inputs[0]);
      const ValueId from = known == operand_of.end() ? node.inputs[0] : known->second;
      operand_of.emplace(to, from);
      for (const RewriteDraft::Operand& reader : draft.ReadersOf(to)) {
        if (!draft.IsEditable(reader.graph) || draft.IsGone(reader.graph, reader.node)) continue;
        draft.SetOperandTo(reader, from, "the node between gives its operand", "S86");
      }
    }
  }
  draft.RemoveUnread();
}

}  // namespace shapewright::questions
