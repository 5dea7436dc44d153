#include "core/symbolic/text/printer.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/float_node.h"
#include "core/symbolic/names.h"
#include "core/symbolic/text/resugar.h"

namespace shapewright::symbolic {
namespace {

// Only definitions of defined symbols that are written in place nest this deeply.
constexpr int kMaxPrintedNesting = 1024;
constexpr uint64_t kCountPerPrintedNode = 6;

// What surrounds a text decides whether it needs parentheses.
enum class Place {
  kWhole,     // nothing
  kArgument,  // commas
  kFirst,     // a sum goes on to its right
  kTerm,      // a sum, to its left at least
  kFactor,    // a product or a quotient
};
// What a text is: the operators in it bind at least as tightly as its own.
enum class Form { kSum, kProduct };

}  // namespace

class Printer {
 public:
  Printer(const ExprArena& arena, const PrintStyle& style) : arena_(arena), style_(style) {}

  // Gives names to the shared subexpressions of the root.
  void Share(SharingPrinter& names, Expr root);

  void PrintExpr(Expr e, Place place);
  void PrintCondition(Expr condition);
  // The node's content, even if it is a defined symbol.
  void PrintContent(const ExprNode& node, Place place);

  // Nothing where the text exceeded the budget.
  std::optional<std::string> Finish() && {
    if (is_over_budget()) return std::nullopt;
    return std::move(out_);
  }

 private:
  bool is_over_budget() const { return is_over_ || out_.size() > style_.budget; }

  void PrintConstant(int64_t value, Place place);
  void PrintTerms(absl::Span<const Term> terms, Place place);
  void PrintPieces(absl::Span<const Piece> pieces);
  void PrintPiece(const Piece& piece, bool is_first);
  void PrintMonomial(const Piece& piece, Place place);
  void PrintMod(NodeId quotient);
  void PrintAtom(NodeId id, Place place);
  void PrintOperation(NodeId id, Place place);
  void PrintQuotient(const Quotient& quotient, Place place);
  void PrintInfix(const ExprNode& node, absl::string_view symbol, Place place);
  void PrintCall(const ExprNode& node);
  void PrintPower(const ExprNode& node);
  void PrintIf(const ExprNode& node, int64_t added = 0);
  void PrintSide(Expr side, int64_t added);
  void PrintJoined(absl::Span<const Expr> conditions, absl::string_view word);
  void PrintComparison(const ComparisonTerms& sides);
  // Floating point (S14): a constant says nothing of its own format.
  void PrintFloat(Expr e, FloatFormat format, Place place);
  void PrintFloatContent(const FloatNode& node, Place place);
  void PrintFloatCall(absl::string_view name, const FloatNode& node);
  std::string SharedName(NodeId id);

  void Append(absl::string_view text) { absl::StrAppend(&out_, text); }
  // Opens a parenthesis where the place needs one; returns what closes it.
  absl::string_view Open(Place place, Form form) {
    const bool is_needed = place == Place::kFactor || (place == Place::kTerm && form == Form::kSum);
    if (is_needed) Append("(");
    return is_needed ? ")" : "";
  }
  bool IsShared(NodeId id) const {
    const auto found = uses_.find(id);
    return found != uses_.end() && found->second > 1;
  }

