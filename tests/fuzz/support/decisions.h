#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_DECISIONS_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_DECISIONS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace shapewright::fuzz {

// The bytes of a fuzzer as choices: one byte each. At their end each choice is the first one, so
// that whatever is made by them ends.
class Decisions {
 public:
  explicit Decisions(absl::Span<const uint8_t> bytes) : bytes_(bytes) {}

  bool is_at_end() const { return at_ >= bytes_.size(); }
  // A number below `end`, which is 1 to 256.
  size_t Below(size_t end) { return is_at_end() ? 0 : bytes_[at_++] % end; }
  // True about once in `times`; never at the end.
  bool OnceIn(size_t times) { return Below(times) == times - 1 && times > 1; }
  int64_t Between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(Below(static_cast<size_t>(most - least) + 1));
  }
  template <typename Items>
  const auto& Pick(const Items& items) {
    return items[Below(items.size() < 256 ? items.size() : 256)];
  }

 private:
  absl::Span<const uint8_t> bytes_;
  size_t at_ = 0;
};

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_DECISIONS_H_
