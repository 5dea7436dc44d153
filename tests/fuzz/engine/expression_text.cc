// Fuzzes the text of expressions: what parses prints as a text that gives the
// same expression again, and has the value that an evaluator of the text alone
// finds (tests/core/symbolic/text_evaluator.h).
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/text_evaluator.h"
#include "tests/fuzz/support/text_scope.h"

namespace shapewright::fuzz {
namespace {

using symbolic::Evaluation;
using symbolic::Expr;
using symbolic::ExprArena;

constexpr int kRounds = 4;
// Longer ones seldom have a value that fits into 64 bits.
constexpr size_t kMaxEvaluatedText = 36;

// A broadcast has its value only where its fact holds (S1), which the values
// that are tried need not see to.
bool CanEvaluate(const std::string& text) {
  return text.size() <= kMaxEvaluatedText && !absl::StrContains(text, "roadcast");
}
constexpr symbolic::ExprLimits kLimits = {64, 12, 16, 20'000};

void CheckValues(const ExprArena& arena, const TextScope& scope, Expr e, const std::string& text) {
  for (int round = 0; round < kRounds; ++round) {
    const std::map<std::string, int64_t> values = scope.Values(round);
    const std::optional<int64_t> expected = symbolic::EvaluateText(text, values);
    if (!expected) continue;
    std::vector<std::optional<int64_t>> bindings;
    for (const symbolic::Symbol& symbol : arena.symbols()) {
      bindings.emplace_back(values.at(symbol.name));
    }
    const Evaluation found = Evaluate(arena, e, bindings);
    if (found.status == Evaluation::Status::kOverflow) continue;
    if (!found.ok() || found.value != *expected || !arena.Bounds(e).Contains(found.value)) {
      Fail(absl::StrCat("round ", round, ": has the value ", found.value, ", not ", *expected),
           text, ToString(arena, e));
    }
  }
}

void Check(const std::string& text) {
  ExprArena arena(kLimits);
  TextScope scope(arena);
  const auto parsed =
      ParseExpr(arena, text, [&](absl::string_view name) { return scope.Declare(name); });
  // Both read the same names.
  const auto names = symbolic::CollectIdentifiers(text);
  if (parsed.ok() && !names.ok()) Fail("its names cannot be read", text, "");
  if (!parsed.ok() || parsed->is_unknown()) return;
  if (CanEvaluate(text)) CheckValues(arena, scope, *parsed, text);
  symbolic::SharingPrinter printer(arena);
  const std::string printed = printer.Print(*parsed);
  // What shares subexpressions is for people.
  if (!printer.definitions().empty()) return;
  const auto again =
      ParseExpr(arena, printed, [&](absl::string_view name) { return scope.Find(name); });
  if (arena.exhausted()) return;
  if (!again.ok()) Fail(again.status().ToString(), text, printed);
  if (*again != *parsed) Fail(absl::StrCat("became ", ToString(arena, *again)), text, printed);
}

}  // namespace
}  // namespace shapewright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shapewright::fuzz::Check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
