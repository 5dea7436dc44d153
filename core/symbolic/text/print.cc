#include "core/symbolic/text/print.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/symbolic/names.h"

namespace shapewright::symbolic {
namespace {

std::string WithDefinitions(std::string text, const SharingPrinter& printer) {
  for (const auto& [name, definition] : printer.definitions()) {
    absl::StrAppend(&text, "; ", name, " := ", definition);
  }
  return text;
}

}  // namespace

std::string ToString(const ExprArena& arena, Expr e) {
  if (e.is_constant() && e.constant() >= 0) return absl::StrCat(e.constant());
  if (const Symbol* const symbol = arena.AsSymbol(e)) {
    arena.CountWork(1 + symbol->name.size() / kNameBytesPerCount);
    return NameText(*symbol);
  }
  SharingPrinter printer(arena);
  std::string text = printer.Print(e);
  return WithDefinitions(std::move(text), printer);
}

std::string ExpandedText(const ExprArena& arena, Expr e) {
  const auto text = PrintInStyle(arena, e, {false, true, kTextBudget});
  return text ? *text : ToString(arena, e);
}

std::string ConditionText(const ExprArena& arena, Expr condition) {
  SharingPrinter printer(arena);
  std::string text = printer.PrintCondition(condition);
  return WithDefinitions(std::move(text), printer);
}

std::string DefinitionText(const ExprArena& arena, SymbolId defined) {
  SharingPrinter printer(arena);
  std::string text = printer.PrintDefinition(defined);
  return WithDefinitions(std::move(text), printer);
}

std::optional<std::string> ToOnnxText(const ExprArena& arena, Expr e, size_t budget) {
  if (const Symbol* const symbol = arena.AsSymbol(e)) return symbol->name;
  for (const bool expands_defined : {true, false}) {
    if (auto text = PrintInStyle(arena, e, {true, expands_defined, budget})) return text;
  }
  return std::nullopt;
}

}  // namespace shapewright::symbolic
