#ifndef SHAPEWRIGHT_TESTS_MEBIBYTE_H_
#define SHAPEWRIGHT_TESTS_MEBIBYTE_H_

#include <cstddef>

namespace shapewright {

// The unit of what tests allow for memory. One for all of them: several sources are compiled as
// one.
inline constexpr size_t kMiB = size_t{1} << 20;

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_MEBIBYTE_H_
