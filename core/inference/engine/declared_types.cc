#include "core/inference/engine/declared_types.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/inference/engine/dim_texts.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/text/dialect/dim_text.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::inference {
namespace {

using graph::DeclaredDim;
using graph::DeclaredType;
using shape::Dim;
using shape::TypeKind;
using symbolic::Interval;
using symbolic::Site;
using symbolic::SymbolKind;

constexpr size_t kShownDeclared = 100;

bool IsIdentifier(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(text[0]) || text[0] == '.') {
    return false;
  }
  for (const char c : text) {
    if (!absl::ascii_isalnum(c) && c != '_' && c != '.') return false;
  }
  return true;
}

// `?1` of a request.
bool IsUnknownName(absl::string_view name) {
  return name.size() > 1 && name[0] == '?' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return absl::ascii_isdigit(c); });
}
bool NamesUnknown(const DeclaredDim& dim) {
  return dim.text_kind == DeclaredDim::TextKind::kName && IsUnknownName(dim.text);
}

// Placeholders with which exporters say that a dim is unknown (S8).
bool IsAnonymous(const DeclaredDim& dim) {
  if (dim.has_size) return dim.size < 0;
  if (NamesUnknown(dim)) return true;
  return dim.text.empty() || dim.text == "?" || dim.text == "-1" || dim.text == "None";
}

// Whether inference leaves it unknown: a size of an input is what the input has (S6).
bool IsFresh(const symbolic::ExprArena& arena, symbolic::Expr e) {
  const symbolic::Symbol* const symbol = arena.AsSymbol(e);
  return symbol != nullptr && symbol->is_unknown() && !symbol->DependsOnInputsOnly();
}

const graph::Tensor* GivenConstant(absl::string_view name, const Given* given) {
  if (given == nullptr) return nullptr;
  const auto found = given->constants.find(name);
  return found == given->constants.end() ? nullptr : found->second.tensor;
}

Site WithAxis(Site site, size_t axis) {
  site.axis = static_cast<int32_t>(axis);
  return site;
}

}  // namespace

void DeclaredTypes::Warn(StaticText code, const Site& site, std::string message) {
  rules::Diagnostic diagnostic;
  diagnostic.severity = is_strict_ ? rules::Severity::kError : rules::Severity::kWarning;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.site = site;
  workspace_.AddDiagnostic(std::move(diagnostic));
}

void DeclaredTypes::CollectNames(const DeclaredType* declared) {
  for (; declared != nullptr; declared = declared->inner) {
    for (const DeclaredDim& dim : declared->dims) {
      if (!dim.has_size && IsIdentifier(dim.text)) declared_names_.insert(std::string(dim.text));
    }
  }
}

void DeclaredTypes::ReserveNames(const DeclaredType* declared) {
  for (; declared != nullptr; declared = declared->inner) {
    for (const DeclaredDim& dim : declared->dims) {
      if (!dim.has_size) workspace_.exprs().ReserveName(dim.text);
    }
  }
}

void DeclaredTypes::SetConstantInput(graph::ValueId input, const graph::Tensor& tensor) {
  const rules::DimVector dims(tensor.dims.begin(), tensor.dims.end());
  rules::ValueState state(workspace_.types().Tensor(tensor.element, dims));
  state.SetTensor(workspace_.types(), &tensor);
  workspace_.SetValue(input, state);
}

void DeclaredTypes::SetInputs(const graph::Graph& graph, const Given* given) {
  const graph::Model& model = workspace_.model();
  for (const graph::Value& value : model.values) {
    ReserveNames(value.declared);
  }
  for (const graph::ValueId input : graph.inputs) {
    CollectNames(DeclaredInput(model.values[input], given));
    ReserveNames(DeclaredInput(model.values[input], given));
  }
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const graph::ValueId input = graph.inputs[i];
    Site site;
    site.input = static_cast<int32_t>(i);
    const graph::Value& value = model.values[input];
    const DeclaredType* declared = DeclaredInput(value, given);
    if (declared != nullptr) {
      workspace_.SetType(input, TypeOf(*declared, site, &DeclaredTypes::InputDim));
    } else if (value.constant != nullptr) {
      const rules::DimVector dims(value.constant->dims.begin(), value.constant->dims.end());
      workspace_.SetType(input, workspace_.types().Tensor(value.constant->element, dims));
    }
    const graph::Tensor* constant = GivenConstant(value.name, given);
    if (constant != nullptr) SetConstantInput(input, *constant);
  }
  TellUnreadableDims(workspace_, graph, given, declared_names_);
}

