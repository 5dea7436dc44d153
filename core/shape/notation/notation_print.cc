#include "core/shape/notation/notation_print.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/shape/element_names.h"
#include "core/shape/program.h"
#include "core/shape/text/print.h"

namespace shapewright::shape {

using symbolic::Interval;

namespace {

void AppendDimAs(Notation notation, const symbolic::ExprArena& arena, Dim dim,
                 const AnonymousUses* uses, std::string* out) {
  // In this project's grammar -1 stands in parentheses (S24).
  if (notation != Notation::kShapewright && dim.is_constant()) {
    return absl::StrAppend(out, dim.constant());
  }
  const bool is_interval = dim.is_symbolic() && uses != nullptr && uses->IsInterval(dim);
  if (notation != Notation::kXla || !is_interval) return AppendDim(arena, dim, uses, out);
  const Interval bounds = arena.Bounds(dim);
  if (bounds.is_point()) return absl::StrAppend(out, bounds.min);
  if (!bounds.has_max()) return out->push_back('?');
  absl::StrAppend(out, "<=", bounds.max);
}

}  // namespace

std::string FormatDimAs(Notation notation, const symbolic::ExprArena& arena, Dim dim,
                        const AnonymousUses* uses) {
  std::string text;
  AppendDimAs(notation, arena, dim, uses, &text);
  return text;
}

std::string FormatShapeAs(Notation notation, const symbolic::ExprArena& arena, const Shape& shape,
                          const AnonymousUses* uses) {
  if (notation == Notation::kShapewright) return FormatShape(arena, shape, uses);
  if (!shape.has_rank) {
    if (!(shape.rank_bounds == Interval::Size())) return FormatShape(arena, shape, uses);
    return notation == Notation::kNgraph ? "?" : "[...]";
  }
  std::string text(1, notation == Notation::kNgraph ? '{' : '[');
  for (const Dim dim : shape.dims) {
    if (text.size() > 1) text.push_back(',');
    AppendDimAs(notation, arena, dim, uses, &text);
  }
  text.push_back(notation == Notation::kNgraph ? '}' : ']');
  return text;
}

namespace {

std::string FormatTensorAs(Notation notation, const symbolic::ExprArena& arena, const Type& type,
                           const AnonymousUses* uses) {
  std::string shape = FormatShapeAs(notation, arena, type.shape, uses);
  if (type.element == ElementType::kUndefined) return shape;
  const absl::string_view element =
      notation == Notation::kXla ? XlaElementName(type.element) : ElementTypeName(type.element);
  return absl::StrCat(element, shape[0] == 'r' ? " " : "", shape);
}

// In XLA each parameter has a name.
std::string FormatXlaProgram(const TypeTable& types, const symbolic::ExprArena& arena,
                             const Type& program, const AnonymousUses* uses) {
  const std::vector<absl::string_view> names = ParameterNames(program);
  std::vector<std::string> parameters;
  for (size_t i = 0; i < program.positions.size(); ++i) {
    const bool is_named = i < names.size() && !names[i].empty();
    parameters.push_back(
        absl::StrCat(is_named ? names[i] : kNoParameterName, ": ",
                     FormatTypeAs(Notation::kXla, types, arena, program.positions[i], uses)));
  }
  return absl::StrCat("(", absl::StrJoin(parameters, ", "), ") -> ",
                      FormatTypeAs(Notation::kXla, types, arena, program.inner, uses));
}

}  // namespace

std::string FormatTypeAs(Notation notation, const TypeTable& types,
                         const symbolic::ExprArena& arena, TypeId type_id,
                         const AnonymousUses* uses) {
  const Type& type = types.at(type_id);
  const bool is_xla = notation == Notation::kXla;
  if (type.kind == TypeKind::kTensor) return FormatTensorAs(notation, arena, type, uses);
  if (is_xla && type.kind == TypeKind::kProgram) {
    return FormatXlaProgram(types, arena, type, uses);
  }
  if (is_xla && type.kind == TypeKind::kOpaque && type.domain == kXlaDomain) {
    return absl::StrCat(type.name, "[]");
  }
  if (!is_xla || !type.is_tuple()) return FormatType(types, type_id, arena);
  const auto write = [&](std::string* out, TypeId position) {
    out->append(FormatTypeAs(notation, types, arena, position, uses));
  };
  return absl::StrCat("(", absl::StrJoin(type.positions, ", ", write), ")");
}

}  // namespace shapewright::shape
