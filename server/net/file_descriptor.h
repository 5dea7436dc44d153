#ifndef SHAPEWRIGHT_SERVER_NET_FILE_DESCRIPTOR_H_
#define SHAPEWRIGHT_SERVER_NET_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace shapewright::server {

// Owns a file descriptor; the destructor closes it.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() { Close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  // The caller then has to close it.
  int Release() { return std::exchange(fd_, -1); }
  void Close() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_FILE_DESCRIPTOR_H_
