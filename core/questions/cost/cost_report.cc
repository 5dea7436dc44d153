#include "core/questions/cost/cost_report.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/questions/cost/frame_cost_context.h"
#include "core/questions/cost/loop_growth.h"
#include "core/questions/cost/loop_trips.h"
#include "core/questions/cost/scope_path.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using graph::GraphId;
using graph::ValueId;
using rules::OperatorCost;
using symbolic::Expr;

using Kind = OperatorNodes::Kind;

constexpr uint64_t kCountPerNode = 32;
constexpr size_t kLoopLeadingInputs = 2;  // the limit, the condition

constexpr absl::string_view kNoRule = "no rule for this operator";
constexpr absl::string_view kNoFormula = "no formula for this operator";
constexpr absl::string_view kNoSizes = "a size is not known";
constexpr absl::string_view kTooLarge = "a number of it leaves 64 bits";
constexpr absl::string_view kNoBound = "the data decide a size, which has no bound";
constexpr absl::string_view kNoTrips = "how often it runs has no bound";
constexpr absl::string_view kBodyChanges = "its body costs another sum in each iteration";
constexpr absl::string_view kNoBody = "its body was not inferred";

std::string NameOf(const graph::OperatorName& op) {
  return op.domain.empty() ? std::string(op.op_type) : absl::StrCat(op.domain, ":", op.op_type);
}

// The cost of a graph and of its parts.
struct Body {
  Cost total;
  CostGroups groups;
};

struct BodySum {
  CostSum total;
  std::array<std::map<std::string, CostSum>, kCostGroupings> groups;
};

class Counter {
 public:
  Counter(inference::Engine& engine, const CostSelection& selection)
      : engine_(engine),
        selection_(selection),
        model_(engine.workspace().model()),
        arena_(engine.workspace().exprs()),
        ctx_(engine),
        numbers_(engine) {
    const std::vector<inference::CallFrame>& frames = engine.call_frames();
    engine.work().Count(frames.size());
    for (uint32_t i = 0; i < frames.size(); ++i) {
      children_[{frames[i].parent, frames[i].node}].push_back(i);
    }
  }

  CostReport Count() {
    if (selection_.by_node) report_.nodes.resize(model_.graphs[0].nodes.size());
    Body body = CountGraph(CostFrame(), "");
    report_.total = std::move(body.total);
    report_.groups = std::move(body.groups);
    return std::move(report_);
  }

 private:
  Body CountGraph(const CostFrame& frame, const std::string& outer_scope) {
    const graph::Graph& graph = model_.graphs[frame.graph];
    BodySum sum;
    for (uint32_t place = 0; place < graph.nodes.size(); ++place) {
      const uint32_t index = graph.NodeAt(place);
      if (!engine_.work().Count(kCountPerNode)) break;
      const graph::Node& node = graph.nodes[index];
      const std::string scope = ScopeIn(frame, node, outer_scope);
      Cost own = CountNode(frame, index);
      AddPart(own, GroupNames(node, scope), sum);
      const std::optional<Body> bodies = CountBodies(frame, index, scope);
      if (bodies) AddBody(*bodies, sum);
      if (selection_.by_node && frame.call_frame == inference::CallFrame::kMain) {
        CostSum whole;
        whole.Add(arena_, own);
        if (bodies) whole.Add(arena_, bodies->total);
        report_.nodes[index] = whole.Take(arena_);
      }
    }
    return Take(sum);
  }

  // Nodes without a scope belong to that of the node whose body or function they are in.
  std::string ScopeIn(const CostFrame& frame, const graph::Node& node, const std::string& outer) {
    if (!selection_.is_by(CostGrouping::kScope)) return "";
    std::string scope = ScopeOf(node);
    const bool is_function =
        frame.graph != 0 && model_.graphs[frame.graph].parent == graph::kNoGraph;
    if (scope.empty()) return outer;
    return is_function && !outer.empty()
               ? absl::StrCat(outer, scope.front() == '/' ? "" : "/", scope)
               : scope;
  }

  // The groups of the node that the context is at.
  std::array<std::string, kCostGroupings> GroupNames(const graph::Node& node,
                                                     const std::string& scope) {
    const auto named = [&](CostGrouping grouping, const auto& name) {
      return selection_.is_by(grouping) ? std::string(name()) : std::string();
    };
    return {
        named(CostGrouping::kScope, [&] { return ScopeAtDepth(scope, selection_.scope_depth); }),
        named(CostGrouping::kOperator, [&] { return NameOf(model_.operators[node.op]); }),
        named(CostGrouping::kElementType, [&] { return ctx_.ComputedType(); })};
  }

