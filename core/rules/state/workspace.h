#ifndef SHAPEWRIGHT_CORE_RULES_STATE_WORKSPACE_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_WORKSPACE_H_

#include <cassert>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/base/static_text.h"
#include "core/graph/model.h"
#include "core/rules/registry/model_operators.h"
#include "core/rules/state/conditions.h"
#include "core/rules/state/diagnostics.h"
#include "core/rules/state/elements.h"
#include "core/rules/state/place.h"
#include "core/rules/state/value_numbers.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::rules {

// The state of one inference: types and known elements of all values, expressions, facts and
// diagnostics. Owned by the engine, filled by the rules. Not thread-safe.
class Workspace {
 public:
  // `work`, which may be null, counts operations on expressions, types and diagnostics; it outlives
  // the workspace unless ForgetWork() is called. `rules` are those of the request, or null.
  explicit Workspace(const graph::Model& model, const symbolic::ExprLimits& limits = {},
                     Work* work = nullptr, const RequestRules* rules = nullptr);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const graph::Model& model() const { return model_; }
  const ModelOperators& operators() const { return operators_; }
  symbolic::ExprArena& exprs() { return exprs_; }
  symbolic::FactStore& facts() { return facts_; }
  shape::TypeTable& types() { return types_; }
  Conditions& conditions() { return conditions_; }

  // Whether what onnxruntime demands beyond the specification is required, too.
  bool as_onnxruntime() const { return as_onnxruntime_; }
  void set_as_onnxruntime(bool as_onnxruntime) { as_onnxruntime_ = as_onnxruntime; }

  // For an inference that outlives its request: stops counting.
  void ForgetWork() {
    exprs_.ForgetWork();
    numbers_.ForgetWork();
  }

