#ifndef SHAPEWRIGHT_SERVER_NET_DESCRIPTORS_H_
#define SHAPEWRIGHT_SERVER_NET_DESCRIPTORS_H_

#include <cstddef>

namespace shapewright::server {

// Opens /dev/null for those of stdin, stdout and stderr that are closed: else the next file or
// socket would become one of them, and be written to. Called before anything else is opened, even
// by the constructors of libraries: it uses nothing but the kernel.
void OpenStandardDescriptors();

// Raises the soft limit of descriptors to the hard one. Returns what holds then.
size_t RaiseDescriptorLimit();

// How many descriptors connections may take of so many: some are for files and for gRPC itself. At
// least 1.
size_t DescriptorsForConnections(size_t descriptors);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_DESCRIPTORS_H_
