#ifndef SHAPEWRIGHT_SERVER_NET_DESCRIPTORS_H_
#define SHAPEWRIGHT_SERVER_NET_DESCRIPTORS_H_

#include <cstddef>

namespace shapewright::server {

// Opens /dev/null for those of stdin, stdout and stderr that are closed: else the next file or
// socket would get their number, and output would be written to it. Runs before constructors of
// libraries, so it uses only system calls.
void OpenStandardDescriptors();

// Raises the soft limit of descriptors to the hard one. Returns the new limit.
size_t RaiseDescriptorLimit();

// How many of `descriptors` may be used for connections: some are kept for files and gRPC itself.
// At least 1.
size_t DescriptorsForConnections(size_t descriptors);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_DESCRIPTORS_H_
