#include "core/questions/proofs/smt_writer.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using symbolic::Expr;
using symbolic::ExprNode;
using symbolic::Fact;
using symbolic::Interval;
using symbolic::NodeId;
using symbolic::NodeKind;
using symbolic::Relation;
using symbolic::Symbol;
using symbolic::SymbolId;

std::string Number(int64_t value) {
  if (value >= 0) return absl::StrCat(value);
  // Of INT64_MIN too.
  return absl::StrCat("(- ", absl::string_view(absl::StrCat(value)).substr(1), ")");
}

std::string NameOf(NodeId id) { return absl::StrCat("e", id); }

std::string Joined(absl::string_view operation, const std::vector<std::string>& terms,
                   absl::string_view none) {
  if (terms.empty()) return std::string(none);
  if (terms.size() == 1) return terms.front();
  return absl::StrCat("(", operation, " ", absl::StrJoin(terms, " "), ")");
}

// A name of a model in a comment: one short line of ASCII.
std::string Comment(absl::string_view name) {
  constexpr size_t kMost = 80;
  std::string text;
  for (const char c : name.substr(0, kMost)) text += c >= ' ' && c < 127 ? c : '?';
  return text;
}

bool IsDivision(NodeKind kind) {
  return kind == NodeKind::kFloorDiv || kind == NodeKind::kCeilDiv || kind == NodeKind::kTruncDiv ||
         kind == NodeKind::kMod;
}

}  // namespace

void SmtWriter::Define(absl::Span<const Expr> roots, size_t max_bytes) {
  std::vector<Expr> all(roots.begin(), roots.end());
  // The upper bounds of symbols, which are over symbols of the inputs.
  for (const SymbolId id : symbolic::ReachableSymbols(arena_, roots)) {
    if (arena_.symbol(id).upper.is_symbolic()) all.push_back(arena_.symbol(id).upper);
  }
  // Operands come before what uses them: what is written has all that it needs.
  for (const NodeId id : symbolic::ReachableNodes(arena_, all)) {
    if (out_.size() >= max_bytes) return;
    DefineNode(id);
    written_.insert(id);
  }
}

std::string SmtWriter::Term(Expr e) const {
  return e.is_constant() ? Number(e.constant()) : NameOf(e.node());
}

std::string SmtWriter::IsDefined(Expr e) const {
  return e.is_symbolic() && partial_.contains(e.node()) ? absl::StrCat("d", e.node()) : "true";
}

std::string SmtWriter::Bounded(absl::string_view name, Interval bounds) const {
  std::vector<std::string> parts;
  if (bounds.has_min()) parts.push_back(absl::StrCat("(<= ", Number(bounds.min), " ", name, ")"));
  if (bounds.has_max()) parts.push_back(absl::StrCat("(<= ", name, " ", Number(bounds.max), ")"));
  return Joined("and", parts, "");
}

std::optional<std::string> SmtWriter::Within(Expr e, Interval bounds) const {
  std::string text = IsWritten(e) ? Bounded(Term(e), bounds) : std::string();
  if (text.empty()) return std::nullopt;
  return text;
}

void SmtWriter::DefineAs(NodeId id, absl::string_view term) {
  absl::StrAppend(&out_, "(define-fun ", NameOf(id), " () Int ", term, ")\n");
}

void SmtWriter::DefineOpaque(NodeId id, const ExprNode& node, Interval bounds) {
  absl::StrAppend(&out_, "(declare-const ", NameOf(id), " Int)",
                  node.kind == NodeKind::kPower ? " ; a power" : " ; a truncated float", "\n");
  const std::string within = Bounded(NameOf(id), bounds);
  if (!within.empty()) absl::StrAppend(&out_, "(assert ", within, ") ; trusted\n");
}

void SmtWriter::DefineSymbol(NodeId id, const ExprNode& node) {
  const Symbol& symbol = arena_.symbol(node.symbol);
  absl::StrAppend(&out_, "(declare-const ", NameOf(id), " Int) ; ", Comment(symbol.name), "\n");
  const Interval bounds = node.symbol < declared_.size() ? declared_[node.symbol] : symbol.bounds;
  const std::string within = Bounded(NameOf(id), bounds);
  if (!within.empty()) absl::StrAppend(&out_, "(assert ", within, ")\n");
  if (!symbol.upper.is_symbolic()) return;
  const std::string upper = Term(symbol.upper);
  absl::StrAppend(&out_, "(assert (<= ", NameOf(id), " ", upper, ")) ; trusted\n");
  if (!symbol.is_one_with_upper) return;
  absl::StrAppend(&out_, "(assert (=> (<= 1 ", upper, ") (<= 1 ", NameOf(id), "))) ; trusted\n");
}

