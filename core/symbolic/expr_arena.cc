#include "core/symbolic/expr_arena.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/mix_hash.h"
#include "core/symbolic/bounds.h"
#include "core/symbolic/names.h"

namespace shapewright::symbolic {
namespace {

constexpr size_t kFirstChunkBytes = 4096;
// Operations counted for the memory of a new node, and of a new symbol with its texts.
constexpr uint64_t kCountPerArenaNode = 64;
// Of what a node keeps beside itself, so many bytes take one operation more.
constexpr uint64_t kBytesPerCount = 4;
// Truncated floats that nest deeper keep the interval that they were made with.
constexpr int kMaxDefinitionDepth = 4;
constexpr uint64_t kCountPerSymbol = 256;
constexpr uint64_t kHashBegin = 0x51ed270bu;

// Operations counted for looking at a node, about.
uint64_t OperandCount(const ExprNode& node) {
  return 1 + node.terms.size() + node.factors.size() + node.operands.size();
}

// The bytes of these lists.
uint64_t ListBytes(const ExprNode& node) {
  return node.terms.size() * sizeof(Term) + node.factors.size() * sizeof(NodeId) +
         node.operands.size() * sizeof(Expr);
}

// `a` where they contradict each other: facts that do are told as facts.
Interval IntersectUnlessEmpty(Interval a, Interval b) {
  const Interval both = Intersect(a, b);
  return both.is_empty() ? a : both;
}

uint32_t HashContent(const ExprNode& node) {
  uint64_t hash = MixHash(kHashBegin, static_cast<uint64_t>(node.kind));
  for (const Term& term : node.terms) {
    hash = MixHash(MixHash(hash, static_cast<uint64_t>(term.coefficient)), term.monomial);
  }
  for (const NodeId factor : node.factors) hash = MixHash(hash, factor);
  for (const Expr operand : node.operands) {
    hash = operand.is_constant() ? MixHash(hash, ~static_cast<uint64_t>(operand.constant()))
                                 : MixHash(hash, operand.node());
  }
  return ShortHash(hash);
}

}  // namespace

ExprArena::ExprArena(const ExprLimits& limits, Work* work)
    : limits_(limits),
      work_(work),
      first_chunk_(std::make_unique_for_overwrite<std::byte[]>(kFirstChunkBytes)),
      memory_(first_chunk_.get(), kFirstChunkBytes) {
  AppendUnit();
}

void ExprArena::AppendUnit() {
  ExprNode unit;
  unit.declared_bounds = unit.bounds = Interval::Point(1);
  nodes_.push_back(unit);
}

void ExprArena::Reset() {
  nodes_.clear();
  interned_.Clear();
  memory_.release();
  symbols_.clear();
  symbol_bounds_.clear();
  rows_.Clear();
  reserved_.clear();
  bounds_epoch_ = 0;
  anonymous_count_ = 0;
  defined_count_ = 0;
  defined_numbers_.clear();
  overflow_ = false;
  division_by_zero_ = false;
  exhausted_ = false;
  AppendUnit();
}

void ExprArena::ReserveName(absl::string_view name) {
  if (LooksGenerated(name)) reserved_.emplace(name);
}

std::string ExprArena::FreeName(absl::string_view name, int suffix) const {
  for (;; ++suffix) {
    std::string free = suffix == 1 ? std::string(name) : absl::StrCat(name, "@", suffix);
    if (!IsReserved(free)) return free;
  }
}

// A defined symbol has, or could get, a name such as `t7`. If none has it, later defined symbols
// get greater numbers; if one has it, the new symbol becomes `t7@2` (S9).
void ExprArena::KeepNameDistinct(Symbol& symbol) {
  uint32_t number = 0;
  if (IsReserved(symbol.name)) return;
  if (!absl::StartsWith(symbol.name, "t") || symbol.name.size() > 9 ||
      !absl::SimpleAtoi(symbol.name.substr(1), &number)) {
    return;
  }
  if (number > defined_count_) {
    defined_count_ = number;
    return;
  }
  const bool is_taken =
      absl::c_binary_search(defined_numbers_, number) && symbol.name == absl::StrCat("t", number);
  if (is_taken) absl::StrAppend(&symbol.name, "@2");
}

Expr ExprArena::AddSymbol(Symbol symbol) {
  if (IsFull()) return Expr();
  KeepNameDistinct(symbol);
  symbols_.push_back(std::move(symbol));
  return AppendNodeOfLastSymbol();
}

bool ExprArena::IsFull() {
  exhausted_ |= nodes_.size() >= limits_.total_nodes;
  return nodes_.size() >= limits_.total_nodes || is_stopped();
}

Expr ExprArena::AppendNodeOfLastSymbol() {
  CountWork(kCountPerSymbol);
  Symbol& symbol = symbols_.back();
  symbol.node = static_cast<NodeId>(nodes_.size());
  ExprNode& node = nodes_.emplace_back();
  node.kind = NodeKind::kSymbol;
  node.symbol = static_cast<SymbolId>(symbols_.size() - 1);
  node.declared_bounds = node.bounds = symbol.bounds;
  node.bounds_epoch = bounds_epoch_;
  node.depends_on_inputs_only = symbol.DependsOnInputsOnly();
  symbol_bounds_.push_back(symbol.bounds);
  return Expr::FromNode(symbol.node);
}

Expr ExprArena::AddAnonymous(Interval bounds, std::string reason, const Site& origin,
                             SymbolKind kind, Expr upper) {
  if (bounds.is_point()) return bounds.min;
  std::string name = "?";
  do {
    name.resize(1);
    absl::StrAppend(&name, ++anonymous_count_);
  } while (IsReserved(name));
  if (IsFull()) return Expr();
  Symbol& symbol = symbols_.emplace_back();
  symbol.name = std::move(name);
  symbol.kind = kind;
  symbol.bounds = bounds;
  symbol.origin = origin;
  symbol.reason = std::move(reason);
  symbol.upper = upper;
  return AppendNodeOfLastSymbol();
}

void ExprArena::SetSymbolBounds(SymbolId id, Interval bounds) {
  if (symbol_bounds_[id] == bounds) return;
  symbol_bounds_[id] = bounds;
  ++bounds_epoch_;
}

void ExprArena::NarrowNode(NodeId id, Interval bounds) {
  const Interval narrow = Intersect(nodes_[id].declared_bounds, bounds);
  if (narrow.is_empty() || narrow == nodes_[id].declared_bounds) return;
  nodes_[id].declared_bounds = narrow;
  ++bounds_epoch_;
}

bool ExprArena::TakeOverflow() { return std::exchange(overflow_, false); }

bool ExprArena::TakeDivisionByZero() { return std::exchange(division_by_zero_, false); }

Interval ExprArena::Bounds(Expr e) const {
  return OperandBounds(e, [this](NodeId id) { return NodeBounds(id); });
}

Interval ExprArena::TermBounds(absl::Span<const Term> terms) const {
  const Interval bounds = SumBounds(nodes(), terms, [this](NodeId id) { return NodeBounds(id); });
  return rows_.empty() ? bounds : IntersectUnlessEmpty(bounds, BoundsByRows(terms));
}

void ExprArena::AddRow(absl::Span<const Term> terms) {
  rows_.Add(nodes(), terms);
  ++bounds_epoch_;
}

void ExprArena::ForgetRows() {
  if (rows_.empty()) return;
  rows_.Clear();
  ++bounds_epoch_;
}

// Without the rows for what is inside of the monomials: a row may speak of a quotient of its own
// sum.
Interval ExprArena::BoundsByRows(absl::Span<const Term> terms) const {
  const auto of_atom = [this](NodeId id) {
    const ExprNode& node = nodes_[id];
    const bool is_symbol = node.kind == NodeKind::kSymbol || node.defined;
    return is_symbol ? Intersect(node.declared_bounds, symbol_bounds_[node.symbol])
                     : node.declared_bounds;
  };
  const auto of_monomial = [&](NodeId id) {
    const ExprNode& node = nodes_[id];
    return node.kind == NodeKind::kProduct
               ? Intersect(node.declared_bounds, ProductBounds(node.factors, of_atom))
               : of_atom(id);
  };
  return rows_.BoundsOf(nodes(), terms, of_monomial);
}

Interval ExprArena::NodeBounds(NodeId id) const {
  const ExprNode& node = nodes_[id];
  if (node.bounds_epoch == bounds_epoch_ || node.kind == NodeKind::kUnit) {
    return node.bounds;
  }
  if (!CountWork(OperandCount(node))) return node.declared_bounds;
  const auto look_up = [this](NodeId operand) { return NodeBounds(operand); };
  Interval bounds = node.declared_bounds;
  if (node.kind == NodeKind::kSymbol || node.defined) {
    bounds = symbol_bounds_[node.symbol];
    // Of symbols of the inputs, which have no `upper`: the recursion ends.
    const Symbol& symbol = symbols_[node.symbol];
    const Expr upper = symbol.upper;
    const Interval most = OperandBounds(upper, look_up);
    const bool is_positive = symbol.is_one_with_upper && most.min >= 1;
    const Interval now = {std::max<int64_t>(bounds.min, is_positive ? 1 : bounds.min), most.max};
    if (upper.is_symbolic() && now.min <= now.max) bounds = Intersect(bounds, now);
  }
  // Depth is bounded by the caps, as other defined nodes are leaves.
  const bool is_leaf = node.kind == NodeKind::kSymbol ||
                       (node.defined && (node.kind != NodeKind::kTruncate ||
                                         node.definition_depth > kMaxDefinitionDepth));
  if (!is_leaf) {
    const Interval now = node.kind == NodeKind::kSum ? SumBounds(nodes(), node.terms, look_up)
                         : node.kind == NodeKind::kProduct
                             ? ProductBounds(node.factors, look_up)
                             : OperationBounds(node.kind, node.operands, look_up);
    bounds = IntersectUnlessEmpty(bounds, now);
    if (!rows_.empty() && node.kind == NodeKind::kSum) {
      bounds = IntersectUnlessEmpty(bounds, BoundsByRows(node.terms));
    } else if (!rows_.empty() && node.kind == NodeKind::kProduct) {
      bounds = IntersectUnlessEmpty(bounds, BoundsByRows({{1, id}}));
    }
  }
  nodes_[id].bounds = bounds;
  nodes_[id].bounds_epoch = bounds_epoch_;
  return bounds;
}

bool ExprArena::SameContent(const ExprNode& a, const ExprNode& b) {
  return a.kind == b.kind && a.terms == b.terms && a.factors == b.factors &&
         a.operands == b.operands;
}

template <typename T>
absl::Span<const T> ExprArena::Copy(absl::Span<const T> items) {
  if (items.empty()) return {};
  auto* copy = static_cast<T*>(memory_.allocate(items.size() * sizeof(T), alignof(T)));
  std::uninitialized_copy(items.begin(), items.end(), copy);
  return {copy, items.size()};
}

NodeId ExprArena::Append(const ExprNode& node) {
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId ExprArena::Intern(ExprNode key) {
  key.hash = HashContent(key);
  CountWork(OperandCount(key));
  const uint32_t found =
      interned_.Find(key.hash, [&](NodeId id) { return SameContent(nodes_[id], key); });
  if (found != HashIndex::kNone) return found;
  if (IsFull() || !CountWork(kCountPerArenaNode + ListBytes(key) / kBytesPerCount)) return 0;
  key.terms = Copy(key.terms);
  key.factors = Copy(key.factors);
  key.operands = Copy(key.operands);
  Measure(key);
  if (key.defined) Define(key);
  // A cached interval of an older epoch makes NodeBounds compute the present
  // one when it is first asked for.
  key.bounds = key.declared_bounds;
  key.bounds_epoch = bounds_epoch_ == 0 ? 0 : bounds_epoch_ - 1;
  const NodeId id = Append(key);
  interned_.Insert(key.hash, id);
  return id;
}

void ExprArena::Measure(ExprNode& node) const {
  uint32_t depth = 0;
  uint64_t dag_size = 1;
  ForEachOperandNode(node, [&](NodeId operand) {
    const ExprNode& below = nodes_[operand];
    depth = std::max<uint32_t>(depth, below.depth);
    dag_size += below.dag_size;
    node.definition_depth = std::max(node.definition_depth, below.definition_depth);
    node.depends_on_inputs_only &= below.depends_on_inputs_only;
  });
  node.depth = static_cast<uint16_t>(depth + 1);
  if (dag_size > limits_.dag_nodes) dag_size = CountDag(node);
  node.dag_size = static_cast<uint32_t>(dag_size);
  const auto look_up = [this](NodeId id) { return nodes_[id].declared_bounds; };
  node.declared_bounds = node.kind == NodeKind::kSum ? SumBounds(nodes(), node.terms, look_up)
                         : node.kind == NodeKind::kProduct
                             ? ProductBounds(node.factors, look_up)
                             : OperationBounds(node.kind, node.operands, look_up);
  node.defined = IsDefined(node);
}

bool ExprArena::IsDefined(const ExprNode& node) const {
  if (node.operands.empty() || node.kind == NodeKind::kFloat) return false;
  return node.kind == NodeKind::kDefinedSum || node.kind == NodeKind::kDefinedProduct ||
         node.kind == NodeKind::kTruncate || node.depth > limits_.depth ||
         node.dag_size > limits_.dag_nodes;
}

uint32_t ExprArena::CountDag(const ExprNode& node) const {
  visits_.resize(nodes_.size());
  ++visit_;
  uint32_t count = 1;
  absl::InlinedVector<NodeId, 64> open;
  const auto reach = [&](NodeId id) {
    if (std::exchange(visits_[id], visit_) == visit_) return;
    ++count;
    open.push_back(id);
  };
  ForEachOperandNode(node, reach);
  while (!open.empty() && count <= limits_.dag_nodes) {
    CountWork(1);
    const ExprNode& next = nodes_[open.back()];
    open.pop_back();
    if (!next.defined) ForEachOperandNode(next, reach);
  }
  return count;
}

void ExprArena::Define(ExprNode& node) {
  node.symbol = static_cast<SymbolId>(symbols_.size());
  node.depth = 0;
  node.dag_size = 1;
  node.definition_depth += node.definition_depth < UINT8_MAX ? 1 : 0;
  Symbol symbol;
  do {
    symbol.name = absl::StrCat("t", ++defined_count_);
  } while (IsReserved(symbol.name));
  defined_numbers_.push_back(defined_count_);
  symbol.kind = SymbolKind::kDefined;
  symbol.bounds = node.declared_bounds;
  symbol.node = static_cast<NodeId>(nodes_.size());
  symbol_bounds_.push_back(symbol.bounds);
  symbols_.push_back(std::move(symbol));
}

bool ExprArena::IsOverCaps(const ExprNode& candidate) const {
  if (candidate.terms.size() > limits_.terms) return true;
  if (candidate.factors.size() > limits_.terms) return true;
  uint64_t dag_size = 1;
  bool is_deep = false;
  ForEachOperandNode(candidate, [&](NodeId operand) {
    is_deep |= nodes_[operand].depth >= limits_.depth;
    dag_size += nodes_[operand].dag_size;
  });
  if (is_deep) return true;
  return dag_size > limits_.dag_nodes && CountDag(candidate) > limits_.dag_nodes;
}

bool ExprArena::IsSumOverCaps(absl::Span<const Term> terms) const {
  ExprNode sum;
  sum.terms = terms;
  return IsOverCaps(sum);
}

bool ExprArena::IsProductOverCaps(absl::Span<const NodeId> factors) const {
  ExprNode product;
  product.factors = factors;
  return IsOverCaps(product);
}

Expr ExprArena::InternSum(absl::Span<const Term> terms) {
  ExprNode key;
  key.kind = NodeKind::kSum;
  key.terms = terms;
  const NodeId id = Intern(key);
  return id == 0 ? Expr() : Expr::FromNode(id);
}

NodeId ExprArena::InternProduct(absl::Span<const NodeId> sorted_atoms) {
  ExprNode key;
  key.kind = NodeKind::kProduct;
  key.factors = sorted_atoms;
  return Intern(key);
}

Expr ExprArena::InternOperation(NodeKind kind, absl::Span<const Expr> operands) {
  ExprNode key;
  key.kind = kind;
  key.operands = operands;
  const NodeId id = Intern(key);
  return id == 0 ? Expr() : Expr::FromNode(id);
}

}  // namespace shapewright::symbolic
