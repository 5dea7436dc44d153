#include "core/symbolic/names.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace shapewright::symbolic {
namespace {

constexpr absl::string_view kDigits = "0123456789";

// Words between conditions.
constexpr absl::string_view kWords[] = {"and", "not", "or"};

bool IsIdentifier(absl::string_view name) {
  if (name.empty() || absl::ascii_isdigit(name[0]) || name[0] == '.') {
    return false;
  }
  if (std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords)) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; });
}

std::string Quote(absl::string_view name) {
  if (IsIdentifier(name)) return std::string{name};
  return absl::StrCat("`", absl::StrReplaceAll(name, {{"`", "``"}}), "`");
}

// `?3`, unless a model calls one of its own symbols so.
bool IsGeneratedAnonymous(const Symbol& symbol) {
  const absl::string_view name = symbol.name;
  return symbol.kind != SymbolKind::kInputDim && symbol.kind != SymbolKind::kAlias &&
         name.size() > 1 && name[0] == '?' &&
         name.find_first_not_of(kDigits, 1) == absl::string_view::npos;
}

}  // namespace

bool LooksGenerated(absl::string_view name) {
  if (name.empty()) return false;
  if (name.back() == ']') return name.find('[') != absl::string_view::npos;
  const size_t digits = name.find_last_not_of(kDigits) + 1;
  if (digits == 0 || digits == name.size()) return false;
  return name[digits - 1] == '@' || (digits == 1 && (name[0] == '?' || name[0] == 't'));
}

std::string NameText(const Symbol& symbol) {
  const absl::string_view name = symbol.name;
  if (IsGeneratedAnonymous(symbol)) return symbol.name;
  // A value's element is `x[i]`; a name that had to become `x[i]@2` is quoted whole.
  if (symbol.kind == SymbolKind::kInputValue && absl::EndsWith(name, "]")) {
    const size_t bracket = name.rfind('[');
    if (bracket != absl::string_view::npos && bracket > 0) {
      return absl::StrCat(Quote(name.substr(0, bracket)), name.substr(bracket));
    }
  }
  return Quote(name);
}

std::string OnnxNameText(const Symbol& symbol) {
  const absl::string_view name = symbol.name;
  const bool is_bare =
      IsIdentifier(name) || IsGeneratedAnonymous(symbol) || symbol.kind == SymbolKind::kInputValue;
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