shape::TypeId DeclaredTypes::TypeOf(const DeclaredType& declared, const Site& site, DimOf dim_of) {
  shape::Type type;
  type.kind = declared.kind;
  type.element = declared.element;
  type.domain = declared.domain;
  type.name = declared.name;
  rules::DimVector dims;
  for (size_t axis = 0; axis < declared.dims.size(); ++axis) {
    dims.push_back((this->*dim_of)(declared.dims[axis], WithAxis(site, axis)));
  }
  type.shape = declared.has_shape ? shape::Shape::Of(dims)
                                  : shape::Shape::OfUnknownRank(declared.rank_bounds);
  if (declared.inner != nullptr) type.inner = TypeOf(*declared.inner, site, dim_of);
  return workspace_.types().Intern(type);
}

Dim DeclaredTypes::InputDim(const DeclaredDim& declared, const Site& site) {
  if (NamesUnknown(declared)) {
    return Narrowed(NamedUnknown(declared.text, site), declared.bounds, site);
  }
  if (!declared.has_size && declared.text_kind == DeclaredDim::TextKind::kExpression) {
    return Narrowed(ExpressionDim(declared.text, site), declared.bounds, site);
  }
  if (!IsAnonymous(declared)) {
    if (declared.has_size) return declared.size;
    return Narrowed(NamedDim(declared.text, declared.text_kind, site), declared.bounds, site);
  }
  if (declared.has_size || !declared.text.empty()) {
    Warn("ANONYMOUS_DIM", site,
         absl::StrCat("the declared dim ",
                      declared.has_size ? absl::StrCat(declared.size)
                                        : absl::StrCat("\"", declared.text, "\""),
                      " names nothing and is taken as unknown"));
  }
  const Dim unknown =
      workspace_.exprs().AddAnonymous(Interval::Size(), "not declared by the model", site);
  return Narrowed(unknown, declared.bounds, site);
}

Dim DeclaredTypes::NamedUnknown(absl::string_view name, const Site& site) {
  const auto [found, is_new] = unknowns_.try_emplace(std::string(name));
  if (!is_new) return found->second;
  symbolic::Symbol symbol;
  symbol.name = std::string(name);
  symbol.kind = SymbolKind::kAnonymous;
  symbol.bounds = Interval::Size();
  symbol.origin = site;
  symbol.reason = "not known to the request";
  return found->second = workspace_.exprs().AddSymbol(std::move(symbol));
}

// Its names are those of the other inputs' dims, or new ones.
Dim DeclaredTypes::ExpressionDim(absl::string_view text, const Site& site) {
  const auto resolve = [&](absl::string_view name) -> absl::StatusOr<symbolic::Expr> {
    if (IsUnknownName(name)) return NamedUnknown(name, site);
    const auto known = names_.find(std::string(name));
    if (known != names_.end()) return known->second;
    return NewSymbol(name, SymbolKind::kInputDim, Interval::Size(), site);
  };
  const auto parsed = symbolic::ParseExpr(workspace_.exprs(), text, resolve);
  return parsed.ok() ? *parsed : NamedDim(text, DeclaredDim::TextKind::kName, site);
}

// The declared range of a dim: a fact of the request, as its premises are.
Dim DeclaredTypes::Narrowed(Dim dim, Interval bounds, const Site& site) {
  symbolic::ExprArena& exprs = workspace_.exprs();
  const Interval known = exprs.Bounds(dim);
  const Interval both = symbolic::Intersect(known, bounds);
  if (both == known) return dim;
  if (both.is_empty()) {
    Warn("DECLARED_TYPE_CONFLICT", site,
         absl::StrCat("the declared range ", symbolic::ToString(bounds), " has no value of ",
                      symbolic::ToString(exprs, dim), ", which is kept"));
    return dim;
  }
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kDeclared;
  source.left = source.right = site;
  source.check.sentence = "the declared range";
  symbolic::FactStore& facts = workspace_.facts();
  if (both.min > known.min) facts.RequireAtMost(both.min, dim, source);
  if (both.max < known.max) facts.RequireAtMost(dim, both.max, source);
  if (exprs.AsSymbol(dim) != nullptr) {
    exprs.SetSymbolBounds(exprs.node(dim.node()).symbol, both);
  }
  return dim;
}