  void AddPart(const Cost& cost, const std::array<std::string, kCostGroupings>& names,
               BodySum& sum) {
    sum.total.Add(arena_, cost);
    for (size_t i = 0; i < kCostGroupings; ++i) {
      if (selection_.by[i]) sum.groups[i][names[i]].Add(arena_, cost);
    }
  }

  void AddBody(const Body& body, BodySum& sum) {
    sum.total.Add(arena_, body.total);
    for (size_t i = 0; i < kCostGroupings; ++i) {
      for (const auto& [name, cost] : body.groups[i]) sum.groups[i][name].Add(arena_, cost);
    }
  }

  // A number that leaves 64 bits is left out of what is around it, and marked.
  Cost Settled(Cost cost) {
    for (Expr& part : cost.cost) {
      if (!part.is_unknown()) continue;
      part = 0;
      cost.uncounted = std::max(cost.uncounted, 1u);
    }
    return cost;
  }

  Body Take(BodySum& sum) {
    Body body;
    body.total = Settled(sum.total.Take(arena_));
    for (size_t i = 0; i < kCostGroupings; ++i) {
      for (auto& [name, cost] : sum.groups[i]) body.groups[i][name] = Settled(cost.Take(arena_));
    }
    return body;
  }

  void List(const CostFrame& frame, uint32_t index, Kind kind, absl::string_view reason = {}) {
    const std::string name = NameOf(model_.operators[model_.graphs[frame.graph].nodes[index].op]);
    const auto [found, is_new] =
        listed_.try_emplace({name, static_cast<int>(kind)}, report_.lists.size());
    if (is_new) {
      symbolic::Site site;
      site.graph = static_cast<int32_t>(frame.graph);
      site.node = static_cast<int32_t>(index);
      report_.lists.push_back({name, {kind, 0, reason, site}});
    }
    ++report_.lists[found->second].second.nodes;
  }

  Cost Uncounted(const CostFrame& frame, uint32_t index, absl::string_view reason) {
    List(frame, index, Kind::kUncounted, reason);
    Cost cost;
    cost.uncounted = 1;
    return cost;
  }

  // Without its bodies.
  Cost CountNode(const CostFrame& frame, uint32_t index) {
    const graph::Node& node = model_.graphs[frame.graph].nodes[index];
    const rules::ModelOperators& operators = engine_.workspace().operators();
    const bool is_function = operators.FunctionOf(node.op) != nullptr;
    const rules::OperatorRow* const row = operators.Resolved(node.op).row;
    const OperatorCost how = is_function      ? rules::kBodiesOnly
                             : row == nullptr ? OperatorCost()
                                              : row->cost;
    Cost cost;
    cost.nodes = 1;
    ctx_.EnterNode(frame, index);
    if (how.kind == OperatorCost::Kind::kFree || how.kind == OperatorCost::Kind::kBodies) {
      if (how.kind == OperatorCost::Kind::kFree) List(frame, index, Kind::kFree);
      // What is passed to a function counts where its body reads it.
      if (!is_function) AddConstants(node, cost);
      return cost;
    }
    absl::string_view reason;
    if (how.kind == OperatorCost::Kind::kUnknown) reason = row == nullptr ? kNoRule : kNoFormula;
    CountOperations(how, cost);
    if (!ctx_.refusal().empty()) reason = ctx_.refusal();
    At(cost.cost, CostPart::kRead) = ctx_.BytesRead();
    At(cost.cost, CostPart::kWritten) = ctx_.BytesWritten();
    CountFlops(cost);
    for (Expr& part : cost.cost) {
      part = numbers_.Rewrite(part);
      const absl::string_view lacks = WhatIsLacking(part);
      if (lacks.empty()) continue;
      part = 0;
      if (reason.empty()) reason = lacks;
    }
    AddConstants(node, cost);
    cost.is_upper = ctx_.is_upper();
    cost.uncounted = reason.empty() ? 0 : 1;
    List(frame, index, reason.empty() ? Kind::kCounted : Kind::kUncounted, reason);
    return cost;
  }

