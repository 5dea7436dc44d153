#ifndef SHAPEWRIGHT_SERVER_PROCESS_RESIDENT_BYTES_H_
#define SHAPEWRIGHT_SERVER_PROCESS_RESIDENT_BYTES_H_

#include <cstddef>

namespace shapewright::server {

// The resident memory of this process. Thread-safe.
size_t ResidentBytes();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_RESIDENT_BYTES_H_
