#include "server/model_root.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/status.h"

namespace shapewright::server {
namespace {

// A FIFO that nobody writes to must not keep the server waiting.
constexpr int kFileFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

absl::Status NotServed() {
  return CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                   "the server's model root has no such file");
}

// The parts of a path that stays where it begins.
std::optional<std::vector<std::string>> SplitPath(const std::string& path) {
  if (path.find('\0') != std::string::npos) return std::nullopt;
  std::vector<std::string> parts = absl::StrSplit(path, '/');
  for (const std::string& part : parts) {
    if (part.empty() || part == "." || part == "..") return std::nullopt;
  }
  return parts;
}

int OpenBeneath(int root, const std::string& path) {
  open_how how = {};
  how.flags = kFileFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
  return static_cast<int>(syscall(SYS_openat2, root, path.c_str(), &how, sizeof(how)));
}

// What a file was when it was opened; equal only for the same content, as far as the file system
// tells.
std::string IdentityOf(const struct stat& info) {
  return absl::StrCat(info.st_dev, ":", info.st_ino, ":", info.st_size, ":", info.st_mtim.tv_sec,
                      ".", info.st_mtim.tv_nsec, ":", info.st_ctim.tv_sec, ".",
                      info.st_ctim.tv_nsec, "\n");
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) close(fd_);
}

ModelFile::ModelFile(FileDescriptor fd, const struct stat& info)
    : fd_(std::move(fd)), size_(static_cast<uint64_t>(info.st_size)), identity_(IdentityOf(info)) {}

bool ModelFile::IsUnchanged() const {
  struct stat info = {};
  return fstat(fd_.get(), &info) == 0 && IdentityOf(info) == identity_;
}

absl::StatusOr<std::unique_ptr<const ModelRoot>> ModelRoot::Open(const std::string& folder) {
  FileDescriptor root(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) {
    return absl::ErrnoToStatus(errno, absl::StrCat("--model-root: cannot open ", folder));
  }
  return std::unique_ptr<const ModelRoot>(new ModelRoot(std::move(root)));
}

absl::StatusOr<ModelFile> ModelRoot::OpenFile(const std::string& path) const {
  if (!SplitPath(path).has_value()) return NotServed();
  FileDescriptor file(OpenBeneath(root_.get(), path));
  if (file.is_open()) return Examine(std::move(file));
  if (errno == ENOSYS || errno == EPERM) return OpenFileStepwise(path);
  return NotServed();
}

absl::StatusOr<ModelFile> ModelRoot::OpenFileStepwise(const std::string& path) const {
  const std::optional<std::vector<std::string>> parts = SplitPath(path);
  if (!parts.has_value()) return NotServed();
  FileDescriptor folder;
  for (size_t i = 0; i + 1 < parts->size(); ++i) {
    const int parent = folder.is_open() ? folder.get() : root_.get();
    FileDescriptor next(
        openat(parent, (*parts)[i].c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next.is_open()) return NotServed();
    folder = std::move(next);
  }
  const int parent = folder.is_open() ? folder.get() : root_.get();
  FileDescriptor file(openat(parent, parts->back().c_str(), kFileFlags | O_NOFOLLOW));
  if (!file.is_open()) return NotServed();
  return Examine(std::move(file));
}

absl::StatusOr<ModelFile> ModelRoot::Examine(FileDescriptor file) {
  struct stat info = {};
  if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return NotServed();
  return ModelFile(std::move(file), info);
}

}  // namespace shapewright::server
