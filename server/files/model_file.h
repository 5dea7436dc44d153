#ifndef SHAPEWRIGHT_SERVER_FILES_MODEL_FILE_H_
#define SHAPEWRIGHT_SERVER_FILES_MODEL_FILE_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {

// A regular file below the model root, open for reading.
class ModelFile {
 public:
  // Device, inode, size and times of the last changes (S23): a file that was changed has another
  // identity.
  const std::string& identity() const { return identity_; }
  // The model without its weights, as StripWeights() would leave it: they are never read, and it
  // does no harm if the file becomes shorter meanwhile. INVALID_ARGUMENT for bytes that are no
  // protobuf messages where a model has them and for more than `max_bytes` of what remains, ABORTED
  // if the file changed while it was read, and what ModelFileError() gives if it cannot be read.
  //
  // The file is read, not mapped: a mapping would end the process where the file becomes shorter.
  absl::StatusOr<std::string> ReadWithoutWeights(size_t max_bytes) const;

 private:
  friend class ModelRoot;

  ModelFile(FileDescriptor fd, const struct stat& info);

  absl::Status CheckUnchanged() const;

  FileDescriptor fd_;
  uint64_t size_;
  std::string identity_;
};

// Why a file cannot be opened or read, by its errno. NOT_FOUND for what is not there, is no regular
// file or lies outside: the caller is not told which. PERMISSION_DENIED for what this process may
// not read. RESOURCE_EXHAUSTED or UNAVAILABLE, with a delay, for what has nothing to do with the
// path: no descriptors, no memory, a disk or network that fails.
absl::Status ModelFileError(int error);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_FILES_MODEL_FILE_H_