  // The diagnostics that are kept. They may be changed here; AddDiagnostic() adds one.
  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }
  void AddDiagnostic(Diagnostic diagnostic);
  // Further diagnostics are only counted (S66).
  static constexpr size_t kMaxDiagnostics = 10'000;
  // Longer messages are shortened: they may quote a name or an expression as long as the model.
  static constexpr size_t kMaxMessageBytes = 8192;
  DiagnosticCounts& left_out_diagnostics() { return left_out_diagnostics_; }

  // A place that demands something that no fact tells, as not all of it is known: a run may fail
  // there though all facts hold.
  struct Unchecked {
    symbolic::ScopeId scope;
    symbolic::Site site;
    StaticText what;
  };
  // Of each node once or a few times. In the current scope.
  void NoteUnchecked(const symbolic::Site& site, StaticText what);
  const std::vector<Unchecked>& unchecked() const { return unchecked_; }
  // Removes all but the first `count`, and returns them; they may be put back.
  std::vector<Unchecked> TakeUncheckedAfter(size_t count);
  void PutBackUnchecked(absl::Span<const Unchecked> unchecked);

  // The state of a value in its own scope. What a branch or body learns of an outer value is not
  // part of it (S2), but of ResolvedType(), IntElements() and StateOf().
  const ValueState& value(graph::ValueId id) const {
    assert(values_[id].IsConsistent(types_));
    return values_[id];
  }
  // Sets the state of a value, in the current scope.
  void SetValue(graph::ValueId id, const ValueState& state);
  // Puts back what value() returned.
  void RestoreValue(graph::ValueId id, const ValueState& state) { values_[id] = state; }
  // Changes the type; elements that fit it are kept.
  void SetType(graph::ValueId id, shape::TypeId type) { values_[id].SetType(types_, type); }
  // Sets copies of the elements of a value; they are dropped if they do not fit its type.
  void SetInts(graph::ValueId id, absl::Span<const symbolic::Expr> ints);
  void SetFloats(graph::ValueId id, absl::Span<const FloatElement> floats);
  // Called before each run of a graph: nothing is known of its values.
  void ForgetValues(graph::GraphId id);

  // The type of a value with all known equalities substituted.
  shape::TypeId ResolvedType(graph::ValueId id) {
    return facts_.has_substitutions() ? ResolveTypeOf(values_[id]) : values_[id].type_;
  }
  // Its elements, resolved likewise. Nothing if none are known; single ones may be unknown.
  std::optional<absl::Span<const symbolic::Expr>> IntElements(graph::ValueId id);
  std::optional<absl::Span<const FloatElement>> FloatElements(graph::ValueId id);
  // Records elements of a value that hold in the current scope only.
  void LearnInts(graph::ValueId id, absl::Span<const symbolic::Expr> ints);
  bool IsKnownByValue(graph::ValueId id) const;
  // Gives the elements of `from` to `to`, which has equally many.
  void PassElements(graph::ValueId from, graph::ValueId to);
  // The state of a value in the current scope.
  ValueState StateOf(graph::ValueId id);
  // A state without alternatives, with all known equalities substituted.
  ValueState Resolved(const ValueState& state);
  // What is known in the current scope of a value that is one of these, by case; `joined` is what
  // they have in common.
  ValueState WithAlternatives(ValueState joined, absl::Span<const Alternative> alternatives);
  // ResolvedType(), with the alternatives that the current scope leaves open.
  shape::TypeId TypeByCase(graph::ValueId id);
  shape::TypeId ResolveType(shape::TypeId type);
  // For the answer: the type simplified by the final intervals too. Cached.
  shape::TypeId FinalizeType(shape::TypeId type);

  // Copies into memory that lives as long as the workspace.
  template <typename T>
  absl::Span<const T> Copy(absl::Span<const T> items) {
    return CopyAs<T>(items);
  }

  // A new unknown, or the one made before for an equal node and place (S22): equal pure operators
  // over equal values give equal unknowns (S69, S70). An unknown of a branch or body is reused
  // outside of it only with the same bounds. `upper` is an upper bound, if one is known.
  symbolic::Expr Fresh(const symbolic::Site& node, const Place& place, symbolic::Interval bounds,
                       absl::string_view reason, symbolic::SymbolKind kind,
                       symbolic::Expr upper = {});
  // The same for an element of a value whose elements are unknown. An element of a model's input
  // is a value symbol, `name[i]`, or `name[]` of a scalar (S10), also within bodies and
  // functions.
  symbolic::Expr FreshElement(graph::ValueId value, uint32_t index, const symbolic::Site& origin);

  ValueNumbers& numbers() { return numbers_; }

  // Whether any product of unknown dims was recorded to be 0; if not, searching for one is skipped.
  bool has_empty_products() const { return has_empty_products_; }
  void NoteEmptyProduct() { has_empty_products_ = true; }

 private:
  // Elements of a value that an inner scope learned or resolved. Valid in that scope, for that
  // generation of its facts.
  struct Learned {
    symbolic::ScopeId scope;
    uint32_t generation;
    absl::Span<const symbolic::Expr> ints;
  };
  // A type with the equalities of that generation of facts substituted.
  struct ResolvedTypeId {
    uint32_t generation = 0;
    shape::TypeId type = shape::kUnknownType;
  };
  // An unknown, and its bounds in the scope where they hold.
  struct Unknown {
    symbolic::Expr expr;
    symbolic::ScopeId scope = symbolic::kRootScope;
    symbolic::Interval bounds;
    symbolic::Expr upper;
  };

  template <typename T, typename Items>
  absl::Span<const T> CopyAs(const Items& items) {
    if (items.empty()) return {};
    auto* copy = static_cast<T*>(memory_.allocate(items.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), copy);
    return {copy, items.size()};
  }

  template <typename Rewrite>
  shape::TypeId RewriteType(shape::TypeId id, Rewrite rewrite);
  // What identifies an unknown.
  struct FreshKey {
    ValueNumbers::Number number = ValueNumbers::kNone;
    Place place;
    friend bool operator==(const FreshKey&, const FreshKey&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const FreshKey& key) {
      return H::combine(std::move(state), key.number, key.place);
    }
  };
  template <typename Make>
  symbolic::Expr FreshFor(const FreshKey& key, symbolic::Interval bounds, symbolic::Expr upper,
                          Make make);
  shape::TypeId ResolveTypeOf(ValueState& state);
  // Decodes a constant when its elements are first needed; false if they are no integers.
  bool ReadInts(ValueState& state);
  absl::Span<const symbolic::Expr> ResolveInts(absl::Span<const symbolic::Expr> ints);
  bool IsOwn(const ValueState& state) const { return state.scope_ == facts_.current_scope(); }
  // What the current scope learned of an outer value.
  const Learned* FindLearned(graph::ValueId id) const;

  const graph::Model& model_;
  ModelOperators operators_;
  std::pmr::monotonic_buffer_resource memory_{size_t{16} << 10};
  symbolic::ExprArena exprs_;
  symbolic::FactStore facts_;
  Conditions conditions_;
  shape::TypeTable types_;
  bool as_onnxruntime_ = false;
  std::vector<Diagnostic> diagnostics_;
  DiagnosticCounts left_out_diagnostics_;
  std::vector<Unchecked> unchecked_;
  std::vector<ValueState> values_;
  // By type.
  std::vector<ResolvedTypeId> resolved_;
  std::vector<shape::TypeId> finalized_;
  ValueNumbers numbers_;
  bool has_empty_products_ = false;
  HashMap<FreshKey, Unknown> fresh_;
  HashMap<graph::ValueId, Learned> learned_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_WORKSPACE_H_
