#include "core/questions/binding/unsettled_values.h"

#include <algorithm>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "core/base/hash_map.h"
#include "core/questions/binding/unknown_parts.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using graph::GraphId;
using graph::kNoValue;
using graph::ValueId;
using inference::Engine;
using rules::Bodies;
using rules::Elements;
using symbolic::Expr;
using symbolic::Symbol;
using symbolic::SymbolId;

// Loops within each other, through each of which what a body's results say reaches its inputs once.
constexpr int kMaxPasses = 8;

// What a binding can decide of a value.
struct Reach {
  // Its elements may become known.
  bool is_known = false;
  // They may, and depend on the binding.
  bool varies = false;
  // Its type may become better known.
  bool is_unsettled = false;
  // A declaration stands behind what is known, though the binding may decide otherwise.
  bool rests = false;

  bool IsDecidedByBinding() const { return varies || is_unsettled; }
  void Join(const Reach& other) {
    is_known |= other.is_known;
    varies |= other.varies;
    is_unsettled |= other.is_unsettled;
    rests |= other.rests;
  }
  friend bool operator==(const Reach&, const Reach&) = default;
};

// One pass over the model after the other, until nothing changes; what a pass finds only grows.
class Search {
 public:
  Search(Engine& engine, bool refines)
      : engine_(engine),
        refines_(refines),
        workspace_(engine.workspace()),
        model_(workspace_.model()),
        reach_(model_.values.size()),
        symbols_(workspace_.exprs().symbols().size()),
        in_function_(model_.graphs.size()) {
    for (const graph::Function& function : model_.functions) {
      for (GraphId id = function.body; id < model_.graphs[function.body].end_graph; ++id) {
        in_function_[id] = true;
      }
    }
    const auto& symbols = workspace_.exprs().symbols();
    has_symbols_of_inputs_ = std::any_of(symbols.begin(), symbols.end(), [](const Symbol& each) {
      return each.DependsOnInputsOnly();
    });
    for (ValueId id = 0; id < model_.values.size(); ++id) Begin(id);
    FindEquated();
    if (refines_) FindNarrowing();
    for (int pass = 0; pass < kMaxPasses && has_changed_; ++pass) {
      has_changed_ = false;
      RunGraph(0);
    }
  }

  const std::vector<Reach>& reach() const { return reach_; }

 private:
  // Finds the nodes that made an unknown which now equals something, where declarations have given
  // values to some.
  void FindEquated() {
    if (!engine_.declared().has_equated()) return;
    const auto& symbols = workspace_.exprs().symbols();
    for (SymbolId id = 0; id < symbols.size(); ++id) {
      const bool is_solved =
          symbols[id].is_unknown() && !workspace_.facts().Solution(id).is_unknown();
      const symbolic::Site& origin = symbols[id].origin;
      if (!is_solved || origin.node < 0) continue;
      equated_.insert({origin.graph, origin.node});
      // The sizes of a binding may leave less than a declaration says.
      if (symbols[id].upper.is_symbolic()) bounded_.insert({origin.graph, origin.node});
    }
  }

  // A fact may replace or narrow an unknown where a binding gives the rest of it, or its bound.
  void FindNarrowing() {
    for (const symbolic::Fact& fact : workspace_.facts().facts()) {
      if (!engine_.work().Count(1)) return;
      const Expr sides[] = {fact.left, fact.right};
      const bool is_declared = fact.source.basis == symbolic::Basis::kDeclared;
      if (is_declared || fact.relation == symbolic::Relation::kNotEqual) continue;
      const bool is_of_bound = fact.relation == symbolic::Relation::kDivisible && AreBounded(sides);
      if (!is_of_bound && !MentionsBinding(sides)) continue;
      for (const SymbolId id : SymbolsOf(sides)) {
        if (workspace_.facts().Solution(id).is_unknown()) symbols_[id] = true;
      }
    }
  }

  // Whether the tensor may be short enough that its elements are followed.
  bool MayBeSmall(const shape::Type& type) const {
    if (!type.is_tensor()) return true;
    int64_t count = 1;
    for (const shape::Dim dim : type.shape.dims) {
      const int64_t least = std::max<int64_t>(workspace_.exprs().Bounds(dim).min, 0);
      count = symbolic::CheckedMul(count, least).value_or(0);
    }
    const bool is_float = shape::IsFloat(type.element);
    return count <= (is_float ? rules::kMaxFloatElements : rules::kMaxElements);
  }