Dim DeclaredTypes::NamedDim(absl::string_view text, DeclaredDim::TextKind kind, const Site& site) {
  const std::string name(text);
  if (const auto known = names_.find(name); known != names_.end()) {
    symbolic::FactSource source;
    source.basis = symbolic::Basis::kDeclared;
    source.left = first_sites_[name];
    source.right = site;
    source.check.sentence = "inputs share a name";
    workspace_.facts().RecordDeclared(known->second, known->second, source);
    return known->second;
  }
  if (kind == DeclaredDim::TextKind::kDimParam && !IsIdentifier(text)) {
    const symbolic::Expr parsed = ParseDeclared(text, site);
    if (!parsed.is_unknown()) {
      names_.emplace(name, parsed);
      first_sites_.emplace(name, site);
      return parsed;
    }
  }
  return NewSymbol(text, SymbolKind::kInputDim, Interval::Size(), site);
}

Dim DeclaredTypes::NewSymbol(absl::string_view name, SymbolKind kind, Interval bounds,
                             const Site& site) {
  symbolic::Symbol symbol;
  symbol.name =
      alias_names_.contains(name) ? workspace_.exprs().FreeName(name, 2) : std::string(name);
  symbol.kind = kind;
  symbol.bounds = bounds;
  symbol.origin = site;
  const Dim dim = workspace_.exprs().AddSymbol(std::move(symbol));
  names_.emplace(std::string(name), dim);
  first_sites_.emplace(std::string(name), site);
  return dim;
}

symbolic::Expr DeclaredTypes::ParseDeclared(absl::string_view text, const Site& site) {
  // Checked before parsing, so that a text with an undeclared name creates no symbol.
  const auto program = symbolic::ReadProgram(text);
  if (!program.ok()) return {};
  for (const std::string& name : program->names) {
    if (!declared_names_.contains(name)) return {};
  }
  if (symbolic::IsPath(text)) {
    TellAmbiguous(text, site, "it is taken for a name, but could be a quotient");
    return {};
  }
  const auto resolve = [&](absl::string_view name) -> absl::StatusOr<symbolic::Expr> {
    const auto known = names_.find(std::string(name));
    if (known != names_.end()) return known->second;
    return NewSymbol(name, SymbolKind::kInputDim, Interval::Size(), site);
  };
  const auto parsed = symbolic::BuildExpr(workspace_.exprs(), *program, resolve);
  if (!parsed.ok()) return {};
  const auto other = symbolic::FindOtherReading(workspace_.exprs(), *program, *parsed, resolve);
  if (other) TellAmbiguous(text, site, other->why);
  return *parsed;
}

// Once for each of what texts leave open.
void DeclaredTypes::TellAmbiguous(absl::string_view text, const Site& site, absl::string_view why) {
  if (!told_ambiguities_.insert(std::string(why)).second) return;
  rules::Diagnostic diagnostic;
  diagnostic.severity = rules::Severity::kInfo;
  diagnostic.code = "AMBIGUOUS_DIM";
  diagnostic.message = absl::StrCat("the declared dim ", QuotedText(text, kShownDeclared),
                                    " can be read in two ways: ", why);
  diagnostic.site = site;
  workspace_.AddDiagnostic(std::move(diagnostic));
}

void DeclaredTypes::FillIn(graph::ValueId value, const Site& site) {
  const DeclaredType* declared = workspace_.model().values[value].declared;
  if (declared == nullptr) return;
  const bool has_alternatives = workspace_.value(value).has_alternatives();
  if (has_alternatives && policy_ != DeclaredPolicy::kSkip) {
    return CheckAlternatives(workspace_.value(value).alternatives(), *declared, site);
  }
  const shape::TypeId inferred = workspace_.ResolvedType(value);
  has_equated_ = false;
  const shape::TypeId merged = Choose(inferred, *declared, site);
  if (has_alternatives) workspace_.SetValue(value, rules::ValueState(merged));
  if (merged == inferred) return;
  const shape::Type& before = workspace_.types().at(inferred);
  const shape::Type& after = workspace_.types().at(merged);
  if (!before.is_tensor() || !(before.shape == after.shape)) filled_in_.insert(value);
  if (!before.is_tensor() || before.shape.has_rank != after.shape.has_rank) {
    filled_in_shapes_.insert(value);
  }
  if (has_equated_) {
    equated_.insert(value);
    // What nodes demand of the unknown may be shown by that alone, and no runtime checks it.
    workspace_.NoteUnchecked(site, "a size that only a declaration tells");
  }
  workspace_.SetType(value, merged);
  workspace_.facts().SetRestsOnAssumptions(true);
}

