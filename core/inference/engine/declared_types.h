#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARED_TYPES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARED_TYPES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/base/static_text.h"
#include "core/graph/model.h"
#include "core/inference/given/given.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// Reads the types that a model declares. Names on the main graph's inputs become
// symbols (S8); all other declarations only fill in what inference left unknown,
// and never constrain an input (S6).
class DeclaredTypes {
 public:
  // With `is_strict` a conflict is an error instead of a warning.
  DeclaredTypes(rules::Workspace& workspace, DeclaredPolicy policy, bool is_strict)
      : workspace_(workspace),
        policy_(policy),
        is_strict_(is_strict || policy == DeclaredPolicy::kStrict) {}

  // Gives the inputs of the main graph their types, making a symbol of each name in the order of
  // the inputs. A name that recurs is recorded as a DECLARED fact (S5); a text that is an
  // expression over names is that expression. Types in `given`, which may be null, override those
  // that the model declares.
  void SetInputs(const graph::Graph& graph, const Given* given);

  // Fills in unknown parts of the inferred type of a value, not an input, from its declared type. A
  // conflict is a warning; the inferred side wins.
  void FillIn(graph::ValueId value, const symbolic::Site& site);
  // Whether a rank or a size of the value, or what kind of type it has, is known from its
  // declaration only.
  bool HasFilledIn(graph::ValueId value) const { return filled_in_.contains(value); }
  // Whether more than sizes is.
  bool HasFilledInShape(graph::ValueId value) const { return filled_in_shapes_.contains(value); }
  // Whether its declaration gave a value to an unknown, which other values may share.
  bool HasEquated(graph::ValueId value) const { return equated_.contains(value); }
  bool has_filled_in() const { return !filled_in_.empty(); }
  bool has_equated() const { return !equated_.empty(); }

  // Of a value that is the input of another stage of a chain: reads all that it declares.
  shape::TypeId ReadLinked(const graph::DeclaredType& declared, const symbolic::Site& site) {
    return TypeOf(declared, site, &DeclaredTypes::InputDim);
  }
  // What a dim of such an input stands for. A name that is new stands for `inferred` from now on.
  // Unknown where the dim says nothing.
  shape::Dim LinkedDim(const graph::DeclaredDim& declared, shape::Dim inferred,
                       const symbolic::Site& site);

  // A dim_param that no input declares, and the dim it stands for.
  struct Alias {
    std::string name;
    shape::Dim dim;
    symbolic::Site site;
  };
  const std::vector<Alias>& aliases() const { return aliases_; }

 private:
  using DimOf = shape::Dim (DeclaredTypes::*)(const graph::DeclaredDim&, const symbolic::Site&);

  void CollectNames(const graph::DeclaredType* declared);
  // Reserves the names of all graphs, so that no generated name is one of them (S71).
  void ReserveNames(const graph::DeclaredType* declared);
  void SetConstantInput(graph::ValueId input, const graph::Tensor& tensor);
  shape::TypeId TypeOf(const graph::DeclaredType& declared, const symbolic::Site& site,
                       DimOf dim_of);
  shape::Dim InputDim(const graph::DeclaredDim& declared, const symbolic::Site& site);
  shape::Dim NamedDim(absl::string_view text, graph::DeclaredDim::TextKind kind,
                      const symbolic::Site& site);
  shape::Dim Narrowed(shape::Dim dim, symbolic::Interval bounds, const symbolic::Site& site);
  shape::Dim NewSymbol(absl::string_view name, symbolic::SymbolKind kind, symbolic::Interval bounds,
                       const symbolic::Site& site);
  // The unknown that a request calls `?1`.
  shape::Dim NamedUnknown(absl::string_view name, const symbolic::Site& site);
  shape::Dim ExpressionDim(absl::string_view text, const symbolic::Site& site);
  symbolic::Expr ParseDeclared(absl::string_view text, const symbolic::Site& site);
  void TellAmbiguous(absl::string_view text, const symbolic::Site& site, absl::string_view why);
  // Whether a name in this graph means the same as in the main graph: not in the body of a loop or
  // function, where it belongs to one iteration or call (S9).
  bool SharesNames(int32_t graph) const;
  void AddAlias(absl::string_view name, shape::Dim dim, const symbolic::Site& site);

  void CheckAlternatives(absl::Span<const rules::Alternative> alternatives,
                         const graph::DeclaredType& declared, const symbolic::Site& site);
  shape::TypeId Choose(shape::TypeId inferred, const graph::DeclaredType& declared,
                       const symbolic::Site& site);
  shape::TypeId Merge(shape::TypeId inferred, const graph::DeclaredType& declared,
                      const symbolic::Site& site);
  shape::TypeId MergeTensor(shape::TypeId inferred, const graph::DeclaredType& declared,
                            const symbolic::Site& site);
  shape::Dim MergeDim(shape::Dim inferred, const graph::DeclaredDim& declared,
                      const symbolic::Site& site);
  // The type of a value that has a declaration and no inferred type.
  shape::TypeId DeclaredOnly(const graph::DeclaredType& declared, const symbolic::Site& site);
  shape::Dim DeclaredOnlyDim(const graph::DeclaredDim& declared, const symbolic::Site& site);
  void Warn(StaticText code, const symbolic::Site& site, std::string message);

  rules::Workspace& workspace_;
  DeclaredPolicy policy_;
  bool is_strict_;
  // The identifiers that stand alone on some input of the main graph.
  HashSet<std::string> declared_names_;
  std::vector<Alias> aliases_;
  HashSet<std::string> alias_names_;
  // Symbols by the text that declares them.
  HashMap<std::string, symbolic::Expr> names_;
  HashMap<std::string, symbolic::Site> first_sites_;
  HashMap<std::string, symbolic::Expr> unknowns_;
  HashSet<graph::ValueId> filled_in_;
  HashSet<std::string> told_ambiguities_;
  HashSet<graph::ValueId> filled_in_shapes_;
  HashSet<graph::ValueId> equated_;
  // Whether the declaration that is being read gave a value to an unknown.
  bool has_equated_ = false;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARED_TYPES_H_
