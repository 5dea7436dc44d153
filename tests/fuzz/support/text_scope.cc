#include "tests/fuzz/support/text_scope.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace shapewright::fuzz {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::Symbol;
using symbolic::SymbolKind;

constexpr Interval kSmall = {2, 9};
constexpr int64_t kSmallValues[] = {2, 3, 5, 9};
constexpr int64_t kSizes[] = {0, 1, 7, 96};
constexpr int64_t kNumbers[] = {-7, 0, 1, 12};

bool IsAnonymous(absl::string_view name) {
  if (name.empty() || name[0] != '?') return false;
  for (const char digit : name.substr(1)) {
    if (!absl::ascii_isdigit(digit)) return false;
  }
  return true;
}

// `x[2]`, `x[]`.
bool IsElement(absl::string_view name) {
  if (!absl::ConsumeSuffix(&name, "]")) return false;
  while (!name.empty() && absl::ascii_isdigit(name.back())) name.remove_suffix(1);
  return name.size() > 1 && name.back() == '[';
}

Interval BoundsOf(absl::string_view name) {
  if (IsElement(name)) return Interval::All();
  return absl::ascii_islower(name[0]) ? kSmall : Interval::Size();
}

}  // namespace

absl::StatusOr<Expr> TextScope::Declare(absl::string_view name) {
  if (name == "?") return arena_.AddAnonymous(Interval::Size(), "", symbolic::Site());
  const auto found = names_.find(name);
  if (found != names_.end()) return found->second;
  Expr added;
  if (IsAnonymous(name)) {
    added = arena_.AddAnonymous(Interval::Size(), "", symbolic::Site());
  } else {
    Symbol symbol;
    symbol.name = std::string(name);
    symbol.kind = IsElement(name) ? SymbolKind::kInputValue : SymbolKind::kInputDim;
    symbol.bounds = BoundsOf(name);
    added = arena_.AddSymbol(std::move(symbol));
  }
  names_.emplace(name, added);
  return added;
}

absl::StatusOr<Expr> TextScope::Find(absl::string_view name) const {
  for (const Symbol& symbol : arena_.symbols()) {
    if (symbol.name == name) return Expr::FromNode(symbol.node);
  }
  return absl::NotFoundError(absl::StrCat("no symbol ", name));
}

std::map<std::string, int64_t> TextScope::Values(int round) const {
  std::map<std::string, int64_t> values;
  for (const Symbol& symbol : arena_.symbols()) {
    const Interval bounds = symbol.bounds;
    const auto& choices = bounds == kSmall ? kSmallValues : bounds.has_min() ? kSizes : kNumbers;
    values[symbol.name] =
        choices[(static_cast<size_t>(round) + values.size()) % std::size(choices)];
  }
  return values;
}

void Fail(absl::string_view what, absl::string_view text, absl::string_view printed) {
  std::fprintf(stderr, "%s\n  text:    %s\n  printed: %s\n", std::string(what).c_str(),
               absl::CHexEscape(text).c_str(), absl::CHexEscape(printed).c_str());
  std::abort();
}

}  // namespace shapewright::fuzz
