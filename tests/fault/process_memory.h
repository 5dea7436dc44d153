#ifndef SHAPEWRIGHT_TESTS_FAULT_PROCESS_MEMORY_H_
#define SHAPEWRIGHT_TESTS_FAULT_PROCESS_MEMORY_H_

#include <cstddef>

#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {

// What the process of a server has in memory now, and the most that it ever had.
size_t ResidentBytes(ServerProcess& server);
size_t PeakBytes(ServerProcess& server);
// Forgets the peak so far.
void ResetPeak(ServerProcess& server);

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_FAULT_PROCESS_MEMORY_H_
