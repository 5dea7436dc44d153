#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PROOFS_SMT_WRITER_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PROOFS_SMT_WRITER_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::questions {

// Writes expressions and facts as SMT-LIB 2 over unbounded integers (S44). Each node is written
// once, so that the text is as long as the expressions are when they share. Divisions are defined
// by quotient and remainder; powers and truncated floats are constants with the interval that the
// arena knows of them, marked as trusted. Not thread-safe.
class SmtWriter {
 public:
  // Appends to `out`; both outlive this. `declared` are the intervals of the symbols, by
  // symbolic::SymbolId, that stand before any fact.
  SmtWriter(const symbolic::ExprArena& arena, absl::Span<const symbolic::Interval> declared,
            std::string* out)
      : arena_(arena), declared_(declared), out_(*out) {}

  // Writes what the expressions need, as far as the text stays below so many bytes. Once, in the
  // outermost scope of the text.
  void Define(absl::Span<const symbolic::Expr> roots, size_t max_bytes);
  bool IsWritten(symbolic::Expr e) const {
    return e.is_constant() || (e.is_symbolic() && written_.contains(e.node()));
  }

  // Of what has been defined: a term, and the condition under which all its divisions have a value
  // ("true" if there is none).
  std::string Term(symbolic::Expr e) const;
  std::string IsDefined(symbolic::Expr e) const;

  // The formula of a fact; nothing for a divisor that is no constant, and where a side is not known
  // or not written.
  std::optional<std::string> Formula(const symbolic::Fact& fact) const;
  // low <= e <= high, of the ends that there are; nothing if there are none.
  std::optional<std::string> Within(symbolic::Expr e, symbolic::Interval bounds) const;

 private:
  void DefineNode(symbolic::NodeId id);
  void DefineSymbol(symbolic::NodeId id, const symbolic::ExprNode& node);
  void DefineQuotient(symbolic::NodeId id, const symbolic::ExprNode& node);
  void DefineOpaque(symbolic::NodeId id, const symbolic::ExprNode& node, symbolic::Interval bounds);
  void DefineAs(symbolic::NodeId id, absl::string_view term);
  void DefineDefined(symbolic::NodeId id, const symbolic::ExprNode& node);
  std::string Bounded(absl::string_view name, symbolic::Interval bounds) const;
  std::string TermOfNode(const symbolic::ExprNode& node) const;

  const symbolic::ExprArena& arena_;
  absl::Span<const symbolic::Interval> declared_;
  std::string& out_;
  HashSet<symbolic::NodeId> written_;
  // Those that are not defined everywhere.
  HashSet<symbolic::NodeId> partial_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PROOFS_SMT_WRITER_H_
