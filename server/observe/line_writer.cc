#include "server/observe/line_writer.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kRetry{100};
constexpr std::chrono::seconds kFlush{1};

// Opens a pipe again: setting the given descriptor to non-blocking would change it for all
// processes that share it.
FileDescriptor OpenOwn(int fd) {
  struct stat info = {};
  if (fstat(fd, &info) != 0 || !S_ISFIFO(info.st_mode)) return FileDescriptor();
  const std::string path = absl::StrCat("/proc/self/fd/", fd);
  return FileDescriptor(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

bool IsSocket(int fd) {
  struct stat info = {};
  return fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode);
}

// Errors that may pass: a full pipe, disk or quota, a file at its size limit.
bool IsFull(int error) {
  return error == EAGAIN || error == ENOSPC || error == EDQUOT || error == EFBIG;
}

// The file that lines are written to. For one thread.
class Sink {
 public:
  explicit Sink(int fd)
      : own_(OpenOwn(fd)), fd_(own_.is_open() ? own_.get() : fd), is_socket_(IsSocket(fd)) {}

  // False if the line is lost. `rest` waits a moment, and returns false when time is up.
  template <typename Rest>
  bool Write(std::string line, const Rest& rest) {
    if (is_torn_) line.insert(0, 1, '\n');
    size_t done = 0;
    off_t size = 0;
    while (done < line.size()) {
      const ssize_t count = Put(line.data() + done, line.size() - done);
      if (count > 0) {
        done += static_cast<size_t>(count);
        continue;
      }
      if (count < 0 && errno == EINTR) continue;
      if (done > 0 && size == 0) size = FileSize();
      if (count == 0 || !IsFull(errno) || !rest() || (done > 0 && FileSize() != size)) {
        // If the file was truncated meanwhile, the partial line is gone.
        if (done > 0) is_torn_ = size == 0 || FileSize() != 0;
        return false;
      }
    }
    is_torn_ = false;
    return true;
  }

 private:
  ssize_t Put(const char* bytes, size_t size) const {
    if (is_socket_) return send(fd_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    return write(fd_, bytes, size);
  }
  // 0 if it is no regular file.
  off_t FileSize() const {
    struct stat info = {};
    return fstat(fd_, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : 0;
  }

  const FileDescriptor own_;
  const int fd_;
  const bool is_socket_;
  // Whether the output ends with a partial line.
  bool is_torn_ = false;
};

}  // namespace

struct LineWriter::State {
  void Run(int fd);
  // Waits a moment; false if the writer is being destroyed.
  bool Rest();

  size_t max_bytes = 0;
  LostLinesText lost_lines_text;
  std::atomic<uint64_t> lost{0};
  std::atomic<size_t> unwritten{0};  // lines, including the one being written
  std::mutex mutex;
  // Guarded by mutex, as is all below.
  std::condition_variable changed;
  std::deque<std::string> lines;
  size_t bytes = 0;
  bool is_stopping = false;
};

bool LineWriter::State::Rest() {
  std::unique_lock<std::mutex> lock(mutex);
  return !changed.wait_for(lock, kRetry, [this] { return is_stopping; });
}

void LineWriter::State::Run(int fd) {
  Sink sink(fd);
  const auto rest = [this] { return Rest(); };
  uint64_t reported = 0;
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return is_stopping || !lines.empty(); });
    if (lines.empty()) return;
    std::string line = std::move(lines.front());
    lines.pop_front();
    lock.unlock();
    const size_t size = line.size();
    const uint64_t unreported = lost - reported;
    if (unreported > 0 && sink.Write(lost_lines_text(unreported), rest)) reported += unreported;
    if (!sink.Write(std::move(line), rest)) ++lost;
    lock.lock();
    bytes -= size;
    --unwritten;
    changed.notify_all();
  }
}

LineWriter::LineWriter(int fd, size_t max_bytes, LostLinesText lost_lines_text)
    : state_(std::make_shared<State>()) {
  state_->max_bytes = max_bytes;
  state_->lost_lines_text = std::move(lost_lines_text);
  thread_ = std::thread([state = state_, fd] {
    pthread_setname_np(pthread_self(), "log");
    state->Run(fd);
  });
}

LineWriter::~LineWriter() {
  Flush();
  std::unique_lock<std::mutex> lock(state_->mutex);
  const size_t left = state_->unwritten;
  state_->is_stopping = true;
  state_->changed.notify_all();
  lock.unlock();
  if (left == 0) {
    thread_.join();
  } else {
    thread_.detach();  // it may hang in a write for ever
  }
}

void LineWriter::Push(std::string line) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (line.size() > state_->max_bytes - state_->bytes) {
    ++state_->lost;
    return;
  }
  state_->bytes += line.size();
  ++state_->unwritten;
  state_->lines.push_back(std::move(line));
  state_->changed.notify_all();
}

void LineWriter::Flush() {
  std::unique_lock<std::mutex> lock(state_->mutex);
  state_->changed.wait_for(lock, kFlush, [this] { return state_->unwritten == 0; });
}

uint64_t LineWriter::lost() const { return state_->lost; }

bool LineWriter::is_idle() const { return state_->unwritten == 0; }

}  // namespace shapewright::server