  void CountOperations(const OperatorCost& how, Cost& cost) {
    if (how.kind == OperatorCost::Kind::kPerElement) {
      const Expr n = ctx_.OutputSize(0);
      const rules::PerElement& each = how.per_element;
      ctx_.Alu(each.alu, n);
      ctx_.Div(ctx_.Multiply(each.div, n));
      ctx_.Sqrt(ctx_.Multiply(each.sqrt, n));
      ctx_.Special(ctx_.Multiply(each.special, n));
    } else if (how.kind == OperatorCost::Kind::kFormula) {
      how.formula(ctx_);
    }
    std::copy(ctx_.operations().begin(), ctx_.operations().end(), cost.cost.begin());
  }

  void CountFlops(Cost& cost) {
    const rules::CostWeights weights = selection_.weights(ctx_.op_type());
    const int64_t of_operations[] = {weights.mac, weights.alu, weights.div, weights.sqrt,
                                     weights.special};
    Expr flops = 0;
    for (size_t i = 0; i < rules::kOperations; ++i) {
      if (of_operations[i] == 0) continue;
      flops = ctx_.Add(flops, ctx_.Multiply(of_operations[i], cost.cost[i]));
    }
    if (weights.operand_element != 0) {
      flops = ctx_.Add(flops, ctx_.Multiply(weights.operand_element, ctx_.InputSize(0)));
    }
    if (weights.result_element != 0) {
      flops = ctx_.Add(flops, ctx_.Multiply(weights.result_element, ctx_.OutputSize(0)));
    }
    At(cost.cost, CostPart::kFlops) = flops;
  }

  // Why a number cannot be told at any sizes of the inputs; empty: it can.
  absl::string_view WhatIsLacking(Expr e) {
    if (e.is_unknown()) return ctx_.has_overflow() ? kTooLarge : kNoSizes;
    if (IsDecidedBy(arena_, e, growing_)) return {};
    const auto [found, is_new] = is_bounded_.try_emplace(e.node(), false);
    if (is_new) found->second = !symbolic::UpperExpression(arena_, e).is_unknown();
    arena_.TakeOverflow();
    return found->second ? absl::string_view() : kNoBound;
  }

  // The constant that a value is, within functions that which is passed; kNoValue for others.
  ValueId ConstantOf(ValueId value) const {
    const auto passed = passed_.find(value);
    if (passed != passed_.end()) return passed->second;
    const graph::Value& known = model_.values[value];
    if (known.origin == graph::ValueOrigin::kInitializer) return value;
    if (known.origin != graph::ValueOrigin::kNode) return graph::kNoValue;
    const graph::Node& node = model_.graphs[known.graph].nodes[known.producer];
    const bool is_constant =
        engine_.workspace().operators().TraitsOf(node.op).elements == rules::Elements::kOfAttribute;
    return is_constant ? value : graph::kNoValue;
  }

  void AddConstants(const graph::Node& node, Cost& cost) const {
    for (const ValueId input : node.inputs) {
      if (input == graph::kNoValue) continue;
      const ValueId constant = ConstantOf(input);
      if (constant != graph::kNoValue) cost.constants.insert(constant);
    }
  }

  // What the bodies of a node cost: branches, bodies of loops, functions; nothing where it has
  // none, or none is known.
  std::optional<Body> CountBodies(const CostFrame& frame, uint32_t index,
                                  const std::string& scope) {
    const graph::Node& node = model_.graphs[frame.graph].nodes[index];
    const rules::ModelOperators& operators = engine_.workspace().operators();
    const graph::Function* const function = operators.FunctionOf(node.op);
    const rules::Bodies bodies = operators.TraitsOf(node.op).bodies;
    if (function == nullptr && bodies == rules::Bodies::kNone) return std::nullopt;
    const auto children = children_.find({frame.call_frame, index});
    if (children == children_.end()) return OnlyUncounted(frame, index, kNoBody, scope);
    List(frame, index, Kind::kCounted);
    if (function != nullptr) return CountCall(frame, index, *function, children->second, scope);
    if (bodies == rules::Bodies::kBranches) return CountIf(frame, children->second, scope);
    BodySum sum;
    for (const uint32_t child : children->second) {
      if (const auto body = CountLoop(frame, index, child, scope)) AddBody(*body, sum);
    }
    return Take(sum);
  }

  Body OnlyUncounted(const CostFrame& frame, uint32_t index, absl::string_view reason,
                     const std::string& scope) {
    BodySum sum;
    const graph::Node& node = model_.graphs[frame.graph].nodes[index];
    ctx_.EnterNode(frame, index);
    AddPart(Uncounted(frame, index, reason), GroupNames(node, scope), sum);
    return Take(sum);
  }

