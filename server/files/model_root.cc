#include "server/files/model_root.h"

#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// For what is over soon, if ever.
constexpr std::chrono::milliseconds kRetryDelay{500};

absl::Status Passing(absl::Status error) {
  SetRetryDelay(error, kRetryDelay);
  return error;
}

// Whether a path stays where it begins.
bool IsPlain(const std::string& path) {
  if (path.find('\0') != std::string::npos) return false;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

// What a file was when it was opened; equal only for the same content, as far as the file system
// tells.
std::string IdentityOf(const struct stat& info) {
  return absl::StrCat(info.st_dev, ":", info.st_ino, ":", info.st_size, ":", info.st_mtim.tv_sec,
                      ".", info.st_mtim.tv_nsec, ":", info.st_ctim.tv_sec, ".",
                      info.st_ctim.tv_nsec, "\n");
}

}  // namespace

absl::Status ModelFileError(int error) {
  switch (error) {
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case ENODEV:
    case ENOENT:
    case ENOTDIR:
    case ENXIO:
    case EXDEV:
      return CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                       "the server's model root has no such file");
    case EACCES:
    case EPERM:
      return CallError(absl::StatusCode::kPermissionDenied, reason::kPathNotReadable,
                       "the server may not read this file");
    case EMFILE:
    case ENFILE:
      return Passing(CallError(absl::StatusCode::kResourceExhausted, reason::kTooManyOpenFiles,
                               "the server has as many files open as it may have"));
    case ENOMEM:
      return Passing(OutOfMemoryError("file"));
    default:
      return Passing(CallError(absl::StatusCode::kUnavailable, reason::kModelRootFailed,
                               "the file cannot be read now"));
  }
}

ModelFile::ModelFile(FileDescriptor fd, const struct stat& info)
    : fd_(std::move(fd)), size_(static_cast<uint64_t>(info.st_size)), identity_(IdentityOf(info)) {}

absl::Status ModelFile::CheckUnchanged() const {
  struct stat info = {};
  if (fstat(fd_.get(), &info) != 0) return ModelFileError(errno);
  return IdentityOf(info) == identity_ ? absl::OkStatus() : FileChangedError();
}

absl::StatusOr<std::unique_ptr<const ModelRoot>> ModelRoot::Open(const std::string& folder) {
  BeneathFolder opened(folder);
  if (opened.error() != 0) {
    return absl::ErrnoToStatus(opened.error(), absl::StrCat("--model-root: cannot open ", folder));
  }
  return std::unique_ptr<const ModelRoot>(new ModelRoot(std::move(opened)));
}

absl::StatusOr<ModelFile> ModelRoot::OpenFile(const std::string& path) const {
  if (!IsPlain(path)) return ModelFileError(ENOENT);
  OpenedFile opened = folder_.Open(path);
  if (!opened.file.is_open()) return ModelFileError(opened.error);
  struct stat info = {};
  if (fstat(opened.file.get(), &info) != 0) return ModelFileError(errno);
  return ModelFile(std::move(opened.file), info);
}

}  // namespace shapewright::server
