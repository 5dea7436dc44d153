// Fuzzes the texts of types, shapes and intervals: what parses prints as a text
// that gives the same again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/shape/text/parse.h"
#include "core/shape/text/print.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "tests/fuzz/support/text_scope.h"

namespace shapewright::fuzz {
namespace {

using symbolic::ExprArena;

constexpr symbolic::ExprLimits kLimits = {64, 12, 16, 20'000};

// A dim over the text's budget is printed for people, not for parsing: with the definitions of what
// it shares.
bool IsForPeople(const std::string& printed) {
  return printed.size() > symbolic::kTextBudget || absl::StrContains(printed, " := ");
}

// Whether every dim is known: an unknown one has no text of its own.
bool IsKnown(const shape::Shape& shape) {
  for (const shape::Dim dim : shape.dims) {
    if (dim.is_unknown()) return false;
  }
  return true;
}

bool IsKnown(const shape::TypeTable& types) {
  for (shape::TypeId id = 0; id < types.size(); ++id) {
    if (!IsKnown(types.at(id).shape)) return false;
  }
  return true;
}

void CheckType(const std::string& text) {
  ExprArena arena(kLimits);
  shape::TypeTable types;
  TextScope scope(arena);
  const auto parsed = shape::ParseType(types, arena, text,
                                       [&](absl::string_view name) { return scope.Declare(name); });
  if (!parsed.ok() || !IsKnown(types)) return;
  const std::string printed = FormatType(types, *parsed, arena);
  if (IsForPeople(printed)) return;
  const auto again = shape::ParseType(types, arena, printed,
                                      [&](absl::string_view name) { return scope.Find(name); });
  if (arena.exhausted()) return;
  if (!again.ok()) Fail(again.status().ToString(), text, printed);
  if (*again != *parsed) {
    Fail(absl::StrCat("became ", FormatType(types, *again, arena)), text, printed);
  }
}

// With anonymous symbols as intervals (S24): equal up to their names, so the
// texts are compared.
void CheckIntervals(const std::string& text, ExprArena& arena, const shape::Shape& shape) {
  shape::AnonymousUses uses(arena);
  uses.Count(shape);
  const std::string printed = FormatShape(arena, shape, &uses);
  ExprArena fresh(kLimits);
  TextScope scope(fresh);
  const auto again = shape::ParseShape(fresh, printed,
                                       [&](absl::string_view name) { return scope.Declare(name); });
  if (!IsForPeople(printed) && !again.ok()) Fail(again.status().ToString(), text, printed);
}

void CheckShape(const std::string& text) {
  ExprArena arena(kLimits);
  TextScope scope(arena);
  const auto parsed =
      shape::ParseShape(arena, text, [&](absl::string_view name) { return scope.Declare(name); });
  if (!parsed.ok() || !IsKnown(parsed->view())) return;
  const std::string printed = FormatShape(arena, parsed->view());
  if (IsForPeople(printed)) return;
  const auto again =
      shape::ParseShape(arena, printed, [&](absl::string_view name) { return scope.Find(name); });
  if (arena.exhausted()) return;
  if (!again.ok()) Fail(again.status().ToString(), text, printed);
  const bool is_same = again->dims == parsed->dims && again->has_rank == parsed->has_rank &&
                       again->rank_bounds == parsed->rank_bounds;
  if (!is_same) {
    Fail(absl::StrCat("became ", FormatShape(arena, again->view())), text, printed);
  }
  CheckIntervals(text, arena, parsed->view());
}

void CheckInterval(const std::string& text) {
  const auto parsed = symbolic::ParseInterval(text);
  if (!parsed.ok()) return;
  const std::string printed = ToString(*parsed);
  const auto again = symbolic::ParseInterval(printed);
  if (!again.ok()) Fail(again.status().ToString(), text, printed);
  if (!(*again == *parsed)) Fail("became another interval", text, printed);
}

}  // namespace
}  // namespace shapewright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  shapewright::fuzz::CheckType(text);
  shapewright::fuzz::CheckShape(text);
  shapewright::fuzz::CheckInterval(text);
  return 0;
}
