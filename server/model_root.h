#ifndef SHAPEWRIGHT_SERVER_MODEL_ROOT_H_
#define SHAPEWRIGHT_SERVER_MODEL_ROOT_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace shapewright::server {

// A file descriptor that is closed in the end.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor();

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

 private:
  int fd_;
};

// A regular file below the model root, open for reading.
class ModelFile {
 public:
  // Device, inode, size and times of the last changes (S23): a file that was changed has another
  // identity.
  const std::string& identity() const { return identity_; }
  // The model without its weights, as StripWeights() would leave it: they are never read, and it
  // does no harm if the file becomes shorter meanwhile. INVALID_ARGUMENT for bytes that are no
  // protobuf messages where a model has them and for more than `max_bytes` of what remains, ABORTED
  // if the file changed while it was read.
  //
  // The file is read, not mapped: a mapping would end the process where the file becomes shorter.
  absl::StatusOr<std::string> ReadWithoutWeights(size_t max_bytes) const;

 private:
  friend class ModelRoot;

  ModelFile(FileDescriptor fd, const struct stat& info);

  bool IsUnchanged() const;

  FileDescriptor fd_;
  uint64_t size_;
  std::string identity_;
};

// The folder whose files requests may name. Nothing outside it can be reached: no `..`, no absolute
// path, no link of any kind. Thread-safe.
class ModelRoot {
 public:
  static absl::StatusOr<std::unique_ptr<const ModelRoot>> Open(const std::string& folder);

  // NOT_FOUND for what is not there, or no regular file, or may not be read, or lies outside; the
  // caller is not told which.
  absl::StatusOr<ModelFile> OpenFile(const std::string& path) const;

  // How to open files without openat2(), which old kernels and sandboxes refuse: one folder after
  // the other. OpenFile() finds out by itself; here for tests.
  absl::StatusOr<ModelFile> OpenFileStepwise(const std::string& path) const;

 private:
  explicit ModelRoot(FileDescriptor root) : root_(std::move(root)) {}

  static absl::StatusOr<ModelFile> Examine(FileDescriptor file);

  FileDescriptor root_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODEL_ROOT_H_
