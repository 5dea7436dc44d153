#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_RANGES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_RANGES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::questions {

// The least and greatest number of an instruction.
struct GuardRange {
  int64_t min = 0;
  int64_t max = 0;
  // False: it, or one that it follows from, may leave 64 bits; the ends say nothing.
  bool is_bounded = false;
};

// The ranges of all instructions, given those of the slots.
std::vector<GuardRange> FindGuardRanges(const v1::GuardProgram& program,
                                        absl::Span<const GuardRange> slots);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_RANGES_H_
