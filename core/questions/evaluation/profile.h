#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_PROFILE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_PROFILE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/inference/engine/engine.h"
#include "core/inference/given/given.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// The least, most common and greatest sizes of a model's inputs (an optimization profile), from the
// ranges of its symbols. At each label every symbol has one value, so that inputs which share a
// symbol agree. If a fact fails at an end of the range, a symbol in it is moved inwards until the
// fact holds, as far as such a value is found; sizes that the request gives stay. A symbol without
// an upper bound has no value at "max". Not thread-safe.
class Profile {
 public:
  static constexpr std::array<absl::string_view, 3> kLabels = {"min", "opt", "max"};

  // Values of a symbol that are given: the symbol does not leave the ends.
  struct Range {
    symbolic::SymbolId symbol;
    symbolic::Interval bounds;
    int64_t common;
  };

  // The engine has run, and outlives this; `given` may be null.
  Profile(inference::Engine& engine, const inference::Given* given,
          absl::Span<const Range> ranges = {});

  // The symbols that nothing fixes, and the values that they may have.
  struct FreeSymbol {
    symbolic::SymbolId symbol;
    inference::Given::Symbol values;
    bool has_range = false;
  };
  const std::vector<FreeSymbol>& free_symbols() const { return free_symbols_; }
  std::optional<int64_t> ValueAt(size_t label, symbolic::SymbolId symbol) const {
    return values_[label][symbol];
  }

  // The values of the symbols at one of the labels.
  v1::Binding BindingAt(size_t label) const;
  // The same with the sizes of every input, and the elements of those on whose elements shapes
  // depend.
  v1::Binding WholeBindingAt(size_t label) const;

 private:
  using Values = std::vector<std::optional<int64_t>>;  // by SymbolId

  void FindNeededElements();
  void AddSolvedSymbols();
  // With the ranges that are given for it.
  void AddFreeSymbol(symbolic::SymbolId id, absl::Span<const Range* const> ranges);
  // Symbols without a value that the request gives are moved.
  void AddBoundsOfSolved();
  void Repair(size_t label, bool is_upwards);
  bool Move(const symbolic::Fact& fact, size_t label, bool is_upwards);
  bool Holds(const symbolic::Fact& fact, const Values& values) const;
  std::optional<int64_t> FindValue(const symbolic::Fact& fact, const FreeSymbol& free_symbol,
                                   Values values, bool is_upwards) const;
  void WriteSizes(size_t index, size_t label, v1::InputSizes* out) const;
  void WriteElements(size_t index, size_t label, v1::InputSizes* out) const;

  inference::Engine& engine_;
  const inference::Given* const given_;
  const symbolic::ExprArena& arena_;
  std::vector<FreeSymbol> free_symbols_;
  // All symbols of inputs.
  std::vector<symbolic::SymbolId> symbols_;
  std::array<Values, 3> values_;
  // By input of the main graph: whether shapes depend on its elements.
  std::vector<symbolic::Fact> bounds_of_solved_;
  std::vector<bool> needs_elements_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_PROFILE_H_
