#ifndef SHAPEWRIGHT_CORE_BASE_REUSE_MEMORY_H_
#define SHAPEWRIGHT_CORE_BASE_REUSE_MEMORY_H_

namespace shapewright {

// For the start of a program that infers again and again: the allocator keeps the large arrays of
// one inference for the next, rather than return them to the kernel, which would clear and map each
// page anew.
void ReuseLargeAllocations();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_REUSE_MEMORY_H_