  const ExprArena& arena_;
  PrintStyle style_;
  std::string out_;
  int nesting_ = 0;
  bool is_over_ = false;
  SharingPrinter* sharing_ = nullptr;
  // How often the node would be written; 2 stands for more.
  HashMap<NodeId, uint8_t> uses_;
};

void Printer::PrintExpr(Expr e, Place place) {
  if (e.is_unknown()) return Append("?");
  if (e.is_constant()) return PrintConstant(e.constant(), place);
  PrintTerms(TermsOf(arena_, e), place);
}

void Printer::PrintConstant(int64_t value, Place place) {
  const bool is_bare = value >= 0 || place == Place::kArgument;
  absl::StrAppend(&out_, is_bare ? "" : "(", value, is_bare ? "" : ")");
}

void Printer::PrintTerms(absl::Span<const Term> terms, Place place) {
  is_over_ |= !arena_.CountWork(1 + terms.size());
  if (is_over_budget()) return;
  if (terms.size() == 1 && terms[0].coefficient == 1 &&
      AtomsOf(arena_, terms[0].monomial).size() == 1) {
    return PrintAtom(terms[0].monomial, place);
  }
  const PieceList pieces = PiecesOf(arena_, terms);
  // A quotient and a constant are printed as one quotient: N//2 + 1 as (N + 2)//2.
  if (pieces.size() == 2 && pieces[0].coefficient == 1 && !pieces[0].is_mod &&
      pieces[1].monomial == kUnitMonomial && !IsShared(pieces[0].monomial)) {
    const auto quotient = QuotientOf(arena_, pieces[0].monomial, pieces[1].coefficient);
    if (quotient) return PrintQuotient(*quotient, place);
  }
  if (pieces.size() == 1 && pieces[0].coefficient == 1 && pieces[0].is_mod) {
    return PrintMod(pieces[0].monomial);
  }
  const ExprNode* const choice = ChoiceBesideConstant(arena_, pieces);
  if (choice != nullptr && !IsShared(pieces[0].monomial)) {
    return PrintIf(*choice, pieces[1].coefficient);
  }
  const bool is_product = pieces.size() == 1 && pieces[0].coefficient > 0;
  const absl::string_view close = Open(place, is_product ? Form::kProduct : Form::kSum);
  PrintPieces(pieces);
  Append(close);
}

void Printer::PrintPieces(absl::Span<const Piece> pieces) {
  for (size_t i = 0; i < pieces.size() && !is_over_budget(); ++i) {
    PrintPiece(pieces[i], i == 0);
  }
}

void Printer::PrintPiece(const Piece& piece, bool is_first) {
  const bool is_negative = piece.coefficient < 0;
  const auto bits = static_cast<uint64_t>(piece.coefficient);
  const uint64_t magnitude = is_negative ? 0 - bits : bits;
  // INT64_MIN keeps its sign: its magnitude does not fit into 64 bits when it is read.
  const bool is_added = !is_negative || magnitude > INT64_MAX;
  if (!is_first) Append(is_added ? " + " : " - ");
  if (is_negative && (is_first || is_added)) Append("-");
  if (piece.monomial == kUnitMonomial) {
    absl::StrAppend(&out_, magnitude);
    return;
  }
  if (magnitude != 1) absl::StrAppend(&out_, magnitude, "*");
  // A sign binds more tightly than `//`.
  const bool is_factor = magnitude != 1 || (is_first && is_negative);
  PrintMonomial(piece, is_factor ? Place::kFactor : Place::kTerm);
}

void Printer::PrintMonomial(const Piece& piece, Place place) {
  if (piece.is_mod) return PrintMod(piece.monomial);
  const auto atoms = AtomsOf(arena_, piece.monomial);
  if (atoms.size() == 1) return PrintAtom(atoms[0], place);
  for (size_t i = 0; i < atoms.size() && !is_over_budget(); ++i) {
    if (i > 0) Append("*");
    PrintAtom(atoms[i], Place::kFactor);
  }
}

void Printer::PrintMod(NodeId quotient) {
  const ExprNode& node = arena_.node(quotient);
  Append("mod(");
  PrintExpr(node.operands[0], Place::kArgument);
  Append(", ");
  PrintExpr(node.operands[1], Place::kArgument);
  Append(")");
}

void Printer::PrintAtom(NodeId id, Place place) {
  is_over_ |= !arena_.CountWork(1);
  const ExprNode& node = arena_.node(id);
  if (node.kind == NodeKind::kSymbol || (node.defined && !style_.expands_defined)) {
    const Symbol& symbol = arena_.symbol(node.symbol);
    is_over_ |= !arena_.CountWork(symbol.name.size() / kNameBytesPerCount);
    return Append(style_.is_onnx ? OnnxNameText(symbol) : NameText(symbol));
  }
  if (IsShared(id)) return Append(SharedName(id));
  if (is_over_budget() || nesting_ == kMaxPrintedNesting) {
    is_over_ = true;
    return;
  }
  ++nesting_;
  PrintOperation(id, place);
  --nesting_;
}

void Printer::PrintOperation(NodeId id, Place place) {
  if (const auto quotient = QuotientOf(arena_, id, 0)) {
    return PrintQuotient(*quotient, place);
  }
  PrintContent(arena_.node(id), place);
}

void Printer::PrintQuotient(const Quotient& quotient, Place place) {
  const absl::string_view close = quotient.is_ceil ? ")" : Open(place, Form::kProduct);
  if (quotient.is_ceil) Append("ceildiv(");
  PrintTerms(quotient.dividend, quotient.is_ceil ? Place::kArgument : Place::kFactor);
  absl::StrAppend(&out_, quotient.is_ceil ? ", " : "//", quotient.divisor, close);
}

void Printer::PrintContent(const ExprNode& node, Place place) {
  switch (node.kind) {
    case NodeKind::kFloorDiv:
      return PrintInfix(node, "//", place);
    case NodeKind::kDefinedSum:
      return PrintInfix(node, " + ", place);
    case NodeKind::kDefinedProduct:
      return PrintInfix(node, "*", place);
    case NodeKind::kFloat:
      return PrintFloatContent(ReadFloat(node), place);
    case NodeKind::kTruncate:
      Append("int(");
      PrintFloat(node.operands[0], FloatFormat::kNone, Place::kArgument);
      return Append(")");
    case NodeKind::kIf:
      return PrintIf(node);
    case NodeKind::kPower:
      return PrintPower(node);
    default:
      return PrintCall(node);
  }
}

void Printer::PrintIf(const ExprNode& node, int64_t added) {
  Append("if(");
  PrintCondition(node.operands[0]);
  Append(", ");
  PrintSide(node.operands[1], added);
  Append(", ");
  PrintSide(node.operands[2], added);
  Append(")");
}

void Printer::PrintSide(Expr side, int64_t added) {
  const Term constant = {added, kUnitMonomial};
  const auto sum = AddScaled(arena_, TermsOf(arena_, side), absl::MakeConstSpan(&constant, 1), 1);
  if (added == 0 || !sum) return PrintExpr(side, Place::kArgument);
  if (sum->empty()) return Append("0");
  PrintTerms(*sum, Place::kArgument);
}

// What is no comparison, negation, or several of them is an expression like others.
void Printer::PrintCondition(Expr condition) {
  if (is_over_budget()) return;
  const auto is_condition = [this](Expr e) { return Interval{0, 1}.Contains(arena_.Bounds(e)); };
  const auto found = FindComparison(arena_, condition);
  const auto sides = found ? SplitSides(arena_, *found) : std::nullopt;
  if (sides) return PrintComparison(*sides);
  if (const Expr negated = Negated(arena_, condition); !negated.is_unknown()) {
    Append("(not ");
    PrintCondition(negated);
    return Append(")");
  }
  if (!condition.is_symbolic()) return PrintExpr(condition, Place::kArgument);
  absl::InlinedVector<Expr, 4> parts;
  const NodeId id = condition.node();
  for (const NodeId atom : AtomsOf(arena_, id)) parts.push_back(Expr::FromNode(atom));
  if (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), is_condition)) {
    return PrintJoined(parts, " and ");
  }
  const ExprNode* const either = arena_.AsOperation(condition, NodeKind::kMax);
  if (either != nullptr &&
      std::all_of(either->operands.begin(), either->operands.end(), is_condition)) {
    return PrintJoined(either->operands, " or ");
  }
  PrintExpr(condition, Place::kArgument);
}