// a = b*q + r with r between 0 and b.
void SmtWriter::DefineQuotient(NodeId id, const ExprNode& node) {
  const std::string a = Term(node.operands[0]);
  const std::string b = Term(node.operands[1]);
  const std::string q = absl::StrCat("q", id);
  const std::string r = absl::StrCat("r", id);
  absl::StrAppend(&out_, "(declare-const ", q, " Int)\n(declare-const ", r, " Int)\n");
  absl::StrAppend(&out_, "(assert (=> (not (= ", b, " 0)) (= ", a, " (+ (* ", b, " ", q, ") ", r,
                  "))))\n");
  absl::StrAppend(&out_, "(assert (=> (> ", b, " 0) (and (<= 0 ", r, ") (< ", r, " ", b, "))))\n");
  absl::StrAppend(&out_, "(assert (=> (< ", b, " 0) (and (< ", b, " ", r, ") (<= ", r, " 0))))\n");
  const std::string next = absl::StrCat("(+ ", q, " 1)");
  if (node.kind == NodeKind::kFloorDiv) {
    DefineAs(id, q);
  } else if (node.kind == NodeKind::kMod) {
    DefineAs(id, r);
  } else if (node.kind == NodeKind::kCeilDiv) {
    DefineAs(id, absl::StrCat("(ite (= ", r, " 0) ", q, " ", next, ")"));
  } else {
    // Rounded to zero: up where the exact quotient is negative.
    DefineAs(id, absl::StrCat("(ite (or (= ", r, " 0) (= (< ", a, " 0) (< ", b, " 0))) ", q, " ",
                              next, ")"));
  }
}

std::string SmtWriter::TermOfNode(const ExprNode& node) const {
  std::vector<std::string> parts;
  const auto operand = [&](size_t i) { return Term(node.operands[i]); };
  switch (node.kind) {
    case NodeKind::kProduct:
      for (const NodeId factor : node.factors) parts.push_back(NameOf(factor));
      return Joined("*", parts, "1");
    case NodeKind::kSum:
      for (const auto& term : node.terms) {
        const std::string number = Number(term.coefficient);
        parts.push_back(term.monomial == 0
                            ? number
                            : absl::StrCat("(* ", number, " ", NameOf(term.monomial), ")"));
      }
      return Joined("+", parts, "0");
    case NodeKind::kDefinedSum:
      return absl::StrCat("(+ ", operand(0), " ", operand(1), ")");
    case NodeKind::kDefinedProduct:
      return absl::StrCat("(* ", operand(0), " ", operand(1), ")");
    case NodeKind::kBroadcast:
      return absl::StrCat("(ite (= ", operand(0), " 1) ", operand(1), " ", operand(0), ")");
    case NodeKind::kIf:
      return absl::StrCat("(ite (= ", operand(0), " 1) ", operand(1), " ", operand(2), ")");
    default:
      break;
  }
  // min or max of two or more.
  const char* const sign = node.kind == NodeKind::kMin ? "<=" : ">=";
  std::string best = operand(0);
  for (size_t i = 1; i < node.operands.size(); ++i) {
    // Short, as each operand is a name; so is what is best so far but for the last one.
    best = absl::StrCat("(let ((m ", best, ")) (ite (", sign, " m ", operand(i), ") m ", operand(i),
                        "))");
  }
  return best;
}

void SmtWriter::DefineNode(NodeId id) {
  const ExprNode& node = arena_.node(id);
  if (node.kind == NodeKind::kFloat) return;
  if (node.kind == NodeKind::kSymbol) return DefineSymbol(id, node);
  if (node.kind == NodeKind::kPower || node.kind == NodeKind::kTruncate) {
    return DefineOpaque(id, node, arena_.Bounds(Expr::FromNode(id)));
  }
  if (IsDivision(node.kind)) {
    DefineQuotient(id, node);
  } else {
    DefineAs(id, TermOfNode(node));
  }
  DefineDefined(id, node);
}

void SmtWriter::DefineDefined(NodeId id, const ExprNode& node) {
  std::vector<std::string> conditions;
  const auto add = [&](std::string condition) {
    if (condition != "true") conditions.push_back(std::move(condition));
  };
  if (node.kind == NodeKind::kIf) {
    add(IsDefined(node.operands[0]));
    const std::string then = IsDefined(node.operands[1]);
    const std::string other = IsDefined(node.operands[2]);
    if (then != other) {
      add(absl::StrCat("(ite (= ", Term(node.operands[0]), " 1) ", then, " ", other, ")"));
    } else {
      add(then);
    }
  } else {
    symbolic::ForEachOperandNode(node, [&](NodeId operand) {
      if (operand != 0) add(IsDefined(Expr::FromNode(operand)));
    });
    if (IsDivision(node.kind) && node.operands[1].is_symbolic()) {
      add(absl::StrCat("(not (= ", Term(node.operands[1]), " 0))"));
    }
  }
  if (conditions.empty()) return;
  partial_.insert(id);
  absl::StrAppend(&out_, "(define-fun d", id, " () Bool ", Joined("and", conditions, "true"),
                  ")\n");
}

std::optional<std::string> SmtWriter::Formula(const Fact& fact) const {
  if (!IsWritten(fact.left) || !IsWritten(fact.right)) return std::nullopt;
  const std::string left = Term(fact.left);
  const std::string right = Term(fact.right);
  switch (fact.relation) {
    case Relation::kEqual:
      return absl::StrCat("(= ", left, " ", right, ")");
    case Relation::kAtMost:
      return absl::StrCat("(<= ", left, " ", right, ")");
    case Relation::kNotEqual:
      return absl::StrCat("(not (= ", left, " ", right, "))");
    case Relation::kBroadcastable:
      return absl::StrCat("(or (= ", left, " ", right, ") (= ", left, " 1) (= ", right, " 1))");
    case Relation::kDivisible:
      // For a divisibility test SMT's own mod is as good as any.
      if (!fact.right.is_constant() || fact.right.constant() == 0) return std::nullopt;
      return absl::StrCat("(= (mod ", left, " ", right, ") 0)");
  }
  return std::nullopt;
}

}  // namespace shapewright::questions
