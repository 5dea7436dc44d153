#include "client/cpp/cli/run/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "core/wire/file_error.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kModeOfNew = 0666;
constexpr mode_t kModeBits = 07777;

// An open file, closed at the latest when this goes.
class OpenFile {
 public:
  OpenFile(const std::string& path, int flags, mode_t mode)
      : fd_(open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, mode)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { Close(); }

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }

  // False: errno says why. So below.
  bool Write(absl::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t done = write(fd_, bytes.data(), bytes.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) return false;
      bytes.remove_prefix(static_cast<size_t>(done));
    }
    return true;
  }

  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || close(fd) == 0;
  }

 private:
  int fd_;
};

// Removes a file at the end, unless it was kept.
class NewFile {
 public:
  explicit NewFile(std::string path) : path_(std::move(path)) {}
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (!is_kept_) unlink(path_.c_str());
  }

  bool MoveTo(const std::string& path) {
    is_kept_ = rename(path_.c_str(), path.c_str()) == 0;
    return is_kept_;
  }

 private:
  const std::string path_;
  bool is_kept_ = false;
};

// Where a link leads, also to what is not there yet.
std::string RealPath(const std::string& path) {
  constexpr int kMostLinks = 40;
  fs::path real = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(real, error)); ++i) {
    const fs::path next = fs::read_symlink(real, error);
    if (error) break;
    real = real.parent_path() / next;  // an absolute one stays as it is
  }
  return real;
}

std::string NameBeside(const std::string& path) {
  std::random_device random;
  const fs::path folder = fs::path(path).parent_path();
  return folder / absl::StrCat(".shapewright-", absl::Hex(random(), absl::kZeroPad8),
                               absl::Hex(random(), absl::kZeroPad8));
}

// Makes a rename last. It is done, whatever becomes of this.
void SyncFolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path();
  const int fd = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

// `old`: of the file that it replaces; null: there is none.
absl::Status Replace(const std::string& path, const std::string& real, const struct stat* old,
                     absl::string_view bytes) {
  const std::string beside = NameBeside(real);
  OpenFile file(beside, O_CREAT | O_EXCL, kModeOfNew);
  if (!file.is_open()) return CannotWriteFile(path, errno);
  NewFile made(beside);
  if (old != nullptr) {
    // Another owner's file stays theirs if this user may do so.
    if (fchown(file.fd(), old->st_uid, old->st_gid) != 0) errno = 0;
    if (fchmod(file.fd(), old->st_mode & kModeBits) != 0) return CannotWriteFile(path, errno);
  }
  const bool is_good =
      file.Write(bytes) && fsync(file.fd()) == 0 && file.Close() && made.MoveTo(real);
  if (!is_good) return CannotWriteFile(path, errno);
  SyncFolderOf(real);
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteFile(const std::string& path, absl::string_view bytes) {
  struct stat old = {};
  const bool is_there = stat(path.c_str(), &old) == 0;
  if (is_there && S_ISDIR(old.st_mode)) return CannotWriteFile(path, EISDIR);
  if (is_there && access(path.c_str(), W_OK) != 0) return CannotWriteFile(path, errno);
  if (!is_there || S_ISREG(old.st_mode)) {
    return Replace(path, RealPath(path), is_there ? &old : nullptr, bytes);
  }
  OpenFile file(path, 0, 0);
  const bool is_good = file.is_open() && file.Write(bytes) && file.Close();
  return is_good ? absl::OkStatus() : CannotWriteFile(path, errno);
}

}  // namespace shapewright::cli