// Inputs decide which one it is, so that a declared type that is one of them fills in nothing.
void DeclaredTypes::CheckAlternatives(absl::Span<const rules::Alternative> alternatives,
                                      const DeclaredType& declared, const Site& site) {
  if (policy_ == DeclaredPolicy::kOverride || declared.kind == TypeKind::kUnknown) return;
  const bool fits = std::any_of(alternatives.begin(), alternatives.end(), [&](const auto& each) {
    const shape::Type& type = workspace_.types().at(each.state.type());
    if (type.kind == TypeKind::kUnknown) return true;
    if (type.kind != declared.kind) return false;
    return !declared.has_shape || !type.is_tensor() ||
           (type.shape.has_rank
                ? type.shape.dims.size() == declared.dims.size()
                : type.shape.rank_bounds.Contains(static_cast<int64_t>(declared.dims.size())));
  });
  if (fits) return;
  Warn("DECLARED_TYPE_CONFLICT", site,
       "the declared type is none of those that the inferred one can be, which is kept");
}

shape::TypeId DeclaredTypes::Choose(shape::TypeId inferred, const DeclaredType& declared,
                                    const Site& site) {
  const bool says_nothing = declared.kind == TypeKind::kUnknown;
  if (policy_ == DeclaredPolicy::kSkip) {
    return says_nothing ? inferred : DeclaredOnly(declared, site);
  }
  if (policy_ == DeclaredPolicy::kOverride && inferred != shape::kUnknownType) return inferred;
  return Merge(inferred, declared, site);
}

shape::TypeId DeclaredTypes::Merge(shape::TypeId inferred, const DeclaredType& declared,
                                   const Site& site) {
  if (inferred == shape::kUnknownType) return DeclaredOnly(declared, site);
  const shape::Type& type = workspace_.types().at(inferred);
  if (declared.kind == TypeKind::kUnknown) return inferred;
  if (type.kind != declared.kind) {
    Warn("DECLARED_TYPE_CONFLICT", site,
         "the declared type is of another kind than the inferred one, which is "
         "kept");
    return inferred;
  }
  if (type.is_tensor()) return MergeTensor(inferred, declared, site);
  if (declared.inner == nullptr || type.inner != shape::kUnknownType) {
    return inferred;
  }
  shape::Type merged = type;
  merged.inner = DeclaredOnly(*declared.inner, site);
  return workspace_.types().Intern(merged);
}

shape::TypeId DeclaredTypes::MergeTensor(shape::TypeId inferred, const DeclaredType& declared,
                                         const Site& site) {
  shape::Type merged = workspace_.types().at(inferred);
  if (merged.element == shape::ElementType::kUndefined) {
    merged.element = declared.element;
  } else if (declared.element != shape::ElementType::kUndefined &&
             declared.element != merged.element) {
    Warn("DECLARED_TYPE_CONFLICT", site,
         absl::StrCat("declared as ", shape::ElementTypeName(declared.element), ", inferred as ",
                      shape::ElementTypeName(merged.element), ", which is kept"));
  }
  rules::DimVector dims;
  const auto declared_rank = static_cast<int64_t>(declared.dims.size());
  if (!merged.shape.has_rank && declared.has_shape &&
      !merged.shape.rank_bounds.Contains(declared_rank)) {
    Warn("DECLARED_TYPE_CONFLICT", site,
         absl::StrCat("declared with rank ", declared_rank, ", inferred with rank ",
                      symbolic::ToString(merged.shape.rank_bounds), ", which is kept"));
  } else if (!merged.shape.has_rank && declared.has_shape) {
    for (size_t axis = 0; axis < declared.dims.size(); ++axis) {
      dims.push_back(DeclaredOnlyDim(declared.dims[axis], WithAxis(site, axis)));
    }
    merged.shape = shape::Shape::Of(dims);
  } else if (merged.shape.has_rank && declared.has_shape) {
    if (merged.shape.dims.size() != declared.dims.size()) {
      Warn("DECLARED_TYPE_CONFLICT", site,
           absl::StrCat("declared with rank ", declared.dims.size(), ", inferred with rank ",
                        merged.shape.dims.size(), ", which is kept"));
      return inferred;
    }
    for (size_t axis = 0; axis < declared.dims.size(); ++axis) {
      dims.push_back(MergeDim(merged.shape.dims[axis], declared.dims[axis], WithAxis(site, axis)));
    }
    merged.shape.dims = dims;
  }
  return workspace_.types().Intern(merged);
}

