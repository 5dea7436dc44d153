#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_LARGEST_SIZES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_LARGEST_SIZES_H_

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/questions/planning/fitting_sizes.h"
#include "core/wire/wire_writer.h"

namespace shapewright::questions {

// Writes a FindLargestSizesResponse. Searches take at most half of what is left of the work; what
// is proved by then is told. Errors of the sizes, of the work and of the budget of `out`.
absl::Status WriteLargestSizes(FittingSizes& sizes, Work& work, WireWriter* out);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_LARGEST_SIZES_H_
