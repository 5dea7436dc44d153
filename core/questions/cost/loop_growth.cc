#include "core/questions/cost/loop_growth.h"

#include <algorithm>
#include <array>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using inference::CallFrame;
using inference::Engine;
using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::NodeId;

constexpr size_t kBodyLeadingInputs = 2;  // of a body: the iteration, the condition
constexpr size_t kLeadingOutputs = 1;     // the condition
constexpr size_t kMaxDegree = 3;

// By power of the iteration's number.
using Polynomial = std::array<Expr, kMaxDegree + 1>;

Polynomial Constant(Expr e) {
  Polynomial constant;
  constant.fill(0);
  constant[0] = e;
  return constant;
}

std::optional<Polynomial> Multiply(ExprArena& arena, const Polynomial& a, const Polynomial& b) {
  Polynomial product = Constant(0);
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t k = 0; k < b.size(); ++k) {
      const Expr part = symbolic::Multiply(arena, a[i], b[k]);
      if (part.is_constant(0)) continue;
      if (i + k > kMaxDegree) return std::nullopt;
      product[i + k] = symbolic::Add(arena, product[i + k], part);
    }
  }
  return product;
}

// 0^k + 1^k + ... + (trips - 1)^k.
Expr PowerSum(ExprArena& arena, size_t k, Expr trips) {
  constexpr int64_t kThird = 6;
  if (k == 0) return trips;
  const Expr before = symbolic::Subtract(arena, trips, 1);
  const Expr square = symbolic::Multiply(arena, trips, before);
  const Expr first = symbolic::FloorDiv(arena, square, 2);
  if (k == 1) return first;
  if (k == 3) return symbolic::Multiply(arena, first, first);
  const Expr odd = symbolic::Subtract(arena, symbolic::Multiply(arena, 2, trips), 1);
  return symbolic::FloorDiv(arena, symbolic::Multiply(arena, square, odd), kThird);
}

std::optional<Polynomial> OfAtom(const ExprArena& arena, NodeId atom,
                                 const std::vector<GrowingSize>& sizes) {
  for (const GrowingSize& size : sizes) {
    if (size.symbol != atom) continue;
    Polynomial grown = Constant(size.first);
    grown[1] = size.step;
    return grown;
  }
  if (DependsOn(arena, Expr::FromNode(atom), sizes)) return std::nullopt;
  return Constant(Expr::FromNode(atom));
}

bool Contains(const ExprArena& arena, const std::vector<GrowingSize>& sizes,
              symbolic::SymbolId symbol) {
  arena.CountWork(sizes.size());
  return std::any_of(sizes.begin(), sizes.end(), [&](const GrowingSize& size) {
    return arena.node(size.symbol).symbol == symbol;
  });
}

// The values of a body that are the number of the iteration: it, and copies of it.
std::vector<graph::ValueId> CopiesOfNumber(Engine& engine, const CallFrame& body) {
  rules::Workspace& workspace = engine.workspace();
  const graph::Graph& graph = workspace.model().graphs[body.graph];
  if (graph.inputs.empty() || graph.inputs[0] == graph::kNoValue) return {};
  std::vector<graph::ValueId> copies = {graph.inputs[0]};
  HashSet<graph::ValueId> known(copies.begin(), copies.end());
  const auto is_one_int64 = [&](graph::ValueId value) {
    const shape::Type& type = workspace.types().at(body.types[value - graph.first_value]);
    return type.is_tensor() && type.element == shape::ElementType::kInt64 && type.shape.has_rank &&
           std::all_of(type.shape.dims.begin(), type.shape.dims.end(),
                       [](Expr dim) { return dim.is_constant(1); });
  };
  for (uint32_t place = 0; place < graph.nodes.size() && engine.work().Count(); ++place) {
    const graph::Node& node = graph.nodes[graph.NodeAt(place)];
    const rules::OperatorTraits& traits = workspace.operators().TraitsOf(node.op);
    const bool copies_first = traits.elements == rules::Elements::kOfFirstOperand ||
                              traits.purity == rules::Purity::kIdentity;
    if (!copies_first || node.inputs.empty() || !known.contains(node.inputs[0])) continue;
    if (node.outputs.size() != 1 || node.outputs[0] == graph::kNoValue) continue;
    if (!is_one_int64(node.outputs[0])) continue;
    copies.push_back(node.outputs[0]);
    known.insert(node.outputs[0]);
  }
  return copies;
}

}  // namespace

// The symbol that inference made for the element of a value is that of any iteration.
std::optional<GrowingSize> IterationNumbers::Find(const CallFrame& body, Expr trips) {
  ExprArena& arena = engine_.workspace().exprs();
  HashSet<symbolic::SymbolId> read;
  for (const graph::ValueId value : CopiesOfNumber(engine_, body)) {
    const absl::Span<const Expr> elements = engine_.ElementsOf(value);
    if (elements.size() != 1 || !arena.IsAnonymous(elements[0])) continue;
    const symbolic::SymbolId id = arena.node(elements[0].node()).symbol;
    if (arena.symbol(id).origin.graph == static_cast<int32_t>(body.graph)) read.insert(id);
  }
  if (read.empty()) return std::nullopt;
  const Expr last = symbolic::Max(arena, 0, symbolic::Subtract(arena, trips, 1));
  if (arena.TakeOverflow() || last.is_unknown()) return std::nullopt;
  symbolic::Site site;
  site.graph = static_cast<int32_t>(body.graph);
  const Expr number = arena.AddAnonymous({0, arena.Bounds(last).max}, "the number of an iteration",
                                         site, symbolic::SymbolKind::kDataDependent, last);
  for (const symbolic::SymbolId id : read) numbers_[id] = number;
  rewriter_.Forget();
  return GrowingSize{number.node(), 0, 1};
}

