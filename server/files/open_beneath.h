#ifndef SHAPEWRIGHT_SERVER_FILES_OPEN_BENEATH_H_
#define SHAPEWRIGHT_SERVER_FILES_OPEN_BENEATH_H_

#include <string>
#include <vector>

#include "server/net/file_descriptor.h"

namespace shapewright::server {

// A file that was opened; or an errno that says why not.
struct OpenedFile {
  FileDescriptor file;
  int error = 0;
};

// A folder whose regular files can be opened for reading, and nothing else: links are followed
// while each of them, and each `..` in them, stays within the folder; an absolute target counts as
// within if it begins with the folder's own path. What is outside gives EXDEV, also where links are
// replaced meanwhile; a chain of over 40 links ELOOP. No call waits: not for the writer of a FIFO,
// which is no regular file (ENXIO), as devices and sockets are none. Thread-safe.
class BeneathFolder {
 public:
  // Of a folder that does not exist, Open() is never called: `error()` says why.
  explicit BeneathFolder(const std::string& folder);

  int error() const { return error_; }
  // `path` is relative. By openat2(), where the kernel has it and lets us use it.
  OpenedFile Open(const std::string& path) const;
  // The same, one part of the path after the other. Open() finds out by itself when that is needed:
  // it is here for tests.
  OpenedFile OpenStepwise(const std::string& path) const;

 private:
  FileDescriptor root_;
  int error_ = 0;
  // The parts of its absolute paths: as it was named, and with links resolved.
  std::vector<std::vector<std::string>> names_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_FILES_OPEN_BENEATH_H_
