#include "core/query/result_wire.h"

#include "core/answer/message_writer.h"

namespace shapewright::query {
namespace {

using symbolic::Interval;

bool IsUsual(const symbolic::Symbol& symbol, Interval bounds) {
  return bounds ==
         (symbol.kind == symbolic::SymbolKind::kInputValue ? Interval::All() : Interval::Size());
}

}  // namespace

void PutType(const symbolic::ExprArena& arena, const shape::TypeTable& types, uint32_t field,
             shape::TypeId type, absl::string_view text, WireWriter& out) {
  answer::PlainExprTexts texts(arena);
  const size_t begin = out.Begin(field);
  answer::MessageWriter(arena, types, texts).PutTypeContent(type, text, out);
  out.End(begin);
}

void PutSymbol(const SymbolScope& scope, uint32_t field, const ToldSymbol& told, WireWriter& out) {
  const symbolic::ExprArena& arena = scope.exprs();
  const symbolic::Symbol& symbol = arena.symbol(told.id);
  answer::ToldSymbol to;
  to.name = symbol.name;
  to.kind = symbol.kind;
  const Interval bounds = told.bounds.value_or(arena.SymbolBounds(told.id));
  if (told.bounds || !IsUsual(symbol, bounds)) to.range = bounds;
  to.equals = told.solved;
  to.definition = told.definition;
  if (scope.has_origin(told.id) && !(scope.origin(told.id) == symbolic::Site()))
    to.origin = scope.origin(told.id);
  to.reason = symbol.reason;
  const std::string declared_name = scope.DeclaredName(told.id);
  to.declared_name = declared_name;
  answer::PlainExprTexts texts(arena);
  answer::MessageWriter(arena, scope.types(), texts).PutSymbol(field, to, out);
}

}  // namespace shapewright::query
