#include "client/cpp/cli/lint/dim_names.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/names.h"
#include "core/symbolic/text/dialect/dim_text.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;
using Use = DimNames::Use;

constexpr size_t kMaxQuoted = 100;

std::string Quoted(absl::string_view text) { return QuotedText(text, kMaxQuoted); }

std::string Places(size_t count) {
  if (count == 1) return "";
  return absl::StrCat(" (here and in ", count - 1, count == 2 ? " other place)" : " other places)");
}

Finding At(const Use& use, Finding finding) {
  finding.value = Printable(use.value);
  finding.axis = use.mend.axis;
  return finding;
}

// Of a name for one size, at its first place.
Finding TellSize(LintContext& context, const std::string& name, Expr size,
                 const std::vector<const Use*>& uses) {
  const symbolic::ExprArena& arena = context.symbols.arena();
  const std::string text = Printable(symbolic::ToString(arena, size));
  const bool is_name = arena.AsSymbol(size) != nullptr;
  const absl::string_view code = size.is_constant() ? "CONSTANT_NAME"
                                 : is_name          ? "REDUNDANT_NAME"
                                                    : "WEAK_TYPE";
  Finding finding =
      NewFinding(code, absl::StrCat(Quoted(name), " is always ", text, Places(uses.size())));
  finding.suggestion = absl::StrCat("declare ", text);
  for (const Use* use : uses) finding.mends.push_back(use->mend);
  return At(*uses[0], std::move(finding));
}

void CheckName(LintContext& context, const std::string& name, const std::vector<Use>& all,
               std::vector<Finding>& out) {
  std::vector<const Use*> uses;
  for (const Use& use : all) {
    if (context.dims.CanSay(use.inferred)) uses.push_back(&use);
  }
  if (uses.empty()) return;
  const symbolic::ExprArena& arena = context.symbols.arena();
  const symbolic::Symbol* const symbol = arena.AsSymbol(uses[0]->inferred);
  if (symbol != nullptr && symbol->name == name) return;
  for (const Use* use : uses) {
    const std::optional<SizesExample> example =
        context.samples.Difference(uses[0]->inferred, use->inferred);
    if (!example.has_value()) continue;
    Finding finding = NewFinding(
        "REUSED_NAME",
        absl::StrCat(Quoted(name), " is ", Printable(symbolic::ToString(arena, use->inferred)),
                     " here, but ", Printable(symbolic::ToString(arena, uses[0]->inferred)), " at ",
                     Printable(uses[0]->value), " axis ", uses[0]->mend.axis));
    if (!example->sizes.empty()) {
      absl::StrAppend(&finding.message, "; they differ at ", example->sizes);
    }
    finding.suggestion = "give each size a name of its own";
    for (const Use* each : uses) finding.mends.push_back(each->mend);
    out.push_back(At(*use, std::move(finding)));
    return;
  }
  out.push_back(TellSize(context, name, uses[0]->inferred, uses));
}

// What is left of a name for readers: `batch_size`, `BatchSize` and `batch.size` are alike. A mark
// between digits counts: `x_1_1` and `x_11` are not.
std::string Skeleton(absl::string_view name) {
  std::string skeleton;
  for (size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool between_digits = i > 0 && i + 1 < name.size() &&
                                absl::ascii_isdigit(static_cast<unsigned char>(name[i - 1])) &&
                                absl::ascii_isdigit(static_cast<unsigned char>(name[i + 1]));
    const bool is_mark = c < 0x80 && !absl::ascii_isalnum(c);
    if (is_mark && !between_digits) continue;
    skeleton.push_back(is_mark ? '_' : absl::ascii_tolower(c));
  }
  return skeleton;
}

// Where a name is first declared.
struct FirstPlace {
  std::string name;
  std::string value;
  int axis = 0;
};

// The names of dims in the main graph, in the order of the model.
class NameList {
 public:
  explicit NameList(const onnx::GraphProto& graph) {
    for (const auto& value : graph.input()) AddType(value.name(), value.type());
    for (const auto& value : graph.output()) AddType(value.name(), value.type());
    for (const auto& value : graph.value_info()) AddType(value.name(), value.type());
  }

