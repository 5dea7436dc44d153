#ifndef SHAPEWRIGHT_CORE_QUERY_SYMBOL_SCOPE_H_
#define SHAPEWRIGHT_CORE_QUERY_SYMBOL_SCOPE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/query/query_options.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"
#include "core/symbolic/interval.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::query {

// The symbols of a case, or of a request: what its texts mean by a name, and what
// is known of them. Every name is a symbol from its first use on; `?` is always a
// new unknown, `?3` the same one each time.
class SymbolScope {
 public:
  explicit SymbolScope(const QueryOptions& options);

  // Removes all symbols and keeps the memory.
  void Reset();

  // What a caller says of a symbol, read once for all cases that it is said for.
  struct Declaration {
    std::string name;
    symbolic::Interval bounds;
    int64_t divisor = 0;
    // Ascending; null: any.
    std::shared_ptr<const std::vector<int64_t>> allowed;
  };
  // Counts what is read. INVALID_ARGUMENT for what no symbol can be.
  absl::StatusOr<Declaration> Read(const v1::SymbolFact& fact) const;

  // Adds what is declared of a symbol; INVALID_ARGUMENT for an empty range.
  absl::Status Declare(const Declaration& declaration);
  absl::Status Declare(const v1::SymbolFact& fact);

  absl::StatusOr<symbolic::Expr> Resolve(absl::string_view name);

  // What was declared of a symbol beyond its interval.
  struct Restriction {
    symbolic::SymbolId symbol;
    int64_t divisor = 0;
    // Ascending; null: any.
    std::shared_ptr<const std::vector<int64_t>> allowed;
  };
  const std::vector<Restriction>& restrictions() const { return restrictions_; }

  // The symbols that go by this name in the request.
  absl::Span<const symbolic::SymbolId> Named(absl::string_view name);

  // Where the symbols that were born since the last call stand.
  void PlaceNewSymbols(const symbolic::Site& site);
  // Names the axis, for a symbol that is alone there.
  void PlaceOnAxis(symbolic::Expr dim, const symbolic::Site& site);
  const symbolic::Site& origin(symbolic::SymbolId id) const { return origins_[id]; }
  // Those of them that stand for an expression.
  const std::vector<symbolic::SymbolId>& defined() const { return defined_; }
  bool has_origin(symbolic::SymbolId id) const { return id < origins_.size(); }
  // The name in the request where the symbol has got another one; else empty.
  std::string DeclaredName(symbolic::SymbolId id) const;

  symbolic::ExprArena& exprs() { return exprs_; }
  symbolic::FactStore& facts() { return facts_; }
  shape::TypeTable& types() { return types_; }

 private:
  symbolic::SymbolId IdOf(symbolic::Expr symbol) const { return exprs_.node(symbol.node()).symbol; }

  symbolic::ExprArena exprs_;
  symbolic::FactStore facts_;
  shape::TypeTable types_;
  HashMap<std::string, symbolic::Expr> names_;
  HashMap<symbolic::SymbolId, std::string> declared_names_;
  // Of the first `indexed_` symbols.
  HashMap<std::string, absl::InlinedVector<symbolic::SymbolId, 1>> ids_;
  symbolic::SymbolId indexed_ = 0;
  std::vector<Restriction> restrictions_;
  std::vector<symbolic::Site> origins_;
  std::vector<symbolic::SymbolId> defined_;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_SYMBOL_SCOPE_H_