  CostFrame Within(const CostFrame& frame, uint32_t child) const {
    return {engine_.call_frames()[child].graph, child, &frame, frame.attributes};
  }

  Body CountCall(const CostFrame& frame, uint32_t index, const graph::Function& function,
                 const std::vector<uint32_t>& children, const std::string& scope) {
    ctx_.EnterNode(frame, index);
    const std::vector<graph::Attribute> attributes = AttributesOf(function);
    const graph::Node& node = model_.graphs[frame.graph].nodes[index];
    const auto& inputs = model_.graphs[function.body].inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const bool is_given = i < node.inputs.size() && node.inputs[i] != graph::kNoValue;
      passed_[inputs[i]] = is_given ? ConstantOf(node.inputs[i]) : graph::kNoValue;
    }
    CostFrame inner = Within(frame, children.back());
    inner.attributes = attributes;
    return CountGraph(inner, scope);
  }

  // Those of the call that the context is at, with the function's defaults.
  std::vector<graph::Attribute> AttributesOf(const graph::Function& function) {
    std::vector<graph::Attribute> attributes;
    HashSet<absl::string_view> known;
    for (const graph::Attribute& given : ctx_.node().attributes) {
      const graph::Attribute* const value = ctx_.FindAttribute(given.name);
      if (value == nullptr || !known.insert(given.name).second) continue;
      attributes.push_back(*value);
      attributes.back().name = given.name;
    }
    for (const graph::Attribute& missing : function.defaults) {
      if (!known.contains(missing.name)) attributes.push_back(missing);
    }
    return attributes;
  }

  // The branch that runs; by its condition where the inputs decide it; else the most of both.
  Body CountIf(const CostFrame& frame, const std::vector<uint32_t>& children,
               const std::string& scope) {
    const auto& frames = engine_.call_frames();
    std::vector<uint32_t> taken;
    for (const uint32_t child : children) {
      if (frames[child].is_proved) taken = {child};
    }
    if (taken.empty()) {
      for (const uint32_t child : children) {
        const auto& runs_if = frames[child].runs_if;
        const bool never =
            runs_if.size() == 1 && runs_if[0].is_constant() && runs_if[0].constant() <= 0;
        if (!never) taken.push_back(child);
      }
    }
    if (taken.empty()) return Body();
    Body most = CountGraph(Within(frame, taken[0]), scope);
    const auto& runs_if = frames[taken[0]].runs_if;
    const bool is_decided = taken.size() == 2 && runs_if.size() == 1 && runs_if[0].is_symbolic() &&
                            symbolic::DependsOnInputsOnly(arena_, runs_if[0]);
    const Expr condition = is_decided ? runs_if[0] : Expr();
    for (size_t i = 1; i < taken.size(); ++i)
      most = Join(condition, std::move(most), CountGraph(Within(frame, taken[i]), scope));
    return most;
  }

  // With an unknown condition the most of both, an upper bound.
  Cost Join(Expr condition, const Cost& a, const Cost& b) {
    Cost joined = a;
    joined.cost = condition.is_unknown() ? MaxOf(arena_, a.cost, b.cost)
                                         : Choose(arena_, condition, a.cost, b.cost);
    joined.nodes += b.nodes;
    joined.uncounted += b.uncounted;
    joined.is_upper |= b.is_upper || (condition.is_unknown() && a.cost != b.cost);
    joined.constants.insert(b.constants.begin(), b.constants.end());
    return Settled(std::move(joined));
  }

  Body Join(Expr condition, Body a, const Body& b) {
    a.total = Join(condition, a.total, b.total);
    for (size_t i = 0; i < kCostGroupings; ++i) {
      std::map<std::string, Cost>& mine = a.groups[i];
      const std::map<std::string, Cost>& other = b.groups[i];
      const Cost none;
      for (const auto& [name, cost] : other) mine.try_emplace(name, none);
      for (auto& [name, cost] : mine) {
        const auto found = other.find(name);
        cost = Join(condition, cost, found == other.end() ? none : found->second);
      }
    }
    return a;
  }

  std::optional<Body> CountLoop(const CostFrame& frame, uint32_t index, uint32_t child,
                                const std::string& scope) {
    ctx_.EnterNode(frame, index);
    const inference::CallFrame& called = engine_.call_frames()[child];
    const std::optional<Trips> trips = FindTrips(engine_, ctx_, called);
    if (!trips) return OnlyUncounted(frame, index, kNoTrips, scope);
    if (trips->count.is_constant(0)) return std::nullopt;
    const std::vector<GrowingSize> sizes = GrowingSizesOf(frame, index, called, trips->count);
    growing_.insert(growing_.end(), sizes.begin(), sizes.end());
    Body body = CountGraph(Within(frame, child), scope);
    growing_.resize(growing_.size() - sizes.size());
    bool is_known = Repeat(*trips, called.graph, sizes, body.total);
    for (auto& group : body.groups) {
      for (auto& [name, cost] : group) is_known &= Repeat(*trips, called.graph, sizes, cost);
    }
    if (!is_known) List(frame, index, Kind::kUncounted, kBodyChanges);
    return body;
  }

  // Of what a Loop carries, and the number of its iteration.
  std::vector<GrowingSize> GrowingSizesOf(const CostFrame& frame, uint32_t index,
                                          const inference::CallFrame& body, Expr trips) {
    const graph::Node& node = model_.graphs[frame.graph].nodes[index];
    const auto bodies = engine_.workspace().operators().TraitsOf(node.op).bodies;
    if (bodies != rules::Bodies::kLoop) return {};
    auto sizes = FindGrowingSizes(engine_, body, ctx_.InputTypesFrom(kLoopLeadingInputs));
    if (const auto number = numbers_.Find(body, trips)) sizes.push_back(*number);
    return sizes;
  }

  // False if a part changes from one iteration to the next without a bound.
  bool Repeat(const Trips& trips, GraphId body, const std::vector<GrowingSize>& sizes, Cost& cost) {
    bool is_known = true;
    for (Expr& part : cost.cost) {
      if (IsOfBody(part, body) || DependsOn(arena_, part, sizes)) {
        // Of more iterations than there are, a sum of sizes that shrink is no bound.
        const bool is_bound = !trips.is_upper || !MayShrink(part, sizes);
        const std::optional<Expr> sum =
            is_bound ? SumOfIterations(arena_, part, sizes, trips.count) : std::nullopt;
        if (sum && !IsOfBody(*sum, body)) {
          part = *sum;
          continue;
        }
        part = symbolic::UpperExpression(arena_, part);
        cost.is_upper = true;
        if (part.is_unknown()) {
          is_known = false;
          part = 0;
          cost.uncounted = std::max(cost.uncounted, 1u);
        }
      }
      part = Scaled(arena_, trips.count, part);
    }
    cost.is_upper |= trips.is_upper;
    cost = Settled(std::move(cost));
    return is_known;
  }

  bool MayShrink(Expr e, const std::vector<GrowingSize>& sizes) {
    return std::any_of(sizes.begin(), sizes.end(), [&](const GrowingSize& size) {
      return arena_.Bounds(size.step).min < 0 && DependsOn(arena_, e, {size});
    });
  }

  // Whether a symbol may be another number in each run of the body.
  bool IsOfBody(Expr e, GraphId body) {
    if (e.is_constant() || symbolic::DependsOnInputsOnly(arena_, e)) return false;
    const auto symbols = symbolic::ReachableSymbols(arena_, absl::MakeConstSpan(&e, 1));
    engine_.work().Count(symbols.size());
    return std::any_of(symbols.begin(), symbols.end(), [&](symbolic::SymbolId id) {
      const auto origin = static_cast<int64_t>(arena_.symbol(id).origin.graph);
      const bool is_function =
          origin > 0 && model_.graphs[static_cast<size_t>(origin)].parent == graph::kNoGraph;
      return is_function || (origin >= body && origin < model_.graphs[body].end_graph);
    });
  }

  inference::Engine& engine_;
  const CostSelection& selection_;
  const graph::Model& model_;
  symbolic::ExprArena& arena_;
  FrameCostContext ctx_;
  // By call frame and node: the call frames of its bodies.
  HashMap<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> children_;
  // By input of a function that is being counted: the constant that it is.
  HashMap<ValueId, ValueId> passed_;
  // Of the loops that the node is in.
  std::vector<GrowingSize> growing_;
  IterationNumbers numbers_;
  HashMap<symbolic::NodeId, bool> is_bounded_;
  HashMap<std::pair<std::string, int>, size_t> listed_;
  CostReport report_;
};

}  // namespace

CostReport CountCost(inference::Engine& engine, const CostSelection& selection) {
  return Counter(engine, selection).Count();
}

}  // namespace shapewright::questions
