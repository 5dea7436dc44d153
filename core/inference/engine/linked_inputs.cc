#include "core/inference/engine/linked_inputs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/rules/state/diagnostics.h"
#include "core/shape/element_type.h"
#include "core/shape/text/print.h"
#include "core/symbolic/facts/facts.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {
namespace {

using graph::DeclaredDim;
using graph::DeclaredType;
using shape::Dim;
using shape::TypeKind;
using symbolic::FactStore;
using symbolic::Site;
using symbolic::Verdict;

Site LinkedAxis(Site site, size_t axis) {
  site.axis = static_cast<int32_t>(axis);
  return site;
}

// Requires the declared range of a size; false if it cannot be.
bool RequireRange(FactStore& facts, Dim dim, symbolic::Interval range,
                  const symbolic::FactSource& source) {
  bool fits = true;
  if (range.has_min() && range.min > 0) {
    fits &= facts.RequireAtMost(range.min, dim, source) != Verdict::kRefuted;
  }
  if (range.has_max()) fits &= facts.RequireAtMost(dim, range.max, source) != Verdict::kRefuted;
  return fits;
}

}  // namespace

bool LinkedInputs::Fits(shape::TypeId produced, const DeclaredType& declared,
                        LinkConflict* conflict) {
  const shape::Type& type = workspace_.types().at(produced);
  if (type.kind == TypeKind::kUnknown || declared.kind == TypeKind::kUnknown) return true;
  conflict->kind = LinkConflict::Kind::kKind;
  if (type.kind != declared.kind) return false;
  if (!type.is_tensor()) {
    return declared.inner == nullptr || Fits(type.inner, *declared.inner, conflict);
  }
  conflict->kind = LinkConflict::Kind::kElementType;
  const bool knows_elements = type.element != shape::ElementType::kUndefined &&
                              declared.element != shape::ElementType::kUndefined;
  if (knows_elements && type.element != declared.element) return false;
  conflict->kind = LinkConflict::Kind::kRank;
  const auto declared_rank = static_cast<int64_t>(declared.dims.size());
  if (!declared.has_shape) {
    return !type.shape.has_rank || declared.rank_bounds.Contains(type.shape.rank());
  }
  return type.shape.has_rank ? type.shape.rank() == declared_rank
                             : type.shape.rank_bounds.Contains(declared_rank);
}

bool LinkedInputs::RequireDims(graph::ValueId input, const DeclaredType& declared, const Site& site,
                               LinkConflict* conflict) {
  const shape::Type& type = workspace_.types().at(workspace_.ResolvedType(input));
  if (!type.has_rank() || !declared.has_shape) return true;
  conflict->kind = LinkConflict::Kind::kDim;
  FactStore& facts = workspace_.facts();
  for (size_t axis = 0; axis < declared.dims.size(); ++axis) {
    const DeclaredDim& dim = declared.dims[axis];
    symbolic::FactSource source;
    source.basis = dim.has_size ? symbolic::Basis::kRequired : symbolic::Basis::kPremise;
    source.left = source.right = LinkedAxis(site, axis);
    source.check.sentence = "declared by the input of the next stage";
    const Dim inferred = facts.Resolve(type.shape.dims[axis]);
    const Dim side = declared_.LinkedDim(dim, inferred, source.left);
    const bool fits =
        (side.is_unknown() || facts.RequireEqual(inferred, side, source) != Verdict::kRefuted) &&
        RequireRange(facts, inferred, dim.bounds, source);
    if (fits) continue;
    conflict->axis = static_cast<int32_t>(axis);
    return false;
  }
  return true;
}

void LinkedInputs::FillIn(graph::ValueId input, const DeclaredType& declared, const Site& site) {
  shape::Type type = workspace_.types().at(workspace_.ResolvedType(input));
  if (!type.is_tensor()) return;
  const bool lacks_element = type.element == shape::ElementType::kUndefined;
  const bool lacks_rank = !type.shape.has_rank;
  if (!lacks_element && !lacks_rank) return;
  if (lacks_element) type.element = declared.element;
  if (lacks_rank && declared.has_shape) {
    type.shape = workspace_.types().at(declared_.ReadLinked(declared, site)).shape;
  } else if (lacks_rank) {
    type.shape.rank_bounds = symbolic::Intersect(type.shape.rank_bounds, declared.rank_bounds);
  }
  workspace_.SetType(input, workspace_.types().Intern(type));
}

void LinkedInputs::Report(LinkConflict conflict, const DeclaredType& declared, const Site& site) {
  const graph::Model& model = workspace_.model();
  const size_t refuted = workspace_.facts().refuted().size();
  conflict.declared = declared_.ReadLinked(declared, site);
  const graph::Node& link = model.graphs[0].nodes[static_cast<size_t>(site.node)];
  rules::Diagnostic diagnostic;
  diagnostic.code = "LINK_MISMATCH";
  diagnostic.site = site;
  if (conflict.kind == LinkConflict::Kind::kDim) {
    diagnostic.site = LinkedAxis(site, static_cast<size_t>(conflict.axis));
    diagnostic.refuted = static_cast<uint32_t>(refuted - 1);
  }
  const auto text = [&](shape::TypeId type) {
    return shape::FormatType(workspace_.types(), type, workspace_.exprs());
  };
  diagnostic.message =
      absl::StrCat("link ", link.name, ": the output is ", text(conflict.produced),
                   ", the input declares ", text(conflict.declared),
                   conflict.kind == LinkConflict::Kind::kElementType ? "; the element types differ"
                   : conflict.kind == LinkConflict::Kind::kRank      ? "; the ranks differ"
                   : conflict.kind == LinkConflict::Kind::kDim
                       ? absl::StrCat("; axis ", conflict.axis, " differs")
                       : "; one is not of the other's kind");
  conflict.message = diagnostic.message.substr(0, rules::Workspace::kMaxMessageBytes);
  workspace_.AddDiagnostic(std::move(diagnostic));
  workspace_.SetValue(conflict.input, rules::ValueState(conflict.declared));
  conflicts_.push_back(std::move(conflict));
}

void LinkedInputs::Check(graph::ValueId input, const Site& site) {
  const DeclaredType* const declared = workspace_.model().values[input].declared;
  if (declared == nullptr || declared->kind == TypeKind::kUnknown) return;
  LinkConflict conflict;
  conflict.input = input;
  conflict.produced = workspace_.ResolvedType(input);
  if (conflict.produced == shape::kUnknownType && !workspace_.value(input).has_alternatives()) {
    workspace_.SetType(input, declared_.ReadLinked(*declared, site));
    return;
  }
  if (workspace_.value(input).has_alternatives()) {
    // Inputs decide which one it is, so that nothing is required of the sizes of one.
    const auto alternatives = workspace_.value(input).alternatives();
    const bool fits =
        std::any_of(alternatives.begin(), alternatives.end(), [&](const rules::Alternative& each) {
          return Fits(each.state.type(), *declared, &conflict);
        });
    if (!fits) Report(std::move(conflict), *declared, site);
    return;
  }
  if (Fits(conflict.produced, *declared, &conflict) &&
      RequireDims(input, *declared, site, &conflict)) {
    return FillIn(input, *declared, site);
  }
  Report(std::move(conflict), *declared, site);
}

}  // namespace shapewright::inference
