#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_LEAST_SET_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_LEAST_SET_H_

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/work.h"

namespace shapewright::questions {

struct LeastSet {
  std::vector<bool> members;
  // Whether no smaller set does.
  bool is_least = true;
};

// A least set of `count` members for which `suffices` is true, as it is for all of them together;
// whatever holds a set that suffices has to suffice. What every such set needs is found first. Of
// up to 16 others all combinations are tried, smaller ones first, as long as a quarter of the work
// that is left allows; of more, each is left out in turn if that is possible. Where half of the
// work that is left does not allow for that, it is a larger set that suffices.
LeastSet FindLeastSet(size_t count, absl::FunctionRef<bool(const std::vector<bool>&)> suffices,
                      Work& work);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_LEAST_SET_H_
