#include "client/cpp/cli/find/value_pattern.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/shape/element_names.h"
#include "core/symbolic/text/parse.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;

// At the commas that stand in no brackets and no backticks.
std::vector<absl::string_view> SplitDims(absl::string_view text) {
  std::vector<absl::string_view> parts;
  size_t start = 0;
  int depth = 0;
  bool is_quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

absl::string_view ElementName(v1::ElementType type) {
  return absl::StripPrefix(v1::ElementType_Name(type), "ELEMENT_TYPE_");
}

std::optional<shape::ElementType> ElementOf(absl::string_view name) {
  return shape::FindElementType(absl::AsciiStrToLower(name));
}

}  // namespace

ValuePattern::ValuePattern(absl::string_view text)
    : text_(text), arena_(std::make_unique<symbolic::ExprArena>()) {}

absl::StatusOr<ValuePattern> ValuePattern::Parse(absl::string_view text) {
  if (text.empty()) return absl::InvalidArgumentError("give a text or a shape");
  ValuePattern pattern(text);
  const size_t open = text.find('[');
  const absl::string_view word = absl::StripAsciiWhitespace(text.substr(0, open));
  pattern.element_type_ = ElementOf(word);
  const bool is_shape =
      open != absl::string_view::npos && (word.empty() || pattern.element_type_.has_value());
  if (!is_shape) return pattern;
  absl::string_view dims = absl::StripAsciiWhitespace(text.substr(open + 1));
  if (!absl::ConsumeSuffix(&dims, "]")) {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" has no closing bracket"));
  }
  pattern.has_shape_ = true;
  if (absl::StripAsciiWhitespace(dims).empty()) return pattern;
  for (const absl::string_view dim : SplitDims(dims)) {
    absl::Status status = pattern.ParseItem(absl::StripAsciiWhitespace(dim));
    if (!status.ok()) return status;
  }
  return pattern;
}

absl::Status ValuePattern::ParseItem(absl::string_view text) {
  if (text == "*" || text == "...") {
    items_.push_back({Kind::kAnyDims, Expr()});
    return absl::OkStatus();
  }
  if (text == "?") {
    items_.push_back({Kind::kAnyDim, Expr()});
    return absl::OkStatus();
  }
  const absl::StatusOr<Expr> dim = ParseDim(text);
  if (!dim.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\": ", dim.status().message()));
  }
  items_.push_back({Kind::kDim, *dim});
  return absl::OkStatus();
}

absl::StatusOr<Expr> ValuePattern::ParseDim(absl::string_view text) {
  return symbolic::ParseExpr(*arena_, text, [this](absl::string_view name) -> absl::StatusOr<Expr> {
    const auto found = symbols_.find(name);
    if (found != symbols_.end()) return found->second;
    symbolic::Symbol symbol;
    symbol.name = std::string(name);
    const Expr added = arena_->AddSymbol(std::move(symbol));
    symbols_.emplace(std::string(name), added);
    return added;
  });
}

bool ValuePattern::Fits(const v1::ValueInfo& value) {
  if (!has_shape_ && absl::StrContains(value.name(), text_)) return true;
  return (has_shape_ || element_type_.has_value()) && FitsType(value.type());
}

// Of a sequence or optional what it holds counts; of alternatives one has to fit.
bool ValuePattern::FitsType(const v1::Type& type) {
  for (const v1::TypeAlternative& alternative : type.alternatives()) {
    if (FitsType(alternative.type())) return true;
  }
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      return FitsTensor(type.tensor());
    case v1::Type::kSparseTensor:
      return FitsTensor(type.sparse_tensor());
    case v1::Type::kSequence:
      return FitsType(type.sequence().element());
    case v1::Type::kOptional:
      return FitsType(type.optional().element());
    default:
      return false;
  }
}

bool ValuePattern::FitsTensor(const v1::TensorType& tensor) {
  if (element_type_.has_value() && ElementOf(ElementName(tensor.element_type())) != element_type_) {
    return false;
  }
  return !has_shape_ || (tensor.has_shape() && FitsShape(tensor.shape()));
}

bool ValuePattern::FitsDim(const Item& item, const v1::Dim& dim) {
  if (item.kind != Kind::kDim) return true;
  if (dim.has_size()) return item.dim == Expr(dim.size());
  if (!dim.has_expr()) return false;
  const auto [entry, is_new] = dims_.try_emplace(dim.expr());
  if (is_new) {
    const absl::StatusOr<Expr> parsed = ParseDim(dim.expr());
    if (parsed.ok()) entry->second = *parsed;
  }
  return entry->second.has_value() && !entry->second->is_unknown() && *entry->second == item.dim;
}

// By dims from the first: which numbers of items can stand for those so far.
bool ValuePattern::FitsShape(const v1::Shape& shape) {
  std::vector<bool> fits(items_.size() + 1);
  fits[0] = true;
  const auto skip_empty = [&] {
    for (size_t i = 0; i < items_.size(); ++i) {
      if (fits[i] && items_[i].kind == Kind::kAnyDims) fits[i + 1] = true;
    }
  };
  skip_empty();
  for (const v1::Dim& dim : shape.dims()) {
    for (size_t i = items_.size() + 1; i-- > 0;) {
      const bool goes_on = i < items_.size() && items_[i].kind == Kind::kAnyDims && fits[i];
      const bool moves = i > 0 && fits[i - 1] && items_[i - 1].kind != Kind::kAnyDims &&
                         FitsDim(items_[i - 1], dim);
      fits[i] = goes_on || moves;
    }
    skip_empty();
  }
  return fits[items_.size()];
}

size_t KeepFittingValues(ValuePattern& pattern, v1::InferShapesResponse& response) {
  size_t count = 0;
  for (v1::GraphInfo& graph : *response.mutable_graphs()) {
    auto& values = *graph.mutable_values();
    const auto end = std::remove_if(values.begin(), values.end(), [&](const v1::ValueInfo& value) {
      return !pattern.Fits(value);
    });
    values.erase(end, values.end());
    count += static_cast<size_t>(values.size());
  }
  return count;
}

}  // namespace shapewright::cli
