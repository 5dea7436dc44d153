#include "core/symbolic/text/dialect/dialect_text.h"

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/names.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/resugar.h"

namespace shapewright::symbolic {
namespace {

constexpr int kMaxDialectNesting = 512;

constexpr NamedDialect kDialects[] = {{"ours", Dialect::kOurs},
                                      {"sympy", Dialect::kSympy},
                                      {"torch", Dialect::kTorch},
                                      {"onnx", Dialect::kOnnx},
                                      {"jax", Dialect::kJax}};

// What surrounds a text: it stands alone, or is a summand or a factor.
enum class Around { kNothing, kSum, kProduct };

class DialectPrinter {
 public:
  DialectPrinter(const ExprArena& arena, Dialect dialect, size_t budget)
      : arena_(arena), dialect_(dialect), budget_(budget) {}

  void Write(Expr e, Around around);

  std::optional<std::string> Finish() && {
    if (has_failed_ || out_.size() > budget_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void WriteTerms(absl::Span<const Term> terms, Around around);
  void WritePiece(const Piece& piece, bool is_first);
  void WriteMonomial(const Piece& piece, Around around);
  void WriteAtom(NodeId id, Around around);
  void WriteOperation(const ExprNode& node, Around around);
  void WriteQuotient(const Quotient& quotient, Around around);
  void WriteFloorDiv(Expr a, Expr b, Around around);
  void WriteCeilDiv(Expr a, Expr b, Around around);
  void WriteTruncDiv(Expr a, Expr b);
  void WriteMod(Expr a, Expr b, Around around);
  // Of two or more.
  void WriteExtreme(bool is_max, absl::Span<const Expr> operands);
  void WritePower(const ExprNode& node);
  void WriteIf(const ExprNode& node, Around around);
  void WriteBroadcast(Expr a, Expr b);
  // condition*a + (1 - condition)*b
  void WriteMixture(Expr condition, Expr a, Expr b, Around around);
  void WriteCondition(Expr condition);
  void WriteSides(const ComparisonTerms& sides, bool is_negated);
  void WriteJoined(absl::Span<const Expr> conditions, absl::string_view sign);
  void WriteCall(absl::string_view name, Expr a, Expr b);
  // floor(a/b)
  void WriteRounded(absl::string_view name, Expr a, Expr b);

  void Append(absl::string_view text) { absl::StrAppend(&out_, text); }
  void Fail() { has_failed_ = true; }
  bool HasEnded() const { return has_failed_ || out_.size() > budget_; }
  bool HasPiecewise() const { return dialect_ == Dialect::kSympy; }
  absl::string_view Open(bool is_needed) {
    if (is_needed) Append("(");
    return is_needed ? ")" : "";
  }

  const ExprArena& arena_;
  Dialect dialect_;
  size_t budget_;
  std::string out_;
  int nesting_ = 0;
  bool has_failed_ = false;
};

void DialectPrinter::Write(Expr e, Around around) {
  if (e.is_unknown()) return Append("?");
  if (!e.is_constant()) return WriteTerms(TermsOf(arena_, e), around);
  const bool is_bare = e.constant() >= 0 || around == Around::kNothing;
  absl::StrAppend(&out_, is_bare ? "" : "(", e.constant(), is_bare ? "" : ")");
}

void DialectPrinter::WriteTerms(absl::Span<const Term> terms, Around around) {
  has_failed_ |= !arena_.CountWork(1 + terms.size());
  if (HasEnded()) return;
  if (terms.empty()) return Append("0");
  const PieceList pieces = PiecesOf(arena_, terms);
  if (pieces.size() == 2 && pieces[0].coefficient == 1 && !pieces[0].is_mod &&
      pieces[1].monomial == kUnitMonomial) {
    const auto quotient = QuotientOf(arena_, pieces[0].monomial, pieces[1].coefficient);
    if (quotient) return WriteQuotient(*quotient, around);
  }
  const bool is_one = pieces.size() == 1;
  const bool is_atom = is_one && pieces[0].coefficient == 1 &&
                       (pieces[0].is_mod || AtomsOf(arena_, pieces[0].monomial).size() == 1);
  if (is_atom) return WriteMonomial(pieces[0], around);
  const bool is_product = is_one && pieces[0].coefficient > 0;
  const absl::string_view close =
      Open(around == Around::kProduct || (around == Around::kSum && !is_product));
  for (size_t i = 0; i < pieces.size() && !HasEnded(); ++i) WritePiece(pieces[i], i == 0);
  Append(close);
}

void DialectPrinter::WritePiece(const Piece& piece, bool is_first) {
  const bool is_negative = piece.coefficient < 0;
  const uint64_t bits = static_cast<uint64_t>(piece.coefficient);
  const uint64_t magnitude = is_negative ? 0 - bits : bits;
  if (magnitude > INT64_MAX) return Fail();
  if (!is_first) Append(is_negative ? " - " : " + ");
  if (is_first && is_negative) Append("-");
  if (piece.monomial == kUnitMonomial) return absl::StrAppend(&out_, magnitude), void();
  // A sign before a quotient would be that of its dividend.
  const bool has_factor = magnitude != 1 || (is_first && is_negative);
  if (has_factor) absl::StrAppend(&out_, magnitude, "*");
  WriteMonomial(piece, has_factor ? Around::kProduct : Around::kSum);
}

void DialectPrinter::WriteMonomial(const Piece& piece, Around around) {
  if (piece.is_mod) {
    const ExprNode& node = arena_.node(piece.monomial);
    return WriteMod(node.operands[0], node.operands[1], around);
  }
  const auto atoms = AtomsOf(arena_, piece.monomial);
  if (atoms.size() == 1) return WriteAtom(atoms[0], around);
  for (size_t i = 0; i < atoms.size() && !HasEnded(); ++i) {
    if (i > 0) Append("*");
    WriteAtom(atoms[i], Around::kProduct);
  }
}

void DialectPrinter::WriteAtom(NodeId id, Around around) {
  has_failed_ |= !arena_.CountWork(1) || nesting_ == kMaxDialectNesting;
  if (HasEnded()) return;
  const ExprNode& node = arena_.node(id);
  if (node.kind == NodeKind::kSymbol) return Append(NameText(arena_.symbol(node.symbol)));
  ++nesting_;
  if (const auto quotient = QuotientOf(arena_, id, 0)) {
    WriteQuotient(*quotient, around);
  } else {
    WriteOperation(node, around);
  }
  --nesting_;
}

void DialectPrinter::WriteOperation(const ExprNode& node, Around around) {
  const absl::Span<const Expr> operands = node.operands;
  switch (node.kind) {
    case NodeKind::kFloorDiv:
      return WriteFloorDiv(operands[0], operands[1], around);
    case NodeKind::kCeilDiv:
      return WriteCeilDiv(operands[0], operands[1], around);
    case NodeKind::kTruncDiv:
      return WriteTruncDiv(operands[0], operands[1]);
    case NodeKind::kMod:
      return WriteMod(operands[0], operands[1], around);
    case NodeKind::kMin:
      return WriteExtreme(false, operands);
    case NodeKind::kMax:
      return WriteExtreme(true, operands);
    case NodeKind::kBroadcast:
      return WriteBroadcast(operands[0], operands[1]);
    case NodeKind::kPower:
      return WritePower(node);
    case NodeKind::kIf:
      return WriteIf(node, around);
    case NodeKind::kDefinedSum:
    case NodeKind::kDefinedProduct: {
      const bool is_sum = node.kind == NodeKind::kDefinedSum;
      const absl::string_view close =
          Open(around == Around::kProduct || (around == Around::kSum && is_sum));
      Write(operands[0], is_sum ? Around::kSum : Around::kProduct);
      Append(is_sum ? " + " : "*");
      Write(operands[1], is_sum ? Around::kSum : Around::kProduct);
      return Append(close);
    }
    default:
      return Fail();
  }
}

void DialectPrinter::WriteCall(absl::string_view name, Expr a, Expr b) {
  absl::StrAppend(&out_, name, "(");
  Write(a, Around::kNothing);
  Append(", ");
  Write(b, Around::kNothing);
  Append(")");
}

void DialectPrinter::WriteRounded(absl::string_view name, Expr a, Expr b) {
  absl::StrAppend(&out_, name, "(");
  Write(a, Around::kProduct);
  Append("/");
  Write(b, Around::kProduct);
  Append(")");
}

// By a constant; rounded up it is a sum that is rounded down, in most.
void DialectPrinter::WriteQuotient(const Quotient& quotient, Around around) {
  TermList dividend = quotient.dividend;
  if (quotient.is_ceil && !HasPiecewise()) {
    dividend.push_back({quotient.divisor - 1, kUnitMonomial});
  }
  const bool is_infix = dialect_ == Dialect::kTorch || dialect_ == Dialect::kOnnx;
  const absl::string_view close = Open(is_infix && around == Around::kProduct);
  if (HasPiecewise()) Append(quotient.is_ceil ? "ceiling(" : "floor(");
  if (dialect_ == Dialect::kJax) Append("floordiv(");
  WriteTerms(dividend, dialect_ == Dialect::kJax ? Around::kNothing : Around::kProduct);
  Append(is_infix ? "//" : HasPiecewise() ? "/" : ", ");
  absl::StrAppend(&out_, quotient.divisor, is_infix ? "" : ")");
  Append(close);
}

void DialectPrinter::WriteFloorDiv(Expr a, Expr b, Around around) {
  if (HasPiecewise()) return WriteRounded("floor", a, b);
  if (dialect_ == Dialect::kJax) return WriteCall("floordiv", a, b);
  const absl::string_view close = Open(around == Around::kProduct);
  Write(a, Around::kProduct);
  Append("//");
  Write(b, Around::kProduct);
  Append(close);
}

// -((-a)//b), but for sympy.
void DialectPrinter::WriteCeilDiv(Expr a, Expr b, Around around) {
  if (HasPiecewise()) return WriteRounded("ceiling", a, b);
  TermList negated;
  if (a.is_constant() && a.constant() == INT64_MIN) return Fail();
  if (!a.is_constant()) {
    for (const Term& term : TermsOf(arena_, a)) {
      if (term.coefficient == INT64_MIN) return Fail();
      negated.push_back({-term.coefficient, term.monomial});
    }
  }
  const absl::string_view close = Open(around != Around::kNothing);
  Append(dialect_ == Dialect::kJax ? "-1*floordiv(" : "-1*((");
  if (a.is_constant()) {
    Write(-a.constant(), Around::kNothing);
  } else {
    WriteTerms(negated, Around::kNothing);
  }
  Append(dialect_ == Dialect::kJax ? ", " : ")//");
  Write(b, dialect_ == Dialect::kJax ? Around::kNothing : Around::kProduct);
  Append(")");
  Append(close);
}

void DialectPrinter::WriteTruncDiv(Expr a, Expr b) {
  if (dialect_ == Dialect::kTorch) {
    Append("TruncToInt(");
    WriteCall("IntTrueDiv", a, b);
    return Append(")");
  }
  if (!HasPiecewise()) return Fail();
  Append("Piecewise((");
  WriteRounded("floor", a, b);
  Append(", ");
  Write(a, Around::kProduct);
  Append("*");
  Write(b, Around::kProduct);
  Append(" >= 0), (");
  WriteRounded("ceiling", a, b);
  Append(", True))");
}

void DialectPrinter::WriteMod(Expr a, Expr b, Around around) {
  switch (dialect_) {
    case Dialect::kSympy:
      return WriteCall("Mod", a, b);
    case Dialect::kTorch:
      return WriteCall("PythonMod", a, b);
    case Dialect::kJax:
      return WriteCall("mod", a, b);
    default:
      break;
  }
  const absl::string_view close = Open(around == Around::kProduct);
  Write(a, Around::kProduct);
  Append("%");
  Write(b, Around::kProduct);
  Append(close);
}

// Sympy and torch have them of any number, the others of two.
void DialectPrinter::WriteExtreme(bool is_max, absl::Span<const Expr> operands) {
  const bool is_of_many = dialect_ == Dialect::kSympy || dialect_ == Dialect::kTorch;
  const bool is_sign = dialect_ == Dialect::kOnnx && !is_max;
  const absl::string_view name = dialect_ == Dialect::kJax ? (is_max ? "max(" : "min(")
                                 : is_sign                 ? "("
                                 : is_max                  ? "Max("
                                                           : "Min(";
  size_t open = 0;
  for (size_t i = 0; i < operands.size() && !HasEnded(); ++i) {
    const bool is_last = i + 1 == operands.size();
    if (i == 0 || (!is_of_many && !is_last)) {
      Append(name);
      ++open;
    }
    Write(operands[i], Around::kNothing);
    if (!is_last) Append(is_sign ? " & " : ", ");
  }
  for (; open > 0; --open) Append(")");
}

void DialectPrinter::WritePower(const ExprNode& node) {
  const Expr exponent = node.operands[1];
  const bool may_be_negative = arena_.Bounds(exponent).min < 0;
  if (dialect_ == Dialect::kJax || (may_be_negative && !HasPiecewise())) return Fail();
  if (dialect_ == Dialect::kTorch) return WriteCall("PowByNatural", node.operands[0], exponent);
  if (may_be_negative) Append("floor(");
  absl::StrAppend(&out_, node.operands[0].constant(), "**");
  const bool is_power = arena_.AsOperation(exponent, NodeKind::kPower) != nullptr;
  const absl::string_view close = Open(is_power);
  Write(exponent, Around::kProduct);
  Append(close);
  if (may_be_negative) Append(")");
}

void DialectPrinter::WriteIf(const ExprNode& node, Around around) {
  const Expr condition = node.operands[0];
  const Expr a = node.operands[1];
  const Expr b = node.operands[2];
  if (HasPiecewise()) {
    Append("Piecewise((");
    Write(a, Around::kNothing);
    Append(", ");
    WriteCondition(condition);
    Append("), (");
    Write(b, Around::kNothing);
    return Append(", True))");
  }
  if (dialect_ != Dialect::kTorch) return WriteMixture(condition, a, b, around);
  Append("Where(");
  WriteCondition(condition);
  Append(", ");
  Write(a, Around::kNothing);
  Append(", ");
  Write(b, Around::kNothing);
  Append(")");
}

void DialectPrinter::WriteMixture(Expr condition, Expr a, Expr b, Around around) {
  // Both sides need a value there.
  for (const NodeId id : ReachableNodes(arena_, {a, b})) {
    const ExprNode& node = arena_.node(id);
    const bool is_division = node.kind == NodeKind::kFloorDiv || node.kind == NodeKind::kCeilDiv ||
                             node.kind == NodeKind::kTruncDiv || node.kind == NodeKind::kMod;
    if (is_division && !node.operands[1].is_constant()) return Fail();
  }
  const absl::string_view close = Open(around != Around::kNothing);
  Write(condition, Around::kProduct);
  Append("*");
  Write(a, Around::kProduct);
  Append(" + (1 - ");
  Write(condition, Around::kProduct);
  Append(")*");
  Write(b, Around::kProduct);
  Append(close);
}

// b where a is 1, else a.
void DialectPrinter::WriteBroadcast(Expr a, Expr b) {
  if (HasPiecewise()) {
    Append("Piecewise((");
    Write(b, Around::kNothing);
    Append(", ");
    WriteCall("Eq", a, 1);
    Append("), (");
    Write(a, Around::kNothing);
    return Append(", True))");
  }
  if (dialect_ == Dialect::kTorch) {
    Append("Where(");
    WriteCall("Eq", a, 1);
    Append(", ");
    Write(b, Around::kNothing);
    Append(", ");
    Write(a, Around::kNothing);
    return Append(")");
  }
  Fail();
}

void DialectPrinter::WriteCondition(Expr condition) {
  if (HasEnded()) return;
  if (condition.is_constant()) {
    return Append(condition.is_constant(0) ? "Eq(0, 1)" : "Eq(0, 0)");
  }
  if (!condition.is_symbolic()) return Fail();
  const Expr negated = Negated(arena_, condition);
  const Expr plain = negated.is_unknown() ? condition : negated;
  const auto found = FindComparison(arena_, plain);
  const auto sides = found ? SplitSides(arena_, *found) : std::nullopt;
  if (sides) return WriteSides(*sides, !negated.is_unknown());
  const auto is_condition = [this](Expr e) { return Interval{0, 1}.Contains(arena_.Bounds(e)); };
  absl::InlinedVector<Expr, 4> parts;
  if (negated.is_unknown()) {
    for (const NodeId atom : AtomsOf(arena_, condition.node())) {
      parts.push_back(Expr::FromNode(atom));
    }
    if (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), is_condition)) {
      return WriteJoined(parts, " & ");
    }
    const ExprNode* const either = arena_.AsOperation(condition, NodeKind::kMax);
    if (either != nullptr &&
        std::all_of(either->operands.begin(), either->operands.end(), is_condition)) {
      return WriteJoined(either->operands, " | ");
    }
  }
  Append("Ne(");
  Write(condition, Around::kNothing);
  Append(", 0)");
}

void DialectPrinter::WriteJoined(absl::Span<const Expr> conditions, absl::string_view sign) {
  Append("(");
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (i > 0) Append(sign);
    Append("(");
    WriteCondition(conditions[i]);
    Append(")");
  }
  Append(")");
}

void DialectPrinter::WriteSides(const ComparisonTerms& sides, bool is_negated) {
  if (sides.is_equality) {
    Append(is_negated ? "Ne(" : "Eq(");
    WriteTerms(sides.left, Around::kNothing);
    Append(", ");
    WriteTerms(sides.right, Around::kNothing);
    return Append(")");
  }
  WriteTerms(sides.left, Around::kNothing);
  Append(is_negated ? " > " : " <= ");
  WriteTerms(sides.right, Around::kNothing);
}

}  // namespace

absl::Span<const NamedDialect> Dialects() { return kDialects; }

std::optional<std::string> ToDialectText(const ExprArena& arena, Expr e, Dialect dialect,
                                         size_t budget) {
  DialectPrinter printer(arena, dialect, budget);
  printer.Write(e, Around::kNothing);
  return std::move(printer).Finish();
}

}  // namespace shapewright::symbolic
