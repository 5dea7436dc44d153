#include "core/symbolic/text/parse.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/base/hash_map.h"
#include "core/symbolic/text/parse_program.h"
#include "core/symbolic/text/parser.h"

namespace shapewright::symbolic {

absl::StatusOr<Program> ReadProgram(absl::string_view text, size_t first, NameSyntax syntax) {
  return Parser(text, first, syntax).Run();
}

absl::StatusOr<Expr> BuildExpr(ExprArena& arena, const Program& program, SymbolResolver resolve) {
  // Keeps what earlier operations reported: restored below.
  const bool had_overflow = arena.TakeOverflow();
  const bool had_division = arena.TakeDivisionByZero();
  absl::StatusOr<Expr> result = RunProgram(arena, program, resolve);
  if (arena.TakeDivisionByZero() && result.ok()) {
    result = absl::InvalidArgumentError("a division by zero");
  }
  if (arena.TakeOverflow() && result.ok()) {
    result = absl::InvalidArgumentError("a constant does not fit into 64 bits");
  }
  if (had_overflow) arena.ReportOverflow();
  if (had_division) arena.ReportDivisionByZero();
  return result;
}

absl::StatusOr<Expr> ParseExpr(ExprArena& arena, absl::string_view text, SymbolResolver resolve) {
  const absl::StatusOr<Program> program = ReadProgram(text);
  if (!program.ok()) return program.status();
  return BuildExpr(arena, *program, resolve);
}

absl::StatusOr<std::vector<std::string>> CollectIdentifiers(absl::string_view text) {
  absl::StatusOr<Program> program = ReadProgram(text);
  if (!program.ok()) return program.status();
  HashSet<absl::string_view> seen;
  std::vector<std::string> names;
  for (const std::string& name : program->names) {
    if (seen.insert(name).second) names.push_back(name);
  }
  return names;
}

}  // namespace shapewright::symbolic
