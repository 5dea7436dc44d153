#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_ARENA_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_index.h"
#include "core/base/hash_map.h"
#include "core/base/huge_pages.h"
#include "core/base/work.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_node.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/linear_rows.h"
#include "core/symbolic/symbol.h"

namespace shapewright::symbolic {

// What an arena may hold (S20).
struct ExprLimits {
  uint32_t dag_nodes = 512;        // per expression
  uint32_t terms = 64;             // per sum
  uint32_t depth = 64;             // per expression
  uint32_t total_nodes = 1 << 22;  // per arena; beyond, all is unknown
};

// Owns the expressions and symbols of one inference. Nodes are hash-consed: equal content has one
// id, so equal ids mean equal expressions. Build expressions with core/symbolic/algebra, which
// keeps them in normal form, and alone calls Intern*. Not thread-safe.
class ExprArena {
 public:
  // `work`, which may be null, counts the operations on expressions. It outlives the arena.
  explicit ExprArena(const ExprLimits& limits = {}, Work* work = nullptr);
  ExprArena(const ExprArena&) = delete;
  ExprArena& operator=(const ExprArena&) = delete;

  // Removes all nodes and symbols and keeps the memory: earlier expressions become invalid.
  void Reset();

  // Reserves a name of a model or request that looks like a generated one, so that generated names
  // and FreeName() avoid it (S71). Called before any symbol is made.
  void ReserveName(absl::string_view name);
  // The name, or the first of `name@2`, `name@3`, ... that is not reserved. With a `suffix` of 2 or
  // more the numbers begin there, and the plain name is not tried.
  std::string FreeName(absl::string_view name, int suffix = 1) const;
  bool IsReserved(absl::string_view name) const {
    return !reserved_.empty() && reserved_.contains(name);
  }

  // Adds a symbol and returns it as an expression. Changes its name only where a defined symbol
  // could have the same; sets its `node`.
  Expr AddSymbol(Symbol symbol);
  // A new anonymous symbol `?k`, or one of another kind under that name (S7).
  Expr AddAnonymous(Interval bounds, std::string reason, const Site& origin,
                    SymbolKind kind = SymbolKind::kAnonymous, Expr upper = {});

  // `e` is such a symbol, with an upper bound: see Symbol::is_one_with_upper.
  void SetOneWithUpper(Expr e) { symbols_[nodes_[e.node()].symbol].is_one_with_upper = true; }

  const std::vector<Symbol>& symbols() const { return symbols_; }
  const Symbol& symbol(SymbolId id) const { return symbols_[id]; }
  const ExprNode& node(NodeId id) const { return nodes_[id]; }
  size_t node_count() const { return nodes_.size(); }
  // The symbol that the expression is, alone; null for all others, defined symbols too.
  const Symbol* AsSymbol(Expr e) const {
    if (!e.is_symbolic()) return nullptr;
    const ExprNode& node = nodes_[e.node()];
    return node.kind == NodeKind::kSymbol ? &symbols_[node.symbol] : nullptr;
  }
  // Whether the expression is an anonymous symbol, alone.
  bool IsAnonymous(Expr e) const {
    const Symbol* const symbol = AsSymbol(e);
    return symbol != nullptr && symbol->kind == SymbolKind::kAnonymous;
  }
  // The node of `e` if it is an operation of that kind; null for all others, and for a defined
  // symbol (S20). Valid until a node is added.
  const ExprNode* AsOperation(Expr e, NodeKind kind) const {
    if (!e.is_symbolic()) return nullptr;
    const ExprNode& node = nodes_[e.node()];
    return node.kind == kind && !node.defined ? &node : nullptr;
  }
  // Valid until a node is added.
  ExprNodes nodes() const { return {nodes_, work_}; }
  // The number of the last defined symbol `t<number>`; 0 before the first.
  uint32_t defined_count() const { return defined_count_; }
  const ExprLimits& limits() const { return limits_; }

