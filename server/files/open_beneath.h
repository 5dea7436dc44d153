#ifndef SHAPEWRIGHT_SERVER_FILES_OPEN_BENEATH_H_
#define SHAPEWRIGHT_SERVER_FILES_OPEN_BENEATH_H_

#include <string>
#include <vector>

#include "server/net/file_descriptor.h"

namespace shapewright::server {

// An open file; or the errno of why it cannot be opened.
struct OpenedFile {
  FileDescriptor file;
  int error = 0;
};

// A folder whose regular files, and nothing else, can be opened for reading. Links are followed if
// each of them, and each `..` in it, stays within the folder; an absolute target is within if it
// begins with the folder's own path. A path that leads outside gives EXDEV, even if links are
// replaced meanwhile; more than 40 links give ELOOP. No call blocks: a FIFO, like devices and
// sockets, is no regular file (ENXIO). Thread-safe.
class BeneathFolder {
 public:
  // If the folder does not exist, `error()` says why, and Open() must not be called.
  explicit BeneathFolder(const std::string& folder);

  int error() const { return error_; }
  // `path` is relative. Uses openat2() if the kernel has it and allows it.
  OpenedFile Open(const std::string& path) const;
  // The same without openat2(), one part of the path after the other. Open() calls it when needed;
  // public for tests.
  OpenedFile OpenStepwise(const std::string& path) const;

 private:
  FileDescriptor root_;
  int error_ = 0;
  // Its absolute paths, in parts: as given, and with links resolved.
  std::vector<std::vector<std::string>> names_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_FILES_OPEN_BENEATH_H_
