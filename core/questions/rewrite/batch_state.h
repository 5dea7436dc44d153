#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_STATE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_STATE_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace shapewright::questions {

// What the batch means for a value. `rows` are slices of a value along an axis: of a value that
// carries the batch, slice b follows from slice b of the inputs alone, in the same way for each b.
struct BatchState {
  enum class Kind : uint8_t {
    kFree,     // the same for every batch
    kRows,     // carries the batch: its size on `axis` is outer * batch * factor, in this order
    kSizes,    // integers that tell sizes: elements where `tells` is true depend on the batch
    kRefused,  // rests on a node that was refused
  };

  Kind kind = Kind::kFree;
  size_t axis = 0;
  int64_t factor = 1;
  int64_t outer = 1;
  std::vector<bool> tells = {};

  static BatchState Rows(size_t axis, int64_t factor, int64_t outer = 1) {
    return {Kind::kRows, axis, factor, outer, {}};
  }
  // Free if none of them depends on the batch.
  static BatchState Sizes(std::vector<bool> tells) {
    if (std::find(tells.begin(), tells.end(), true) == tells.end()) return {};
    return {Kind::kSizes, 0, 1, 1, std::move(tells)};
  }
  static BatchState Refused() { return {Kind::kRefused, 0, 1, 1, {}}; }

  // The state with the batch on another axis.
  BatchState On(size_t other) const { return Rows(other, factor, outer); }
  // Whether both carry the batch in the same way.
  bool IsLike(const BatchState& other) const {
    return axis == other.axis && factor == other.factor && outer == other.outer;
  }
  // The size on the axis, for this batch.
  int64_t SizeFor(int64_t batch) const { return outer * batch * factor; }

  bool is_free() const { return kind == Kind::kFree; }
  bool is_rows() const { return kind == Kind::kRows; }
  bool is_sizes() const { return kind == Kind::kSizes; }

  // The only element that depends on the batch; nothing if there are none or several.
  std::optional<size_t> OnlyElement() const {
    std::optional<size_t> only;
    for (size_t i = 0; i < tells.size(); ++i) {
      if (!tells[i]) continue;
      if (only) return std::nullopt;
      only = i;
    }
    return only;
  }
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_STATE_H_
