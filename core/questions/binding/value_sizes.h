#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_VALUE_SIZES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_VALUE_SIZES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/inference/engine/engine.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/range_evaluator.h"

namespace shapewright::questions {

// Stand for a size or a number of bytes in answers that is no number (see v1.Evaluation).
inline constexpr int64_t kSizeUnknown = -1;
inline constexpr int64_t kSizeOverflow = -2;
inline constexpr int64_t kSizeUndefined = -3;

// The concrete sizes and bytes of some values of a finished inference, given by
// their types. Each distinct expression is evaluated once per Run(). Not
// thread-safe.
class ValueSizes {
 public:
  ValueSizes(inference::Engine& engine, absl::Span<const shape::TypeId> types);

  // Evaluates all sizes for these values of the symbols.
  void Run(symbolic::Bindings bindings);
  // Instead: nothing is known of them, but of those that are the same under all bindings.
  void Forget();
  // Takes over what is known of the same values in another inference, of tensors whose rank both
  // know.
  void TakeKnown(const ValueSizes& other);

  // About how many operations a run takes.
  size_t steps() const { return evaluator_->steps() + dims_.size(); }

  // The sizes of all axes, one tensor after the other; and upper bounds of them,
  // which differ where the data decide.
  absl::Span<const int64_t> sizes() const {
    return choices_.empty() ? absl::MakeConstSpan(sizes_).first(axis_count_) : chosen_sizes_;
  }
  absl::Span<const int64_t> upper_sizes() const {
    return choices_.empty() ? absl::MakeConstSpan(upper_sizes_).first(axis_count_)
                            : chosen_upper_sizes_;
  }
  bool is_exact() const { return is_exact_; }
  // Bytes of the value with index `place`, with upper bounds of data-dependent sizes: of a sequence
  // all its elements, of an optional its content. Negative: one of the constants above.
  int64_t Bytes(size_t place) const;
  bool HasExactBytes(size_t place) const;
  // Both are tensors of one element type and of the same known sizes.
  bool HaveSameSizes(size_t place, size_t other) const;
  // -1: not a tensor, or of unknown rank.
  int32_t rank(size_t place) const { return values_[place].rank; }
  // The same for all bindings: -1 where they decide the rank.
  int32_t index_rank(size_t place) const {
    return values_[place].is_chosen ? -1 : values_[place].rank;
  }

 private:
  // Tensors of one type within a value: its sizes, from index `first` on, multiplied by how many
  // tensors there are.
  struct Part {
    size_t first;
    size_t count;
    int bits;  // of an element; 0 if they have no fixed size
  };
  struct Value {
    int32_t rank;
    bool is_known;  // how large its parts are can be told from their sizes
    size_t first_part;
    size_t part_count;
    bool is_chosen = false;  // among alternatives
  };
  // A value that has alternatives, which of them it is says the first condition that is 1.
  struct Choice {
    size_t place;
    size_t first_condition;
    std::vector<Value> alternatives;
  };

  // Adds what has other sizes than those of axes.
  void AddChoice(inference::Engine& engine, size_t place, const shape::Type& type);
  // Gives the values that have alternatives the sizes of one of them.
  void Choose();

  void AddContents(inference::Engine& engine, shape::TypeId id, std::vector<symbolic::Expr> lengths,
                   Value* value);
  absl::Span<const Part> PartsOf(const Value& value) const {
    return absl::MakeConstSpan(parts_).subspan(value.first_part, value.part_count);
  }

  std::vector<Value> values_;
  std::vector<Part> parts_;
  // The axes of tensors, then what other values hold, and conditions.
  std::vector<symbolic::Expr> dims_;
  size_t axis_count_ = 0;
  std::optional<symbolic::Evaluator> evaluator_;
  std::optional<symbolic::RangeEvaluator> ranges_;
  std::vector<int64_t> sizes_;
  std::vector<int64_t> upper_sizes_;
  bool is_exact_ = true;
  std::vector<Choice> choices_;
  // Where there are choices: the sizes of all axes.
  std::vector<int64_t> chosen_sizes_;
  std::vector<int64_t> chosen_upper_sizes_;
};

// The bytes of a tensor with these sizes, rounded up to whole bytes. Negative: one of the constants
// above.
int64_t BytesOf(absl::Span<const int64_t> sizes, int element_bits);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_VALUE_SIZES_H_