  // The interval of all values the expression can take, from the symbols'
  // intervals as they are now. Unknown is unbounded.
  Interval Bounds(Expr e) const;
  // The interval a symbol has now: as declared, or narrowed since.
  Interval SymbolBounds(SymbolId id) const { return symbol_bounds_[id]; }
  // The interval of a sum that need not be interned.
  Interval TermBounds(absl::Span<const Term> terms) const;
  // Replaces a symbol's present interval: scopes narrow it, and restore it when they end
  // (S2).
  void SetSymbolBounds(SymbolId id, Interval bounds);
  // Intersects the interval of a node, for good.
  void NarrowNode(NodeId id, Interval bounds);
  // The sum of these terms is at least 0, until the arena is reset or ForgetRows(): sums get
  // narrower intervals by it.
  void AddRow(absl::Span<const Term> terms);
  void ForgetRows();
  bool has_rows() const { return !rows_.empty(); }

  // True once a constant left the 64-bit range or a divisor was 0; reading
  // clears it (S15).
  bool TakeOverflow();
  bool TakeDivisionByZero();
  void ReportOverflow() { overflow_ = true; }
  void ReportDivisionByZero() { division_by_zero_ = true; }
  // True once total_nodes was reached; stays.
  bool exhausted() const { return exhausted_; }

  // Counts operations on these expressions. Once the work is stopped, every operation returns
  // unknown at once.
  bool CountWork(uint64_t operations) const { return work_ == nullptr || work_->Count(operations); }
  bool is_stopped() const { return work_ != nullptr && work_->is_stopped(); }
  absl::Status work_status() const { return work_ == nullptr ? absl::OkStatus() : work_->status(); }
  // For an arena that outlives its request: stops counting, so that threads which only read may
  // share it.
  void ForgetWork() { work_ = nullptr; }

  // The node of the given normal-form content; for algebra's use only. A sum has
  // at least two terms, or one whose coefficient is not 1.
  Expr InternSum(absl::Span<const Term> terms);
  bool IsSumOverCaps(absl::Span<const Term> terms) const;
  bool IsProductOverCaps(absl::Span<const NodeId> factors) const;
  NodeId InternProduct(absl::Span<const NodeId> sorted_atoms);
  Expr InternOperation(NodeKind kind, absl::Span<const Expr> operands);

  // Memory that lives as long as the arena.
  std::pmr::memory_resource* memory() { return &memory_; }

 private:
  static bool SameContent(const ExprNode& a, const ExprNode& b);

  NodeId Intern(ExprNode key);
  NodeId Append(const ExprNode& node);
  Expr AppendNodeOfLastSymbol();
  // Whether there is no room for one more node, which is remembered.
  bool IsFull();
  void KeepNameDistinct(Symbol& symbol);
  void Measure(ExprNode& node) const;
  uint32_t CountDag(const ExprNode& node) const;
  bool IsOverCaps(const ExprNode& candidate) const;
  bool IsDefined(const ExprNode& node) const;
  void Define(ExprNode& node);
  Interval NodeBounds(NodeId id) const;
  Interval BoundsByRows(absl::Span<const Term> terms) const;
  template <typename T>
  absl::Span<const T> Copy(absl::Span<const T> items);

  void AppendUnit();

  ExprLimits limits_;
  Work* work_;
  std::unique_ptr<std::byte[]> first_chunk_;
  std::pmr::monotonic_buffer_resource memory_;
  mutable std::vector<ExprNode, HugePageAllocator<ExprNode>> nodes_;  // mutable: cached bounds
  HashIndex interned_;
  // By node: the number of the last CountDag() that saw it.
  mutable std::vector<uint64_t> visits_;
  mutable uint64_t visit_ = 0;
  std::vector<Symbol> symbols_;
  std::vector<Interval> symbol_bounds_;
  LinearRows rows_;
  HashSet<std::string> reserved_;
  uint32_t bounds_epoch_ = 0;
  uint32_t anonymous_count_ = 0;
  uint32_t defined_count_ = 0;
  // Those that defined symbols have got, ascending.
  std::vector<uint32_t> defined_numbers_;
  bool overflow_ = false;
  bool division_by_zero_ = false;
  bool exhausted_ = false;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_ARENA_H_
