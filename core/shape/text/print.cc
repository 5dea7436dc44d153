#include "core/shape/text/print.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "core/shape/program.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"

namespace shapewright::shape {
namespace {

using symbolic::ExprArena;
using symbolic::ExprNode;
using symbolic::Interval;
using symbolic::NodeKind;
using symbolic::SymbolKind;

// Symbols, and operations that a defined symbol stands for (S20).
bool IsSymbol(const ExprNode& node) { return node.kind == NodeKind::kSymbol || node.defined; }

// Calls visit(SymbolId) for each occurrence of a symbol in `dim`.
template <typename Visit>
void ForEachUse(const ExprArena& arena, Dim dim, Visit visit) {
  if (!dim.is_symbolic()) return;
  const ExprNode& root = arena.node(dim.node());
  if (IsSymbol(root)) visit(root.symbol);
  if (root.kind == NodeKind::kSymbol) return;
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena, {dim})) {
    symbolic::ForEachOperandNode(arena.node(id), [&](symbolic::NodeId operand) {
      const ExprNode& node = arena.node(operand);
      if (IsSymbol(node)) visit(node.symbol);
    });
  }
}

// The text of an unknown size within these bounds: `?`, `..8`, `2..8`, `3`.
std::string SizeText(Interval bounds) {
  bounds = symbolic::Intersect(bounds, Interval::Size());
  if (bounds == Interval::Size()) return "?";
  if (bounds.min == 0 && bounds.max > 0) bounds.min = Interval::kMinusInfinity;
  return symbolic::ToString(bounds);
}

std::string Quoted(absl::string_view name) {
  return absl::StrCat("`", absl::StrReplaceAll(name, {{"`", "``"}}), "`");
}

class TypePrinter {
 public:
  TypePrinter(const TypeTable& types, const ExprArena& arena) : types_(types), arena_(arena) {}

  std::string Print(TypeId id) const;

 private:
  std::string PrintKind(const Type& type) const;
  std::string PrintTensor(const Type& type) const;
  std::string PrintSequence(const Type& type) const;
  std::string PrintOptional(const Type& type) const;
  std::string PrintProgram(const Type& type) const;

  const TypeTable& types_;
  const ExprArena& arena_;
};

std::string TypePrinter::PrintTensor(const Type& type) const {
  const std::string shape = FormatShape(arena_, type.shape);
  const bool is_apart = shape[0] == 'r';  // "rank 2..4"
  return absl::StrCat(ElementTypeName(type.element), is_apart ? " " : "", shape);
}

std::string TypePrinter::PrintSequence(const Type& type) const {
  std::string text = absl::StrCat("seq(", Print(type.inner));
  if (!type.length.is_unknown()) {
    absl::StrAppend(&text, "; ", FormatDim(arena_, type.length));
    if (!type.positions.empty()) {
      absl::StrAppend(
          &text, "; ",
          absl::StrJoin(type.positions, ", ", [this](std::string* out, TypeId position) {
            out->append(Print(position));
          }));
    }
  }
  return absl::StrCat(text, ")");
}

std::string TypePrinter::PrintOptional(const Type& type) const {
  absl::string_view presence;
  if (type.presence == Presence::kPresent) presence = "; present";
  if (type.presence == Presence::kAbsent) presence = "; absent";
  return absl::StrCat("optional(", Print(type.inner), presence, ")");
}

std::string TypePrinter::PrintProgram(const Type& type) const {
  const std::vector<absl::string_view> names = ParameterNames(type);
  std::vector<std::string> parameters;
  for (size_t i = 0; i < type.positions.size(); ++i) {
    const bool is_named = i < names.size() && !names[i].empty();
    parameters.push_back(absl::StrCat(is_named ? absl::StrCat(Quoted(names[i]), ": ") : "",
                                      Print(type.positions[i])));
  }
  return absl::StrCat("(", absl::StrJoin(parameters, ", "), ") -> ", Print(type.inner));
}

std::string TypePrinter::Print(TypeId id) const {
  const Type& type = types_.at(id);
  if (type.alternatives.empty()) return PrintKind(type);
  std::string text;
  for (const TypeAlternative& each : type.alternatives) {
    absl::StrAppend(&text, text.empty() ? "" : " else ", Print(each.type));
    if (each.condition.is_unknown()) break;
    absl::StrAppend(&text, " if ", BareCondition(symbolic::ConditionText(arena_, each.condition)));
  }
  return text;
}

std::string TypePrinter::PrintKind(const Type& type) const {
  switch (type.kind) {
    case TypeKind::kTensor:
      return PrintTensor(type);
    case TypeKind::kSparseTensor:
      return absl::StrCat("sparse(", PrintTensor(type), ")");
    case TypeKind::kSequence:
      return PrintSequence(type);
    case TypeKind::kMap:
      return absl::StrCat("map(", ElementTypeName(type.element), ", ", Print(type.inner), ")");
    case TypeKind::kOptional:
      return PrintOptional(type);
    case TypeKind::kOpaque:
      return absl::StrCat("opaque(", Quoted(type.domain), ", ", Quoted(type.name), ")");
    case TypeKind::kProgram:
      return PrintProgram(type);
    case TypeKind::kUnknown:
      break;
  }
  return "?";
}

}  // namespace

void AnonymousUses::Count(Dim dim) {
  ForEachUse(arena_, dim, [this](symbolic::SymbolId id) {
    if (id >= counts_.size()) counts_.resize(id + 1);
    ++counts_[id];
  });
}

void AnonymousUses::Count(const Shape& shape) {
  for (const Dim dim : shape.dims) Count(dim);
}

bool AnonymousUses::IsInterval(Dim dim) const {
  bool is_interval = dim.is_symbolic();
  ForEachUse(arena_, dim, [&](symbolic::SymbolId id) {
    is_interval &= arena_.symbol(id).kind == SymbolKind::kAnonymous &&
                   (id >= counts_.size() || counts_[id] <= 1);
  });
  return is_interval;
}

void AppendDim(const ExprArena& arena, Dim dim, const AnonymousUses* uses, std::string* out) {
  if (dim.is_constant() && dim.constant() >= 0) return absl::StrAppend(out, dim.constant());
  if (uses != nullptr && uses->IsInterval(dim)) {
    return absl::StrAppend(out, SizeText(arena.Bounds(dim)));
  }
  absl::StrAppend(out, symbolic::ToString(arena, dim));
}

std::string FormatDim(const ExprArena& arena, Dim dim, const AnonymousUses* uses) {
  std::string text;
  AppendDim(arena, dim, uses, &text);
  return text;
}

std::string FormatShape(const ExprArena& arena, const Shape& shape, const AnonymousUses* uses) {
  if (!shape.has_rank) {
    const std::string rank = SizeText(shape.rank_bounds);
    return rank == "?" ? rank : absl::StrCat("rank ", rank);
  }
  std::string text = "[";
  for (const Dim dim : shape.dims) {
    if (text.size() > 1) text += ", ";
    AppendDim(arena, dim, uses, &text);
  }
  text += ']';
  return text;
}

absl::string_view BareCondition(absl::string_view text) {
  // A name may be the word that ends a condition.
  if (text.empty() || text[0] != '(' || absl::StrContains(text, "else")) return text;
  int depth = 0;
  bool is_quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < text.size()) return text;
  }
  return text.substr(1, text.size() - 2);
}

std::string FormatType(const TypeTable& types, TypeId type, const ExprArena& arena) {
  return TypePrinter(types, arena).Print(type);
}

}  // namespace shapewright::shape
