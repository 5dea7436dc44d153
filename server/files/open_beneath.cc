#include "server/files/open_beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <optional>
#include <system_error>

#include "absl/strings/str_split.h"

namespace shapewright::server {
namespace {

// Opening a FIFO must not block; a terminal must not become the controlling one.
constexpr int kReadFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
// For fstat() without opening a device, which alone could have an effect.
constexpr int kLookFlags = O_PATH | O_CLOEXEC;
// The limit of Linux.
constexpr int kMaxLinks = 40;
// Each folder on the path takes an open descriptor.
constexpr size_t kMaxFolders = 64;
// How often openat2() is repeated after a concurrent rename.
constexpr int kMaxRenames = 8;

using Parts = std::vector<std::string>;

Parts SplitParts(const std::string& path) { return absl::StrSplit(path, '/'); }

// The parts of an absolute path, without empty ones and `.`.
Parts NameParts(const std::string& path) {
  Parts parts = SplitParts(path);
  parts.erase(std::remove_if(parts.begin(), parts.end(),
                             [](const std::string& part) { return part.empty() || part == "."; }),
              parts.end());
  return parts;
}

OpenedFile Failed(int error) { return {FileDescriptor(), error}; }

// The file's type, one of S_IF...; nothing on an error, which errno has.
std::optional<mode_t> TypeOf(const FileDescriptor& file) {
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return std::nullopt;
  return info.st_mode & S_IFMT;
}

// The file if it is regular, else an error.
OpenedFile OnlyRegular(FileDescriptor file) {
  if (!file.is_open()) return Failed(errno);
  const std::optional<mode_t> type = TypeOf(file);
  if (!type.has_value()) return Failed(errno);
  if (S_ISDIR(*type)) return Failed(EISDIR);
  if (!S_ISREG(*type)) return Failed(ENXIO);
  return {std::move(file), 0};
}

FileDescriptor OpenAt(int folder, const std::string& name, int flags) {
  int fd = -1;
  do {
    fd = openat(folder, name.c_str(), flags | O_NOFOLLOW);
  } while (fd < 0 && errno == EINTR);
  return FileDescriptor(fd);
}

FileDescriptor OpenBeneath(int root, const std::string& path, int flags) {
  open_how how = {};
  how.flags = static_cast<unsigned>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  long fd = -1;  // NOLINT(google-runtime-int): what syscall() returns
  int renames = 0;
  do {
    fd = syscall(SYS_openat2, root, path.c_str(), &how, sizeof(how));
  } while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++renames <= kMaxRenames)));
  return FileDescriptor(static_cast<int>(fd));
}

// Resolves a path from the root step by step. Each folder is opened in the one before, without
// following links, and `..` goes back to that one: no step leads outside, even if folders are moved
// or replaced meanwhile.
class Walk {
 public:
  Walk(int root, const std::vector<Parts>& names) : root_(root), names_(names) {}

  OpenedFile Run(const std::string& path) {
    Append(SplitParts(path));
    while (!todo_.empty()) {
      const std::string part = std::move(todo_.back());
      todo_.pop_back();
      if (part.empty() || part == ".") continue;
      if (part == "..") {
        if (folders_.empty()) return Failed(EXDEV);
        folders_.pop_back();
        continue;
      }
      std::optional<OpenedFile> end = Step(part);
      if (end.has_value()) return *std::move(end);
    }
    return Failed(EISDIR);
  }

 private:
  int here() const { return folders_.empty() ? root_ : folders_.back().get(); }

  void Append(const Parts& parts) { todo_.insert(todo_.end(), parts.rbegin(), parts.rend()); }

  // Nothing if there are more parts.
  std::optional<OpenedFile> Step(const std::string& part) {
    FileDescriptor next = OpenAt(here(), part, kLookFlags);
    if (!next.is_open()) return Failed(errno);
    const std::optional<mode_t> type = TypeOf(next);
    if (!type.has_value()) return Failed(errno);
    if (S_ISLNK(*type)) return Follow(next);
    if (S_ISDIR(*type)) {
      if (folders_.size() == kMaxFolders) return Failed(ENAMETOOLONG);
      folders_.push_back(std::move(next));
      return std::nullopt;
    }
    if (!todo_.empty()) return Failed(ENOTDIR);
    if (!S_ISREG(*type)) return Failed(ENXIO);
    FileDescriptor file = OpenAt(here(), part, kReadFlags);
    if (file.is_open() || errno != ELOOP) return OnlyRegular(std::move(file));
    // The file was replaced by a link meanwhile.
    todo_.push_back(part);
    return CountLink();
  }

  std::optional<OpenedFile> CountLink() {
    if (++links_ > kMaxLinks) return Failed(ELOOP);
    return std::nullopt;
  }

  std::optional<OpenedFile> Follow(const FileDescriptor& link) {
    char target[PATH_MAX];
    const ssize_t size = readlinkat(link.get(), "", target, sizeof(target));
    if (size < 0) return Failed(errno);
    if (size == 0) return Failed(ENOENT);
    if (static_cast<size_t>(size) == sizeof(target)) return Failed(ENAMETOOLONG);
    const std::string text(target, static_cast<size_t>(size));
    if (text.front() != '/') {
      Append(SplitParts(text));
      return CountLink();
    }
    const std::optional<Parts> below = BelowRoot(NameParts(text));
    if (!below.has_value()) return Failed(EXDEV);
    folders_.clear();
    Append(*below);
    return CountLink();
  }

  std::optional<Parts> BelowRoot(const Parts& target) const {
    for (const Parts& name : names_) {
      if (target.size() < name.size()) continue;
      const auto end = target.begin() + static_cast<ptrdiff_t>(name.size());
      if (std::equal(name.begin(), name.end(), target.begin(), end)) {
        return Parts(end, target.end());
      }
    }
    return std::nullopt;
  }

  const int root_;
  const std::vector<Parts>& names_;
  std::vector<FileDescriptor> folders_;  // from the root's child on
  Parts todo_;                           // in reverse: the next part is the last
  int links_ = 0;
};

}  // namespace

BeneathFolder::BeneathFolder(const std::string& folder)
    : root_(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (!root_.is_open()) {
    error_ = errno;
    return;
  }
  std::error_code ignored;  // the name is left out then
  for (const std::filesystem::path& name :
       {std::filesystem::absolute(folder, ignored), std::filesystem::canonical(folder, ignored)}) {
    if (!name.empty()) names_.push_back(NameParts(name.lexically_normal()));
  }
}

OpenedFile BeneathFolder::Open(const std::string& path) const {
  const FileDescriptor seen = OpenBeneath(root_.get(), path, kLookFlags);
  if (seen.is_open()) {
    const std::optional<mode_t> type = TypeOf(seen);
    if (!type.has_value()) return Failed(errno);
    if (S_ISDIR(*type)) return Failed(EISDIR);
    if (!S_ISREG(*type)) return Failed(ENXIO);
    FileDescriptor file = OpenBeneath(root_.get(), path, kReadFlags);
    if (file.is_open()) return OnlyRegular(std::move(file));
  }
  switch (errno) {
    case ENOSYS:
    case EPERM:   // a seccomp filter forbids it
    case EINVAL:  // an older kernel
    case EXDEV:   // an absolute link, which may lead inside
    case EAGAIN:
      return OpenStepwise(path);
    default:
      return Failed(errno);
  }
}

OpenedFile BeneathFolder::OpenStepwise(const std::string& path) const {
  return Walk(root_.get(), names_).Run(path);
}

}  // namespace shapewright::server
