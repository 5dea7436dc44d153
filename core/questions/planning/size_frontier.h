#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_FRONTIER_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_FRONTIER_H_

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/questions/planning/fitting_sizes.h"
#include "core/wire/wire_writer.h"

namespace shapewright::questions {

// Writes a FindLargestSizesResponse for two symbols (S48). Where the quantity grows with both, the
// pairs are found by one walk; else, as for the arena of a memory plan, by one search for each
// value of the symbol that has fewer of them, 256 at most. INVALID_ARGUMENT if both have more;
// errors of the work and of the budget of `out`.
absl::Status WriteFrontier(FittingSizes& sizes, Work& work, WireWriter* out);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_FRONTIER_H_
