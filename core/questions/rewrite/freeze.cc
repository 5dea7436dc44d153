#include "core/questions/rewrite/freeze.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/symbolic/text/print.h"

namespace shapewright::questions {
namespace {

using graph::Attribute;
using graph::AttributeKind;
using graph::Graph;
using graph::GraphId;
using graph::kNoValue;
using graph::Node;
using graph::ValueId;
using symbolic::Expr;
using symbolic::Site;

// The sizes of a tensor whose elements are of a type that a message can hold as integers.
std::optional<std::vector<int64_t>> FoldedSizes(RewriteDraft& draft, ValueId value) {
  inference::Engine& engine = draft.engine();
  const shape::Type& type = engine.workspace().types().at(engine.TypeOf(value));
  if (shape::ElementBits(type.element) < graph::kBitsPerByte) return std::nullopt;
  return draft.SizesOf(value);
}

class ConstantFolder {
 public:
  explicit ConstantFolder(RewriteDraft& draft) : draft_(draft), engine_(draft.engine()) {}

  void Run() {
    const graph::Model& model = draft_.model();
    for (GraphId id = 0; id < model.graphs.size() && !draft_.is_stopped(); ++id) {
      if (!draft_.IsEditable(id)) continue;
      for (uint32_t node = 0; node < model.graphs[id].nodes.size(); ++node) Remove(id, node);
    }
    for (const ValueId value : known_) {
      if (draft_.is_stopped()) return;
      if (draft_.CountReaders(value) > 0) Keep(value);
    }
    draft_.RemoveUnread();
  }

 private:
  void Remove(GraphId graph, uint32_t index) {
    const Node& node = draft_.model().graphs[graph].nodes[index];
    if (draft_.IsGone(graph, index) || !draft_.IsEditable(graph) || !draft_.IsPure(node)) return;
    // A constant is one already.
    if (node.inputs.empty() || draft_.TraitsOf(node).elements == rules::Elements::kOfAttribute)
      return;
    bool is_read = false;
    std::vector<ValueId> known;
    for (const ValueId output : node.outputs) {
      if (output == kNoValue) continue;
      if (draft_.IsOutput(output)) return;
      if (draft_.CountReaders(output) == 0) continue;
      is_read = true;
      if (!FoldedSizes(draft_, output) || !draft_.ElementsOf(output)) return;
      known.push_back(output);
    }
    if (!is_read) return;
    known_.insert(known_.end(), known.begin(), known.end());
    draft_.RemoveNode(graph, index, "the elements of its results are known", "S86");
  }

  void Keep(ValueId id) {
    const graph::Value& value = draft_.model().values[id];
    const auto sizes = FoldedSizes(draft_, id);
    const auto elements = draft_.ElementsOf(id);
    if (!sizes || !elements || !draft_.IsEditable(value.graph)) return;
    const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(id));
    draft_.AddInitializer(value.graph, value.name, type.element, *sizes, *elements,
                          "its elements are known", "S86");
  }

  RewriteDraft& draft_;
  inference::Engine& engine_;
  std::vector<ValueId> known_;
};

// The branch of an If that runs, by its condition: null where that is not known.
const Attribute* FindBranch(RewriteDraft& draft, const Node& node) {
  if (draft.TraitsOf(node).bodies != rules::Bodies::kBranches || node.inputs.empty())
    return nullptr;
  if (node.inputs[0] == kNoValue) return nullptr;
  const auto condition = draft.ElementsOf(node.inputs[0]);
  if (!condition || condition->size() != 1) return nullptr;
  const absl::string_view name = (*condition)[0] != 0 ? "then_branch" : "else_branch";
  for (const Attribute& attribute : node.attributes) {
    if (attribute.kind == AttributeKind::kGraph && attribute.name == name) return &attribute;
  }
  return nullptr;
}

bool IsNamed(const symbolic::ExprArena& arena, Expr e) {
  const symbolic::Symbol* const symbol = arena.AsSymbol(e);
  return symbol == nullptr || !symbol->is_unknown();
}

void ListDims(RewriteDraft& draft, ValueId value, Site site) {
  inference::Engine& engine = draft.engine();
  const shape::Type& type = engine.workspace().types().at(engine.TypeOf(value));
  if (!type.is_tensor()) return;
  if (!type.shape.has_rank) return draft.AddGap(site, "the rank is not known");
  for (size_t axis = 0; axis < type.shape.dims.size(); ++axis) {
    const Expr dim = type.shape.dims[axis];
    if (dim.is_constant()) continue;
    site.axis = static_cast<int32_t>(axis);
    const symbolic::ExprArena& arena = engine.workspace().exprs();
    const symbolic::Interval range = arena.Bounds(dim);
    std::string reason =
        absl::StrCat("the size is ", symbolic::ToString(arena, dim),
                     IsNamed(arena, dim) ? "" : ", which no size of an input decides");
    if (range.has_max()) absl::StrAppend(&reason, ", at most ", range.max);
    draft.AddGap(site, reason);
  }
}

}  // namespace

void InlineBranches(RewriteDraft& draft) {
  const graph::Model& model = draft.model();
  for (GraphId id = 0; id < model.graphs.size() && !draft.is_stopped(); ++id) {
    const Graph& graph = model.graphs[id];
    for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
      draft.engine().work().Count();
      if (!draft.IsEditable(id) || draft.IsGone(id, node)) continue;
      const Attribute* const branch = FindBranch(draft, graph.nodes[node]);
      if (branch == nullptr) continue;
      draft.InlineBranch(id, node, *branch,
                         absl::StrCat("its condition is known: ", branch->name, " runs"));
    }
  }
  draft.RemoveUnread();
}

void FoldConstants(RewriteDraft& draft) { ConstantFolder(draft).Run(); }

void ListUndecided(RewriteDraft& draft) {
  const graph::Model& model = draft.model();
  const Graph& main = model.graphs[0];
  for (size_t i = 0; i < main.inputs.size() && !draft.is_stopped(); ++i) {
    Site site;
    site.input = static_cast<int32_t>(i);
    if (model.values[main.inputs[i]].constant == nullptr) ListDims(draft, main.inputs[i], site);
  }
  for (GraphId id = 0; id < model.graphs.size(); ++id) {
    for (uint32_t node = 0; node < model.graphs[id].nodes.size(); ++node) {
      draft.engine().work().Count();
      const bool is_branching =
          draft.TraitsOf(model.graphs[id].nodes[node]).bodies == rules::Bodies::kBranches;
      if (!is_branching || !draft.IsEditable(id) || draft.IsGone(id, node)) continue;
      Site site;
      site.graph = static_cast<int32_t>(id);
      site.node = static_cast<int32_t>(node);
      draft.AddGap(site, "the condition is not known");
    }
  }
  for (size_t i = 0; i < main.outputs.size() && !draft.is_stopped(); ++i) {
    Site site;
    site.output = static_cast<int32_t>(i);
    if (main.outputs[i] != kNoValue) ListDims(draft, main.outputs[i], site);
  }
}

}  // namespace shapewright::questions
