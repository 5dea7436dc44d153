#ifndef SHAPEWRIGHT_SERVER_FILES_MODEL_FILE_H_
#define SHAPEWRIGHT_SERVER_FILES_MODEL_FILE_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {

// A regular file below the model root, open for reading.
class ModelFile {
 public:
  // Device, inode, size and times of the last changes (S23), of the file and of those that
  // AddData() was given: a changed file has another identity.
  const std::string& identity() const { return identity_; }
  // The model as StripWeights() would leave it; the weights are never read. A file of another
  // format than ONNX as it is. INVALID_ARGUMENT if the bytes are no protobuf messages where a model
  // has them, or if more than `max_bytes` remain; ABORTED if the file changed meanwhile;
  // ModelFileError() if it cannot be read.
  //
  // The file is read, not mapped: a mapping would end the process if the file becomes shorter.
  absl::StatusOr<std::string> ReadWithoutWeights(size_t max_bytes) const;

  // Adds a file that small tensors of the model may lie in (core/wire/external_data.h), by its
  // location there; `fd` is not open if there is none that may be read.
  absl::Status AddData(const std::string& location, FileDescriptor fd);
  // `model` with the small tensors that lie in such files. INVALID_ARGUMENT if it becomes larger
  // than `max_bytes`, ABORTED if one of the files changed meanwhile.
  absl::StatusOr<std::string> InlineData(absl::string_view model, size_t max_bytes) const;

 private:
  friend class ModelRoot;

  ModelFile(FileDescriptor fd, const struct stat& info);

  struct DataFile {
    std::string location;
    FileDescriptor fd;
    std::string identity;
  };

  FileDescriptor fd_;
  uint64_t size_;
  std::string identity_;
  size_t own_identity_;  // so many bytes of identity_ are the model's file's
  std::vector<DataFile> data_;
};

// The error for an errno of opening or reading a file. NOT_FOUND for a file that does not exist, is
// not regular or lies outside: the caller is not told which. PERMISSION_DENIED if this process may
// not read it. RESOURCE_EXHAUSTED or UNAVAILABLE, with a delay, for problems other than the path:
// no descriptors, no memory, a disk or network that fails.
absl::Status ModelFileError(int error);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_FILES_MODEL_FILE_H_