Expr IterationNumbers::Rewrite(Expr e) {
  ExprArena& arena = engine_.workspace().exprs();
  if (numbers_.empty() || !e.is_symbolic() || symbolic::DependsOnInputsOnly(arena, e)) return e;
  const Expr rewritten = rewriter_.Rewrite(e, [&](symbolic::SymbolId id) {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? Expr::FromNode(arena.symbol(id).node) : found->second;
  });
  const bool fits = !arena.TakeOverflow();
  const bool is_defined = !arena.TakeDivisionByZero();
  return fits && is_defined ? rewritten : e;
}

bool DependsOn(const ExprArena& arena, Expr e, const std::vector<GrowingSize>& sizes) {
  if (!e.is_symbolic() || sizes.empty()) return false;
  const auto symbols = symbolic::ReachableSymbols(arena, absl::MakeConstSpan(&e, 1));
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](symbolic::SymbolId id) { return Contains(arena, sizes, id); });
}

bool IsDecidedBy(const ExprArena& arena, Expr e, const std::vector<GrowingSize>& sizes) {
  if (e.is_constant() || symbolic::DependsOnInputsOnly(arena, e)) return true;
  if (!e.is_symbolic() || sizes.empty()) return false;
  const auto symbols = symbolic::ReachableSymbols(arena, absl::MakeConstSpan(&e, 1));
  return std::all_of(symbols.begin(), symbols.end(), [&](symbolic::SymbolId id) {
    return arena.symbol(id).DependsOnInputsOnly() || Contains(arena, sizes, id);
  });
}

std::vector<GrowingSize> FindGrowingSizes(Engine& engine, const CallFrame& body,
                                          const std::vector<shape::TypeId>& first_types) {
  const graph::Graph& graph = engine.workspace().model().graphs[body.graph];
  ExprArena& arena = engine.workspace().exprs();
  const auto type_of = [&](graph::ValueId value) -> const shape::Type& {
    const bool is_here = value != graph::kNoValue && value >= graph.first_value &&
                         value - graph.first_value < body.types.size();
    return engine.workspace().types().at(is_here ? body.types[value - graph.first_value]
                                                 : shape::kUnknownType);
  };
  std::vector<GrowingSize> sizes;
  for (size_t i = 0; i < first_types.size(); ++i) {
    if (i + kBodyLeadingInputs >= graph.inputs.size() ||
        i + kLeadingOutputs >= graph.outputs.size()) {
      break;
    }
    const shape::Type& first = engine.workspace().types().at(first_types[i]);
    const shape::Type& before = type_of(graph.inputs[i + kBodyLeadingInputs]);
    const shape::Type& after = type_of(graph.outputs[i + kLeadingOutputs]);
    const bool has_dims = first.is_tensor() && before.is_tensor() && after.is_tensor() &&
                          first.shape.has_rank && before.shape.has_rank && after.shape.has_rank &&
                          first.shape.rank() == before.shape.rank() &&
                          first.shape.rank() == after.shape.rank();
    if (!has_dims) continue;
    for (size_t axis = 0; axis < first.shape.dims.size() && engine.work().Count(); ++axis) {
      const Expr size = before.shape.dims[axis];
      const bool is_symbol =
          size.is_symbolic() && arena.node(size.node()).kind == symbolic::NodeKind::kSymbol;
      if (!is_symbol || first.shape.dims[axis].is_unknown()) continue;
      const Expr step = symbolic::Subtract(arena, after.shape.dims[axis], size);
      const bool is_fixed =
          !arena.TakeOverflow() &&
          (step.is_constant() ||
           (step.is_symbolic() && arena.node(step.node()).depends_on_inputs_only));
      if (is_fixed) sizes.push_back({size.node(), first.shape.dims[axis], step});
    }
  }
  return sizes;
}

std::optional<Expr> SumOfIterations(ExprArena& arena, Expr e, const std::vector<GrowingSize>& sizes,
                                    Expr trips) {
  Polynomial sum = Constant(0);
  for (const symbolic::Term& term : symbolic::TermsOf(arena, e)) {
    std::optional<Polynomial> product = Constant(term.coefficient);
    const auto atoms = symbolic::AtomsOf(arena, term.monomial);
    const std::vector<NodeId> kept(atoms.begin(), atoms.end());
    for (const NodeId atom : kept) {
      const std::optional<Polynomial> factor = OfAtom(arena, atom, sizes);
      if (!factor || !arena.CountWork(1)) return std::nullopt;
      product = Multiply(arena, *product, *factor);
      if (!product) return std::nullopt;
    }
    for (size_t k = 0; k < sum.size(); ++k) sum[k] = symbolic::Add(arena, sum[k], (*product)[k]);
  }
  Expr total = 0;
  for (size_t k = 0; k < sum.size(); ++k) {
    if (sum[k].is_constant(0)) continue;
    total =
        symbolic::Add(arena, total, symbolic::Multiply(arena, sum[k], PowerSum(arena, k, trips)));
  }
  const bool is_known = !arena.TakeOverflow() && !total.is_unknown();
  return is_known ? std::optional(total) : std::nullopt;
}

}  // namespace shapewright::questions
