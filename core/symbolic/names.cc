#include "core/symbolic/names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace shapewright::symbolic {
namespace {

bool IsIdentifier(absl::string_view name) {
  if (name.empty() || absl::ascii_isdigit(name[0]) || name[0] == '.') {
    return false;
  }
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; });
}

std::string Quote(absl::string_view name) {
  if (IsIdentifier(name)) return std::string{name};
  return absl::StrCat("`", absl::StrReplaceAll(name, {{"`", "``"}}), "`");
}

bool IsAnonymousName(absl::string_view name) {
  return name.size() > 1 && name[0] == '?' &&
         std::all_of(name.begin() + 1, name.end(), absl::ascii_isdigit);
}

}  // namespace

std::string NameText(const Symbol& symbol) {
  const absl::string_view name = symbol.name;
  if (symbol.kind == SymbolKind::kAnonymous && IsAnonymousName(name)) return symbol.name;
  if (symbol.kind == SymbolKind::kInputValue) {
    const size_t bracket = name.rfind('[');
    if (bracket != absl::string_view::npos && bracket > 0) {
      return absl::StrCat(Quote(name.substr(0, bracket)), name.substr(bracket));
    }
  }
  return IsAnonymousName(name) ? symbol.name : Quote(name);
}

std::string OnnxNameText(const Symbol& symbol) {
  const absl::string_view name = symbol.name;
  const bool is_bare =
      IsIdentifier(name) || IsAnonymousName(name) || symbol.kind == SymbolKind::kInputValue;
  return is_bare ? symbol.name : absl::StrCat("(", name, ")");
}

absl::string_view FunctionName(NodeKind kind) {
  switch (kind) {
    case NodeKind::kCeilDiv:
      return "ceildiv";
    case NodeKind::kTruncDiv:
      return "truncdiv";
    case NodeKind::kMod:
      return "mod";
    case NodeKind::kMin:
      return "min";
    case NodeKind::kMax:
      return "max";
    case NodeKind::kBroadcast:
      return "broadcast";
    default:
      return "?";
  }
}

}  // namespace shapewright::symbolic
