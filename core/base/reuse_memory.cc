#include "core/base/reuse_memory.h"

#include <malloc.h>

namespace shapewright {
namespace {

constexpr int kLargest = 1 << 30;

}  // namespace

void ReuseLargeAllocations() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, kLargest);
#endif
}

}  // namespace shapewright