Dim DeclaredTypes::MergeDim(Dim inferred, const DeclaredDim& declared, const Site& site) {
  if (IsAnonymous(declared)) return inferred;
  if (declared.has_size && inferred.is_constant(declared.size)) {
    return inferred;
  }
  Dim side = declared.size;
  if (!declared.has_size) {
    if (!SharesNames(site.graph)) return inferred;
    const auto known = names_.find(std::string(declared.text));
    if (known == names_.end()) {
      // In a body the name may stand for something else in each run, so only the main graph's names
      // become aliases.
      if (site.graph == 0) AddAlias(declared.text, inferred, site);
      return inferred;
    }
    side = known->second;
  }
  if (side == inferred) return inferred;
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kDeclared;
  source.left = source.right = site;
  source.check.sentence = "declared by the model";
  const bool is_fresh = IsFresh(workspace_.exprs(), inferred);
  const bool is_conflict = is_fresh ? workspace_.facts().RequireEqual(inferred, side, source) ==
                                          symbolic::Verdict::kRefuted
                                    : symbolic::IsDifferent(workspace_.exprs(), inferred, side);
  if (is_conflict) {
    Warn(
        "DECLARED_TYPE_CONFLICT", site,
        absl::StrCat("declared as ", symbolic::ToString(workspace_.exprs(), side), ", inferred as ",
                     symbolic::ToString(workspace_.exprs(), inferred), ", which is kept"));
  }
  has_equated_ |= is_fresh && !is_conflict;
  return workspace_.facts().Resolve(inferred);
}

Dim DeclaredTypes::LinkedDim(const DeclaredDim& declared, Dim inferred, const Site& site) {
  if (IsAnonymous(declared)) return {};
  if (declared.has_size) return declared.size;
  const std::string name(declared.text);
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  if (declared.text_kind == DeclaredDim::TextKind::kDimParam && !IsIdentifier(name)) {
    const symbolic::Expr parsed = ParseDeclared(name, site);
    if (!parsed.is_unknown()) return parsed;
  }
  if (declared.text_kind == DeclaredDim::TextKind::kExpression) return ExpressionDim(name, site);
  names_.emplace(name, inferred);
  first_sites_.emplace(name, site);
  AddAlias(name, inferred, site);
  return inferred;
}

bool DeclaredTypes::SharesNames(int32_t graph) const {
  const graph::Model& model = workspace_.model();
  for (auto id = static_cast<graph::GraphId>(graph); id != 0;) {
    const graph::Graph& body = model.graphs[id];
    if (body.parent == graph::kNoGraph) return false;
    const graph::Node& owner = model.graphs[body.parent].nodes[body.owner_node];
    const rules::OperatorTraits& traits = workspace_.operators().TraitsOf(owner.op);
    if (traits.bodies != rules::Bodies::kBranches) return false;
    id = body.parent;
  }
  return true;
}

void DeclaredTypes::AddAlias(absl::string_view name, Dim dim, const Site& site) {
  if (!alias_names_.insert(std::string(name)).second) return;
  aliases_.push_back({std::string(name), dim, site});
}

shape::TypeId DeclaredTypes::DeclaredOnly(const DeclaredType& declared, const Site& site) {
  return TypeOf(declared, site, &DeclaredTypes::DeclaredOnlyDim);
}

Dim DeclaredTypes::DeclaredOnlyDim(const DeclaredDim& declared, const Site& site) {
  if (!IsAnonymous(declared)) {
    if (declared.has_size) return declared.size;
    const auto known = names_.find(std::string(declared.text));
    // Names inside bodies are per iteration or call, and never meet (S9).
    if (known != names_.end() && site.graph == 0) return known->second;
    const bool may_be_expression =
        declared.text_kind == DeclaredDim::TextKind::kDimParam && !IsIdentifier(declared.text);
    if (site.graph == 0 && may_be_expression) {
      const symbolic::Expr parsed = ParseDeclared(declared.text, site);
      if (!parsed.is_unknown()) return parsed;
    }
    if (site.graph == 0) {
      return NewSymbol(declared.text, SymbolKind::kAlias, Interval::Size(), site);
    }
  }
  return workspace_.exprs().AddAnonymous(symbolic::Intersect(declared.bounds, Interval::Size()),
                                         "known only as the model declares it", site);
}

}  // namespace shapewright::inference
