#ifndef SHAPEWRIGHT_CORE_BASE_REUSE_MEMORY_H_
#define SHAPEWRIGHT_CORE_BASE_REUSE_MEMORY_H_

namespace shapewright {

// For the start of a program that infers again and again: the allocator keeps
// the large arrays of one inference for the next, where it would else give them
// back and have each page of them cleared and mapped anew.
void ReuseLargeAllocations();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_REUSE_MEMORY_H_