  const shape::Type& TypeOf(ValueId id) const { return workspace_.types().at(engine_.TypeOf(id)); }

  // Inputs and constants.
  void Begin(ValueId id) {
    const graph::Value& value = model_.values[id];
    if (value.origin == graph::ValueOrigin::kInitializer) reach_[id].is_known = true;
    if (value.origin != graph::ValueOrigin::kInput || value.graph != 0) return;
    const shape::Type& type = TypeOf(id);
    const bool has_integers = type.is_tensor() && (shape::IsInteger(type.element) ||
                                                   type.element == shape::ElementType::kBool ||
                                                   type.element == shape::ElementType::kUndefined);
    const bool is_constant = engine_.ConstantOf(id) != nullptr;
    reach_[id].is_known = is_constant || (has_integers && MayBeSmall(type));
    reach_[id].varies = reach_[id].is_known && !is_constant;
  }

  void RunGraph(GraphId id) {
    const graph::Graph& graph = model_.graphs[id];
    for (uint32_t place = 0; place < graph.nodes.size(); ++place) {
      const uint32_t index = graph.NodeAt(place);
      const graph::Node& node = graph.nodes[index];
      if (!engine_.work().Count(1 + node.inputs.size())) return;
      RunNode(id, index, node);
    }
  }

  void RunNode(GraphId id, uint32_t index, const graph::Node& node) {
    const rules::OperatorTraits& traits = workspace_.operators().TraitsOf(node.op);
    const bool is_call = workspace_.operators().FunctionOf(node.op) != nullptr;
    // Of all operands together: elements are known if those of all of them are.
    Reach operands;
    operands.is_known = true;
    bool has_sizes = false;
    for (const ValueId input : node.inputs) {
      if (input == kNoValue) continue;
      operands.is_known &= reach_[input].is_known;
      operands.varies |= reach_[input].varies;
      operands.is_unsettled |= reach_[input].is_unsettled;
      operands.rests |= reach_[input].rests;
      has_sizes |= is_call && !IsStatic(TypeOf(input));
    }
    const bool has_rule = is_call || workspace_.operators().Resolved(node.op).row != nullptr;
    bool is_decided = has_rule && (operands.IsDecidedByBinding() || has_sizes);
    Reach results;
    if (traits.bodies != Bodies::kNone) {
      results = RunBodies(node, traits.bodies, operands);
      is_decided |= results.IsDecidedByBinding();
    }
    const bool carries = has_symbols_of_inputs_ && traits.bodies != Bodies::kNone &&
                         traits.bodies != Bodies::kBranches;
    for (size_t k = 0; k < node.outputs.size(); ++k) {
      const ValueId output = node.outputs[k];
      if (output == kNoValue) continue;
      MarkSymbols(engine_.TypeOf(output), id, index, is_call, is_decided);
      if (has_rule && MayJoinElements(node, output)) MarkMade(engine_.TypeOf(output), id, index);
      MarkElements(output, id, index, is_decided);
      if (carries) MarkMade(engine_.TypeOf(output), id, index);
      Reach found = results;
      const bool is_shape_decided =
          is_decided || carries ||
          (has_rule && LacksShape(output) && SizesMayDecideShape(node, traits));
      found.is_unsettled = IsUnsettled(engine_.TypeOf(output), is_shape_decided) ||
                           (is_decided && engine_.declared().HasFilledIn(output)) ||
                           (is_shape_decided && engine_.declared().HasFilledInShape(output));
      found.rests |=
          operands.rests || (found.is_unsettled && engine_.declared().HasFilledIn(output));
      // What it made may be other than a declaration said.
      const std::pair place(static_cast<int32_t>(id), static_cast<int32_t>(index));
      const bool is_equated =
          bounded_.contains(place) || (is_shape_decided && equated_.contains(place));
      found.is_unsettled |= is_equated;
      found.rests |= is_equated;
      // What follows from it is decided by the binding too.
      found.varies |= !TypeOf(output).alternatives.empty();
      SetElements(node, traits, operands, is_decided, output, &found);
      Grow(output, found);
    }
  }

