#ifndef SHAPEWRIGHT_CORE_RULES_RULE_CONTEXT_H_
#define SHAPEWRIGHT_CORE_RULES_RULE_CONTEXT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/rules/registry/operator_row.h"
#include "core/rules/state/elements.h"
#include "core/rules/state/place.h"
#include "core/rules/state/subgraph_runner.h"
#include "core/rules/state/workspace.h"
#include "core/shape/type.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::ops {

using shape::Dim;
using shape::ElementType;
using shape::Shape;
using shape::Type;
using symbolic::Expr;
using symbolic::Interval;

using DimVector = absl::InlinedVector<Dim, 6>;
using ExprVector = absl::InlinedVector<Expr, 8>;

// What an operator's rule works with: the vocabulary. A rule reads operands and
// attributes, says what the operator requires, and sets the outputs it knows;
// what it leaves unset is unknown. A check that fails has reported the error and
// returned false: the rule returns then, or goes on with what is left.
//
// The context is good for one node; spans it hands out live as long as the
// workspace.
class RuleContext {
 public:
  RuleContext(Workspace& workspace, SubgraphRunner& runner)
      : workspace_(workspace), runner_(runner) {}

  // Moves to another node. `version` is the since_version of the rule's entry;
  // `call_attributes` are those of the function call around the node.
  void Enter(graph::GraphId graph, uint32_t node_index, const graph::Node& node, int version,
             absl::Span<const graph::Attribute> call_attributes);

  // Runs the rule of the node's operator.
  void Apply(Rule rule);

  Workspace& workspace() { return workspace_; }
  SubgraphRunner& runner() { return runner_; }
  symbolic::ExprArena& exprs() { return workspace_.exprs(); }
  symbolic::FactStore& facts() { return workspace_.facts(); }
  shape::TypeTable& types() { return workspace_.types(); }
  const graph::Node& node() const { return *node_; }
  const graph::OperatorName& op() const { return workspace_.model().operators[node_->op]; }
  int version() const { return version_; }
  // For an operator that is the namesake of another domain's at that version.
  void ServeAs(int version) { version_ = version; }
  symbolic::Site SiteOf(const Place& place) const;

  // Operands.
  int input_count() const { return static_cast<int>(node_->inputs.size()); }
  // False for an optional operand that is left out.
  bool HasInput(int index) const;
  graph::ValueId InputValue(int index) const { return node_->inputs[index]; }
  shape::TypeId InputTypeId(int index);
  const Type& InputType(int index);
  // kUndefined where it is not known or left out.
  ElementType InputElement(int index);
  // Of unknown rank where it is not known or left out.
  Shape InputShape(int index);
  // The number of elements; unknown where the rank is.
  Expr InputElementCount(int index);

  // Operands by value. The elements of an integer or bool tensor in row-major
  // order, where they are known; single ones may still be unknown.
  std::optional<absl::Span<const Expr>> IntElements(int index);
  // Likewise, but elements of a small tensor (at most kMaxFreshElements) that are
  // not known become symbols of their own, so that they keep their identity.
  std::optional<absl::Span<const Expr>> IntElementsOrFresh(int index);
  // The only element of an integer tensor, where it is a constant.
  std::optional<int64_t> ConstantInt(int index);
  // All elements of an integer tensor, where all are constants.
  std::optional<absl::InlinedVector<int64_t, 8>> ConstantInts(int index);
  std::optional<absl::Span<const FloatElement>> FloatElements(int index);

  // Attributes, those of the function call around the node put in.
  const graph::Attribute* FindAttribute(absl::string_view name) const;
  int64_t IntAttribute(absl::string_view name, int64_t default_value) const;
  double FloatAttribute(absl::string_view name, double default_value) const;
  absl::string_view StringAttribute(absl::string_view name, absl::string_view default_value) const;
  // One that is 0 or 1. Another value is an error, and after it nothing is known of the shapes of
  // the results: see Apply().
  bool BoolAttribute(absl::string_view name, bool default_value);
  // One that numbers an element type; kUndefined and an error where no type has the number.
  ElementType ElementAttribute(absl::string_view name, ElementType default_value);
  // Nothing where the attribute is absent.
  std::optional<absl::Span<const int64_t>> IntsAttribute(absl::string_view name) const;
  // kNoGraph where the attribute is absent.
  graph::GraphId GraphAttribute(absl::string_view name) const;

  // Results.
  int output_count() const { return static_cast<int>(node_->outputs.size()); }
  // False for an optional result that nobody wants.
  bool HasOutput(int index) const;
  void SetOutput(int index, ElementType element, const Shape& shape);
  void SetOutput(int index, ElementType element, absl::Span<const Dim> dims) {
    SetOutput(index, element, Shape::Of(dims));
  }
  void SetOutputType(int index, shape::TypeId type);
  // The result is the operand itself, by type and by value.
  void SetOutputToInput(int output, int input);
  // After SetOutput; as many as the output has elements.
  void SetIntElements(int index, absl::Span<const Expr> elements);
  void SetFloatElements(int index, absl::Span<const FloatElement> elements);
  void SetOutputState(int index, const ValueState& state);
  ValueState InputState(int index);

