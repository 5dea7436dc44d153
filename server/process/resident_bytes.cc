#include "server/process/resident_bytes.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace shapewright::server {

size_t ResidentBytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  // In pages: first the size of the address space, then its resident part.
  char* end = nullptr;
  std::strtoull(text, &end, 10);
  return std::strtoull(end, nullptr, 10) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace shapewright::server