  // Whether inference knows no rank of the value, or only from its declaration.
  bool LacksShape(ValueId value) const {
    return !HasShape(TypeOf(value)) || engine_.declared().HasFilledInShape(value);
  }

  // Whether the sizes of the operands may decide the rank of a result, as those of Squeeze do: some
  // depend on the binding, or did as the node was inferred, and the rank of no operand is what is
  // not known.
  bool SizesMayDecideShape(const graph::Node& node, const rules::OperatorTraits& traits) {
    if (traits.bodies != Bodies::kNone) return false;
    bool has_varying = false;
    for (const ValueId input : node.inputs) {
      if (input == kNoValue) continue;
      const shape::Type& type = TypeOf(input);
      if (!HasShape(type)) return false;
      VisitAllDims(type, [&](absl::Span<const Expr> dims) {
        has_varying = has_varying || MentionsBinding(dims) || (refines_ && AreBounded(dims));
      });
    }
    return has_varying || !workspace_.facts().settled().empty();
  }

  // Whether tensors of several sizes become the elements of a sequence, which have one type: what
  // differs for some sizes need not for those of a binding.
  bool MayJoinElements(const graph::Node& node, ValueId output) {
    const auto is_sequence = [this](ValueId value) {
      return value != kNoValue && TypeOf(value).kind == shape::TypeKind::kSequence;
    };
    if (!is_sequence(output)) return false;
    return std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId input) {
      bool has_varying = false;
      if (input == kNoValue) return false;
      VisitAllDims(TypeOf(input), [&](absl::Span<const Expr> dims) {
        has_varying = has_varying || MentionsBinding(dims);
      });
      return has_varying;
    });
  }

  // Runs the bodies; returns what their results say together.
  Reach RunBodies(const graph::Node& node, Bodies bodies, const Reach& operands) {
    Reach results;
    for (const graph::Attribute& attribute : node.attributes) {
      if (attribute.kind != graph::AttributeKind::kGraph || !attribute.reference.empty()) continue;
      const graph::Graph& body = model_.graphs[attribute.graph];
      if (bodies != Bodies::kBranches) {
        // Any operand may become any input; what the last pass found of the results comes back.
        Reach begin = operands;
        begin.is_known = true;
        for (const ValueId output : body.outputs) {
          if (output != kNoValue) begin.Join(reach_[output]);
        }
        for (const ValueId input : body.inputs) Grow(input, begin);
      }
      RunGraph(attribute.graph);
      for (const ValueId output : body.outputs) {
        if (output != kNoValue) results.Join(reach_[output]);
      }
    }
    return results;
  }

  void SetElements(const graph::Node& node, const rules::OperatorTraits& traits,
                   const Reach& operands, bool is_decided, ValueId output, Reach* found) {
    const absl::Span<const Expr> elements = engine_.ElementsOf(output);
    // A later node may have made symbols of elements that this one leaves open.
    const symbolic::ExprArena& arena = workspace_.exprs();
    const bool are_all_known =
        !elements.empty() && std::all_of(elements.begin(), elements.end(), [&](Expr element) {
          return !element.is_unknown() && symbolic::DependsOnInputsOnly(arena, element);
        });
    found->varies |= MentionsBinding(elements);
    if (are_all_known) {
      found->is_known = true;
      return;
    }
    if (!MayBeSmall(TypeOf(output))) {
      found->is_known = found->varies = false;
      return;
    }
    const bool has_first = !node.inputs.empty() && node.inputs[0] != kNoValue;
    switch (traits.elements) {
      case Elements::kOfType:
        found->is_known = true;
        found->varies |= has_first && reach_[node.inputs[0]].is_unsettled;
        return;
      case Elements::kOfFirstOperand:
        found->is_known |= has_first && reach_[node.inputs[0]].is_known;
        break;
      case Elements::kFill:
      case Elements::kOfAttribute:
        found->is_known = true;
        break;
      case Elements::kComputed:
        found->is_known |= operands.is_known || !elements.empty();
        break;
    }
    found->varies |= found->is_known && is_decided;
  }

  // Whether there is an unknown with an upper bound over the inputs, which may leave it one number.
  bool AreBounded(absl::Span<const Expr> exprs) {
    const std::vector<SymbolId> symbols = SymbolsOf(exprs);
    return std::any_of(symbols.begin(), symbols.end(), [this](SymbolId id) {
      return workspace_.exprs().symbol(id).upper.is_symbolic();
    });
  }

  bool MentionsBinding(absl::Span<const Expr> exprs) {
    const symbolic::ExprArena& arena = workspace_.exprs();
    if (std::any_of(exprs.begin(), exprs.end(), [&](Expr e) {
          return e.is_symbolic() && symbolic::DependsOnInputsOnly(arena, e);
        })) {
      return true;
    }
    for (const SymbolId id : SymbolsOf(exprs)) {
      const Symbol& symbol = workspace_.exprs().symbol(id);
      if (symbol.DependsOnInputsOnly() || symbols_[id]) return true;
    }
    return false;
  }

  // The symbols of the expressions that depend on more than the inputs.
  std::vector<SymbolId> SymbolsOf(absl::Span<const Expr> exprs) {
    const symbolic::ExprArena& arena = workspace_.exprs();
    absl::InlinedVector<Expr, 8> open;
    for (const Expr e : exprs) {
      if (e.is_symbolic() && !symbolic::DependsOnInputsOnly(arena, e)) open.push_back(e);
    }
    if (open.empty()) return {};
    std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, open);
    engine_.work().Count(open.size() + symbols.size());
    return symbols;
  }
  // The unknowns in the sizes of a type; each type is looked through once.
  const std::vector<SymbolId>& UnknownsOf(shape::TypeId type) {
    const auto known = unknowns_.find(type);
    if (known != unknowns_.end()) return known->second;
    std::vector<SymbolId> unknowns;
    VisitAllDims(workspace_.types().at(type), [&](absl::Span<const Expr> dims) {
      for (const SymbolId id : SymbolsOf(dims)) {
        const Symbol& symbol = workspace_.exprs().symbol(id);
        const bool is_name = symbol.kind == symbolic::SymbolKind::kAlias;
        if ((symbol.is_unknown() || is_name) && !symbol.DependsOnInputsOnly()) {
          unknowns.push_back(id);
        }
      }
    });
    return unknowns_.emplace(type, std::move(unknowns)).first->second;
  }

  // Calls `visit` with the dims or the length of the type, and of all types within it. Recursion is
  // bounded by the depth of types.
  template <typename Visit>
  void VisitDims(const shape::Type& type, const Visit& visit) const {
    if (type.is_tensor()) visit(type.shape.dims);
    if (type.kind != shape::TypeKind::kSequence && type.kind != shape::TypeKind::kOptional) return;
    if (!type.length.is_unknown()) visit(absl::MakeConstSpan(&type.length, 1));
    if (type.inner != shape::kUnknownType) VisitDims(workspace_.types().at(type.inner), visit);
    for (const shape::TypeId position : type.positions) {
      VisitDims(workspace_.types().at(position), visit);
    }
  }
  template <typename Visit>
  void VisitAllDims(const shape::Type& type, const Visit& visit) const {
    if (type.alternatives.empty()) return VisitDims(type, visit);
    for (const shape::TypeAlternative& each : type.alternatives) {
      VisitDims(workspace_.types().at(each.type), visit);
    }
  }

  // Whether all of a type is known, but for sizes.
  bool HasShape(const shape::Type& type) const {
    if (!type.alternatives.empty()) {
      return std::all_of(type.alternatives.begin(), type.alternatives.end(),
                         [this](const shape::TypeAlternative& each) {
                           return HasShape(workspace_.types().at(each.type));
                         });
    }
    if (type.is_tensor()) return type.shape.has_rank;
    if (type.kind == shape::TypeKind::kOptional) {
      return type.presence != shape::Presence::kUnknown && HasShape(Inner(type));
    }
    if (type.kind != shape::TypeKind::kSequence) return type.kind != shape::TypeKind::kUnknown;
    if (type.length.is_constant(0)) return true;
    return !type.length.is_unknown() && (type.is_tuple() || HasShape(Inner(type)));
  }
  const shape::Type& Inner(const shape::Type& type) const {
    return workspace_.types().at(type.inner);
  }

  bool IsStatic(const shape::Type& type) const {
    bool is_static = HasShape(type) && type.alternatives.empty();
    VisitDims(type, [&](absl::Span<const Expr> dims) {
      for (const Expr dim : dims) is_static &= dim.is_constant();
    });
    return is_static;
  }

  // Marks the unknowns of the type that the node made.
  void MarkSymbols(shape::TypeId type, GraphId graph, uint32_t node, bool is_call,
                   bool is_decided) {
    if (!is_decided) return;
    for (const SymbolId id : UnknownsOf(type)) {
      const symbolic::Site& origin = workspace_.exprs().symbol(id).origin;
      const auto origin_graph = static_cast<size_t>(std::max(origin.graph, 0));
      if (IsMadeBy(id, graph, node) || (is_call && in_function_[origin_graph])) {
        symbols_[id] = true;
      }
    }
  }

  // Likewise those that stand for several sizes, as of what a loop carries: what changes from one
  // iteration to the next for some sizes need not for those of a binding. How often it runs is
  // another question.
  void MarkMade(shape::TypeId type, GraphId graph, uint32_t node) {
    for (const SymbolId id : UnknownsOf(type)) {
      const bool may_differ =
          workspace_.exprs().symbol(id).kind == symbolic::SymbolKind::kAnonymous;
      if (may_differ && IsMadeBy(id, graph, node)) symbols_[id] = true;
    }
  }

  // Likewise the unknowns in a value's elements.
  void MarkElements(ValueId value, GraphId graph, uint32_t node, bool is_decided) {
    if (!is_decided) return;
    for (const SymbolId id : SymbolsOf(engine_.ElementsOf(value))) {
      if (workspace_.exprs().symbol(id).is_unknown() && IsMadeBy(id, graph, node)) {
        symbols_[id] = true;
      }
    }
  }

  bool IsMadeBy(SymbolId id, GraphId graph, uint32_t node) const {
    const symbolic::Site& origin = workspace_.exprs().symbol(id).origin;
    return origin.graph == static_cast<int32_t>(graph) && origin.node == static_cast<int32_t>(node);
  }

  bool IsUnsettled(shape::TypeId type, bool is_shape_decided) {
    if (!HasShape(workspace_.types().at(type))) return is_shape_decided;
    const std::vector<SymbolId>& unknowns = UnknownsOf(type);
    return std::any_of(unknowns.begin(), unknowns.end(),
                       [this](SymbolId id) { return symbols_[id]; });
  }

  void Grow(ValueId id, const Reach& found) {
    Reach joined = reach_[id];
    joined.Join(found);
    if (joined == reach_[id]) return;
    reach_[id] = joined;
    has_changed_ = true;
  }

  Engine& engine_;
  const bool refines_;
  rules::Workspace& workspace_;
  const graph::Model& model_;
  std::vector<Reach> reach_;   // by ValueId
  std::vector<bool> symbols_;  // by SymbolId: the unsettled ones
  HashMap<shape::TypeId, std::vector<SymbolId>> unknowns_;
  std::vector<bool> in_function_;  // by GraphId
  // By graph and node: those that made an unknown which now equals something; of these, whose
  // unknown has an upper bound over the inputs.
  HashSet<std::pair<int32_t, int32_t>> equated_;
  HashSet<std::pair<int32_t, int32_t>> bounded_;
  bool has_symbols_of_inputs_ = false;
  bool has_changed_ = true;
};

}  // namespace

UnsettledValues::UnsettledValues(Engine& engine, bool refines) {
  const size_t count = engine.workspace().model().values.size();
  bool has_unknown = engine.declared().has_filled_in();
  for (ValueId id = 0; id < count && !has_unknown; ++id) {
    has_unknown = HasUnknownPart(engine.workspace(), engine.TypeOf(id));
  }
  if (!has_unknown) return;
  const Search search(engine, refines);
  std::vector<bool> values(count);
  std::vector<bool> resting(count);
  bool has_any = false;
  bool has_resting = false;
  for (ValueId id = 0; id < count; ++id) {
    const Reach& reach = search.reach()[id];
    values[id] = reach.is_unsettled;
    resting[id] = reach.rests;
    all_rest_ |= reach.is_unsettled && engine.declared().HasEquated(id);
    has_any |= reach.is_unsettled;
    has_resting |= reach.rests;
  }
  all_rest_ |= has_resting && HaveFacts(engine, resting);
  if (has_any) values_ = std::move(values);
  if (has_resting) resting_ = std::move(resting);
}

}  // namespace shapewright::questions