void Printer::PrintJoined(absl::Span<const Expr> conditions, absl::string_view word) {
  Append("(");
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (i > 0) Append(word);
    PrintCondition(conditions[i]);
  }
  Append(")");
}

void Printer::PrintComparison(const ComparisonTerms& sides) {
  const auto print = [this](const TermList& terms) {
    if (terms.empty()) return Append("0");
    PrintTerms(terms, Place::kArgument);
  };
  Append("(");
  print(sides.left);
  Append(sides.is_equality ? " = " : " <= ");
  print(sides.right);
  Append(")");
}

void Printer::PrintFloat(Expr e, FloatFormat format, Place place) {
  if (e.is_constant()) {
    return absl::StrAppend(&out_, FormatName(format), "(",
                           FloatText(FloatOfKey(e.constant()), format), ")");
  }
  PrintAtom(e.node(), place);
}

void Printer::PrintFloatContent(const FloatNode& node, Place place) {
  absl::string_view symbol;
  switch (node.operation) {
    case FloatOperation::kFromInt:
      absl::StrAppend(&out_, FormatName(node.format), "(");
      PrintExpr(node.first, Place::kArgument);
      return Append(")");
    case FloatOperation::kConvert:
      return PrintFloatCall(FormatName(node.format), node);
    case FloatOperation::kAdd:
      symbol = " + ";
      break;
    case FloatOperation::kSubtract:
      symbol = " - ";
      break;
    case FloatOperation::kMultiply:
      symbol = "*";
      break;
    case FloatOperation::kDivide:
      symbol = "/";
      break;
    default:
      return PrintFloatCall(FloatFunctionName(node.operation), node);
  }
  // Floating-point operators do not associate.
  const absl::string_view close =
      Open(place == Place::kArgument ? place : Place::kFactor, Form::kSum);
  PrintFloat(node.first, node.format, Place::kFactor);
  Append(symbol);
  PrintFloat(node.second, node.format, Place::kFactor);
  Append(close);
}

void Printer::PrintFloatCall(absl::string_view name, const FloatNode& node) {
  absl::StrAppend(&out_, name, "(");
  PrintFloat(node.first, node.format, Place::kArgument);
  if (!node.second.is_unknown()) {
    Append(", ");
    PrintFloat(node.second, node.format, Place::kArgument);
  }
  Append(")");
}

void Printer::PrintInfix(const ExprNode& node, absl::string_view symbol, Place place) {
  const bool is_sum = node.kind == NodeKind::kDefinedSum;
  const absl::string_view close = Open(place, is_sum ? Form::kSum : Form::kProduct);
  PrintExpr(node.operands[0], is_sum ? Place::kFirst : Place::kFactor);
  Append(symbol);
  PrintExpr(node.operands[1], is_sum ? Place::kTerm : Place::kFactor);
  Append(close);
}

