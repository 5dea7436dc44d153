#ifndef SHAPEWRIGHT_CORE_INFERENCE_VALUE_SIZES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_VALUE_SIZES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/inference/engine.h"
#include "core/inference/range_evaluator.h"
#include "core/symbolic/evaluate.h"

namespace shapewright::inference {

// Stands for a size or a number of bytes in answers (see Evaluation).
inline constexpr int64_t kSizeUnknown = -1;
inline constexpr int64_t kSizeOverflow = -2;
inline constexpr int64_t kSizeUndefined = -3;

// The concrete sizes and bytes of some values of a finished inference. The
// distinct expressions among them are computed once per run. Not thread-safe.
class ValueSizes {
 public:
  ValueSizes(Engine& engine, absl::Span<const graph::ValueId> values);

  void Run(symbolic::Bindings bindings);

  // The sizes of all axes, one value after the other; and upper bounds of them,
  // which differ where the data decide.
  absl::Span<const int64_t> sizes() const { return sizes_; }
  absl::Span<const int64_t> upper_sizes() const { return upper_sizes_; }
  bool is_exact() const { return is_exact_; }
  // Of the value at that place, at the upper bound where there is one. Values
  // that are no tensors have none.
  int64_t Bytes(size_t place) const;
  bool HasExactBytes(size_t place) const;
  // -1: not a tensor, or of unknown rank.
  int32_t rank(size_t place) const { return values_[place].rank; }

 private:
  struct Value {
    int32_t rank;
    int bits;      // of an element; 0 if they have no fixed size
    size_t first;  // into the sizes
  };

  void AddValue(Engine& engine, graph::ValueId id);

  std::vector<Value> values_;
  std::vector<symbolic::Expr> dims_;
  symbolic::Evaluator evaluator_;
  RangeEvaluator ranges_;
  std::vector<int64_t> sizes_;
  std::vector<int64_t> upper_sizes_;
  bool is_exact_ = true;
};

// The bytes of so many elements, the last byte filled up.
int64_t BytesOf(absl::Span<const int64_t> sizes, int element_bits);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_VALUE_SIZES_H_