  // Unknowns. Two nodes that ask the same question of the same values get the
  // same one (S22); `place` must differ between the unknowns of one node.
  Dim Fresh(const Place& place, absl::string_view reason, Interval bounds = Interval::Size(),
            Expr upper = {});
  // One that the data decide (NonZero, Unique, ...).
  Dim DataDependent(const Place& place, absl::string_view reason,
                    Interval bounds = Interval::Size());
  // Likewise, at most an expression; an unknown one says nothing. Where only one
  // number is left it is that.
  Dim DataDependentUpTo(const Place& place, absl::string_view reason, Expr upper, int64_t min = 0);

  // Checks. Each reports an error and returns false if it can never hold;
  // unknown ranks and types pass.
  bool CheckInputCount(int min, int max);
  bool CheckRank(int input, int rank);
  bool CheckRankBetween(int input, int min, int max);
  bool CheckSameElement(int input, int other);
  // An axis in [-rank, rank), normalised to [0, rank).
  std::optional<int> NormalizeAxis(int64_t axis, int rank, int input);

  // Facts that the specification demands (basis REQUIRED unless said).
  // The two dims are equal; the more telling one is returned. Where they cannot
  // be equal, an error is reported and the result is a new unknown (S19).
  Dim Unify(Dim a, const Place& place_a, Dim b, const Place& place_b, absl::string_view reason);
  bool RequireEqual(Expr a, const Place& place_a, Expr b, const Place& place_b,
                    absl::string_view reason);
  bool RequireAtMost(Expr a, const Place& place_a, Expr b, const Place& place_b,
                     absl::string_view reason, symbolic::Basis basis = symbolic::Basis::kRequired);
  bool RequireAtLeast(Expr a, const Place& place, int64_t bound, absl::string_view reason,
                      symbolic::Basis basis = symbolic::Basis::kRequired);
  bool RequireDivisible(Expr a, const Place& place_a, Expr b, const Place& place_b,
                        absl::string_view reason);
  bool RequireNotZero(Expr a, const Place& place, absl::string_view reason);
  // The numpy rule for one pair of dims (S1); errors as Unify.
  Dim BroadcastDims(Dim a, const Place& place_a, Dim b, const Place& place_b);
  // The numpy rule for the shapes of the given operands; the result's dims live
  // as long as the workspace. Of unknown rank where one of them is.
  Shape BroadcastInputs(absl::Span<const int> inputs);

  // Diagnostics. `code` is a literal.
  void Error(absl::string_view code, const Place& place, std::string message,
             std::string suggestion = "");
  void Warning(absl::string_view code, const Place& place, std::string message);
  void Report(Diagnostic diagnostic);

  // A dim or shape as text, for messages.
  std::string Text(Expr e);
  std::string Text(const Shape& shape);

  // Arithmetic in the inference's arena.
  Expr Add(Expr a, Expr b) { return symbolic::Add(exprs(), a, b); }
  Expr Subtract(Expr a, Expr b) { return symbolic::Subtract(exprs(), a, b); }
  Expr Multiply(Expr a, Expr b) { return symbolic::Multiply(exprs(), a, b); }
  Expr FloorDiv(Expr a, Expr b) { return symbolic::FloorDiv(exprs(), a, b); }
  Expr CeilDiv(Expr a, Expr b) { return symbolic::CeilDiv(exprs(), a, b); }
  Expr Min(Expr a, Expr b) { return symbolic::Min(exprs(), a, b); }
  Expr Max(Expr a, Expr b) { return symbolic::Max(exprs(), a, b); }
  Expr Product(absl::Span<const Expr> factors) { return symbolic::Product(exprs(), factors); }
  Interval Bounds(Expr e) { return exprs().Bounds(e); }
  // What only compares or picks: where an expression on the way does not fit into 64 bits, nothing
  // is known of the result. That is no overflow of the model's own (S15).
  template <typename Make>
  Expr IfItFits(Make make) {
    const bool had_overflow = exprs().TakeOverflow();
    const Expr made = make();
    const bool fits = !exprs().TakeOverflow();
    if (had_overflow) exprs().ReportOverflow();
    return fits ? made : Expr();
  }

 private:
  // A dim for a result: never unknown, never surely negative.
  Dim CheckedDim(Dim dim, const Place& place);
  Expr FreshUnknown(const Place& place, absl::string_view reason, Interval bounds,
                    symbolic::SymbolKind kind, Expr upper = {});
  const graph::Attribute* CountEntries(const graph::Attribute& attribute) const;
  void RefuseAttribute(absl::string_view name, int64_t value, absl::string_view what);
  bool Conclude(symbolic::Verdict verdict, absl::string_view relation, Expr a, const Place& place_a,
                Expr b, const Place& place_b, absl::string_view reason);

  Workspace& workspace_;
  SubgraphRunner& runner_;
  const graph::Node* node_ = nullptr;
  graph::GraphId graph_ = 0;
  uint32_t node_index_ = 0;
  int version_ = 0;
  // The attribute of the node that was refused last.
  absl::string_view refused_attribute_;
  bool has_meaningless_attribute_ = false;
  absl::Span<const graph::Attribute> call_attributes_;
};

// Elements of unknown small tensors become symbols up to this many.
inline constexpr int64_t kMaxFreshElements = 64;

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_RULE_CONTEXT_H_