// Tools that read expressions in ONNX models know `**`, which is a fraction where the exponent is
// negative.
void Printer::PrintPower(const ExprNode& node) {
  const Expr exponent = node.operands[1];
  const bool is_rounded = style_.is_onnx && arena_.Bounds(exponent).min < 0;
  if (is_rounded) Append("floor(");
  const bool is_power = arena_.AsOperation(exponent, NodeKind::kPower) != nullptr;
  absl::StrAppend(&out_, node.operands[0].constant(), style_.is_onnx ? "**" : "^",
                  is_power ? "(" : "");
  PrintExpr(exponent, Place::kFactor);
  Append(is_power ? ")" : "");
  if (is_rounded) Append(")");
}

// The constant of a min stands last, that of a max first.
void Printer::PrintCall(const ExprNode& node) {
  absl::InlinedVector<Expr, 8> operands(node.operands.begin(), node.operands.end());
  if (node.kind == NodeKind::kMin && operands[0].is_constant()) {
    std::rotate(operands.begin(), operands.begin() + 1, operands.end());
  }
  absl::StrAppend(&out_, FunctionName(node.kind), "(");
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) Append(", ");
    PrintExpr(operands[i], Place::kArgument);
  }
  Append(")");
}

// Counts how often each operation would be written. A sum or product is written wherever it is an
// operand, and its operands with it.
void Printer::Share(SharingPrinter& names, Expr root) {
  sharing_ = &names;
  if (!root.is_symbolic()) return;
  // Other defined symbols are leaves: their definitions are printed apart.
  const auto is_leaf = [&](NodeId id) { return arena_.node(id).defined && id != root.node(); };
  std::vector<NodeId> nodes = {root.node()};
  uses_[root.node()] = 1;
  for (size_t next = 0; next < nodes.size() && arena_.CountWork(kCountPerPrintedNode); ++next) {
    if (is_leaf(nodes[next])) continue;
    ForEachOperandNode(arena_.node(nodes[next]), [&](NodeId operand) {
      if (uses_.try_emplace(operand, 0).second) nodes.push_back(operand);
    });
  }
  // Operands have smaller ids than their users.
  std::sort(nodes.begin(), nodes.end());
  for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
    const ExprNode& node = arena_.node(*id);
    const uint8_t uses = uses_[*id];
    if (uses == 0 || is_leaf(*id)) continue;
    const bool is_operation = !node.operands.empty();
    ForEachOperandNode(node, [&](NodeId operand) {
      uint8_t& count = uses_[operand];
      count = static_cast<uint8_t>(std::min(2, count + (is_operation ? 1 : uses)));
    });
  }
}

// The definitions that this text needs are completed before it, and get smaller numbers.
std::string Printer::SharedName(NodeId id) {
  const auto known = sharing_->names_.find(id);
  if (known != sharing_->names_.end()) return known->second;
  std::string outer = std::exchange(out_, "");
  PrintOperation(id, Place::kWhole);
  std::string name;
  do {
    name = absl::StrCat("t", ++sharing_->count_);
  } while (arena_.IsReserved(name));
  sharing_->names_.emplace(id, name);
  sharing_->definitions_.push_back({name, std::exchange(out_, outer)});
  return name;
}

std::string SharingPrinter::Print(Expr e) {
  return PrintBy(e, [e](Printer& printer) { printer.PrintExpr(e, Place::kWhole); });
}

std::string SharingPrinter::PrintCondition(Expr condition) {
  return PrintBy(condition, [condition](Printer& printer) { printer.PrintCondition(condition); });
}

std::string SharingPrinter::PrintDefinition(SymbolId defined) {
  const NodeId id = arena_.symbol(defined).node;
  return PrintBy(Expr::FromNode(id), [this, id](Printer& printer) {
    printer.PrintContent(arena_.node(id), Place::kWhole);
  });
}

std::string SharingPrinter::PrintBy(Expr root, absl::FunctionRef<void(Printer&)> print) {
  Printer plain(arena_, PrintStyle{false, false, budget_});
  print(plain);
  if (auto text = std::move(plain).Finish()) return *std::move(text);
  Printer shared(arena_, PrintStyle{});
  shared.Share(*this, root);
  print(shared);
  // Nothing if the work has stopped: the text is discarded then.
  return std::move(shared).Finish().value_or("");
}

std::optional<std::string> PrintInStyle(const ExprArena& arena, Expr e, const PrintStyle& style) {
  Printer printer(arena, style);
  printer.PrintExpr(e, Place::kWhole);
  return std::move(printer).Finish();
}

}  // namespace shapewright::symbolic