  const std::vector<FirstPlace>& places() const { return places_; }

 private:
  void AddType(const std::string& value, const onnx::TypeProto& type) {
    const auto& shape = type.tensor_type().shape();
    for (int axis = 0; axis < shape.dim_size(); ++axis) {
      const std::string& name = shape.dim(axis).dim_param();
      if (!IsPlaceholder(name) && seen_.insert(name).second) {
        places_.push_back({name, value, axis});
      }
    }
  }

  absl::flat_hash_set<std::string> seen_;
  std::vector<FirstPlace> places_;
};

Finding At(const FirstPlace& place, Finding finding) {
  finding.value = Printable(place.value);
  finding.axis = place.axis;
  return finding;
}

void CheckUnnamed(const onnx::GraphProto& graph, std::vector<Finding>& out) {
  for (const auto& input : graph.input()) {
    const auto& shape = input.type().tensor_type().shape();
    for (int axis = 0; axis < shape.dim_size(); ++axis) {
      const auto& dim = shape.dim(axis);
      if (dim.has_dim_value() || !dim.dim_param().empty()) continue;
      Finding finding = NewFinding("UNNAMED_DIM", "has neither a size nor a name");
      finding.value = Printable(input.name());
      finding.axis = axis;
      finding.suggestion = "name it, so that other sizes can refer to it";
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

void DimNames::Check(LintContext& context, std::vector<Finding>& out) const {
  for (const auto& [name, uses] : uses_) CheckName(context, name, uses, out);
}

void CheckInputSymbols(const LintContext& context, std::vector<Finding>& out) {
  for (const v1::Symbol& symbol : context.response.symbols()) {
    // One that is a number is BAKED_IN.
    if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM || !symbol.equals().has_expr()) continue;
    Finding finding = NewFinding(
        "REDUNDANT_NAME",
        absl::StrCat(Quoted(symbol.name()), " is always ", Printable(symbol.equals().expr())));
    finding.value = Printable(symbol.origin().value());
    if (symbol.origin().has_axis()) finding.axis = symbol.origin().axis();
    if (!symbol.reason().empty()) {
      absl::StrAppend(&finding.message, ": ", Printable(symbol.reason()));
    }
    finding.suggestion = absl::StrCat("declare ", Printable(symbol.equals().expr()));
    out.push_back(std::move(finding));
  }
}

void CheckSpelling(const onnx::GraphProto& graph, std::vector<Finding>& out) {
  std::map<std::string, const FirstPlace*> skeletons;
  const NameList names(graph);
  for (const FirstPlace& place : names.places()) {
    const bool is_identifier = IsIdentifier(place.name);
    const bool has_unknown = place.name.find('?') != std::string::npos;
    // Of what looks like an expression and is none there is a diagnostic.
    const bool is_expression =
        symbolic::LooksLikeArithmetic(place.name) ||
        (symbolic::CollectIdentifiers(place.name).ok() && !symbolic::IsPath(place.name));
    if (!is_identifier && !has_unknown && is_expression) continue;
    if (!is_identifier || symbolic::LooksGenerated(place.name)) {
      Finding finding = NewFinding(
          "UNWRITABLE_NAME", absl::StrCat(Quoted(place.name), " needs backticks in an expression"));
      finding.suggestion = "use letters, digits and _ only";
      out.push_back(At(place, std::move(finding)));
    }
    const auto [found, is_new] = skeletons.try_emplace(Skeleton(place.name), &place);
    if (is_new) continue;
    Finding finding =
        NewFinding("SIMILAR_NAMES", absl::StrCat(Quoted(place.name), " is easily confused with ",
                                                 Quoted(found->second->name), " of ",
                                                 Printable(found->second->value)));
    finding.suggestion = "use one name, or two that differ more";
    out.push_back(At(place, std::move(finding)));
  }
  CheckUnnamed(graph, out);
}

}  // namespace shapewright::cli
