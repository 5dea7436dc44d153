#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_SYMBOL_BINDER_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_SYMBOL_BINDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/symbolic/algebra/evaluate.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// Two values for the same thing: one that a part of the binding gives, one that follows from the
// rest.
struct Contradiction {
  symbolic::Site site;   // a dim or element of an input, or a symbol's origin
  std::string subject;   // "axis 1 of input x"
  int64_t expected = 0;  // from the rest of the binding, or the model
  int64_t actual = 0;    // what this part of the binding says
  // Whether what inputs declare shows it alone, without any fact that inference found.
  bool is_of_declarations = true;
};

// The values of a model's symbols under one binding.
struct BoundSymbols {
  // By SymbolId. What follows from others by the equalities that inference
  // found has a value too.
  std::vector<std::optional<int64_t>> values;
  // Those that the binding says, by itself or by what inputs declare: whatever inference assumes,
  // they have these values.
  std::vector<symbolic::SymbolId> told;
  std::vector<Contradiction> contradictions;
  // Whether the binding tells the rank of an input that has none, or the length of an open vector
  // by its elements: results may have ranks that this inference does not know.
  bool tells_ranks = false;
  // Whether it gives elements that have no symbol, as no shape depends on them by what inference
  // found: a node may still check them.
  bool tells_elements = false;
  // For Bind(), by input: whether the binding has named it.
  std::vector<bool> named_inputs;
};

// Finds the values of a finished inference's symbols from what a binding gives: sizes of symbols,
// shapes of inputs, elements of integer inputs. An input dim that is an expression with one unknown
// symbol determines that symbol. Not thread-safe; Bind() only reads the engine.
class SymbolBinder {
 public:
  // The engine has run, and outlives the binder.
  explicit SymbolBinder(inference::Engine& engine);

  // Overwrites `bound`. INVALID_ARGUMENT, with the path of the field in the binding, for names that
  // the model does not have, wrong ranks and negative sizes.
  absl::Status Bind(const v1::Binding& binding, Work& work, BoundSymbols* bound);

  // About how many operations that takes beyond those per entry of the binding.
  size_t steps() const { return solutions_.size() + solver_->steps() + 8 * required_.size(); }

  // The symbol of a name, if there is one.
  std::optional<symbolic::SymbolId> FindSymbol(absl::string_view name) const;
  // A message for a name that no symbol has.
  std::string NoSymbol(absl::string_view name) const;

 private:
  enum class Subject : uint8_t { kSymbol, kElement, kAxis };
  // An expression that must equal a value.
  struct Equation {
    symbolic::Expr raw;       // as declared
    symbolic::Expr resolved;  // with the known equalities substituted
    int64_t value = 0;
    symbolic::Site site;
    Subject subject = Subject::kSymbol;
    absl::string_view name;  // of the symbol, or of the input that has the axis
    // Whether the value was compared with the one that `raw` has.
    bool is_checked = false;
  };
  // A side of an equation.
  using Side = symbolic::Expr Equation::*;
  using Equations = absl::InlinedVector<Equation, 4>;

  std::string NoInput(absl::string_view name) const;
  static std::string Describe(const Equation& equation);
  Equation OfSymbol(symbolic::SymbolId id, int64_t value, Subject subject) const;
  absl::Status AddSymbols(const v1::Binding& binding, Equations* equations) const;
  absl::Status AddInputs(const v1::Binding& binding, Equations* equations,
                         BoundSymbols* bound) const;
  absl::Status AddInput(const v1::InputSizes& given, Equations* equations,
                        BoundSymbols* bound) const;
  absl::Status AddShape(size_t input, absl::Span<const int64_t> sizes, absl::string_view field,
                        Equations* equations, BoundSymbols* bound) const;
  absl::Status CheckElements(size_t input, shape::ElementType element,
                             absl::Span<const int64_t> values) const;
  absl::Status AddValues(size_t input, absl::Span<const int64_t> sizes,
                         absl::Span<const int64_t> values, Equations* equations,
                         BoundSymbols* bound) const;
  absl::string_view InputName(size_t input) const;
  std::optional<size_t> FindInput(absl::string_view name) const;
  symbolic::SymbolId PlainSymbol(symbolic::Expr e) const;

  // Collects the equations that inputs have to satisfy and that replace no symbol (S3).
  void CollectRequired();
  // Gives values to symbols by one side of the equations, as far as it determines them.
  absl::Status SolveAll(const Equations& equations, Side side, Work& work,
                        BoundSymbols* bound) const;
  // The same by one equation. False if it says nothing new.
  bool Solve(symbolic::Expr sum, int64_t value, Work& work, BoundSymbols* bound) const;
  void FollowSolutions(BoundSymbols* bound);
  // Gives values to symbols that are the only ones without any in what is required.
  absl::Status SolveRequired(Work& work, BoundSymbols* bound) const;
  // Finds contradictions among the equations that were not checked yet.
  void Check(bool is_of_declarations, Equations& equations, Work& work, BoundSymbols* bound) const;

  inference::Engine& engine_;
  const symbolic::ExprArena& arena_;
  // The names are its own, as those of the arena move when that grows.
  HashMap<std::string, symbolic::SymbolId> symbols_;
  // By input and element, whatever the symbol is called.
  HashMap<std::pair<int32_t, int32_t>, symbolic::SymbolId> elements_;
  HashMap<absl::string_view, size_t> inputs_;
  // By input and axis: its declared dims with the known equalities substituted.
  std::vector<std::vector<symbolic::Expr>> resolved_dims_;
  // By SymbolId: what the symbol equals, unknown where it is free.
  std::vector<symbolic::Expr> solutions_;
  // The symbols that are not free, and the values of their solutions.
  std::vector<symbolic::SymbolId> solved_;
  std::optional<symbolic::Evaluator> solver_;
  // Sums of free symbols of inputs that have to be 0.
  std::vector<symbolic::Expr> required_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_SYMBOL_BINDER_H_
