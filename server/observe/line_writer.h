#ifndef SHAPEWRIGHT_SERVER_OBSERVE_LINE_WRITER_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_LINE_WRITER_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace shapewright::server {

// Writes lines to a descriptor on a thread of its own, so that nobody waits for a reader who does
// not read, or for a disk that is full: then lines are kept up to a number of bytes, further ones
// are counted and dropped, and as soon as there is room again a line says how many.
//
// What has begun is ended: a line of which a part is written is completed when there is room; if
// that is impossible, the next line begins on a line of its own. Thread-safe.
class LineWriter {
 public:
  // What is written about so many lines that were lost; it ends with a line feed.
  using LostLinesText = std::function<std::string(uint64_t lines)>;

  // `fd` stays open as long as the process lives.
  LineWriter(int fd, size_t max_bytes, LostLinesText lost_lines_text);
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;
  // As Flush(); what is not written then is lost.
  ~LineWriter();

  // A line with its line feed.
  void Push(std::string line);
  // Returns when all is written or lost, or after a second.
  void Flush();
  // Lines that were never written.
  uint64_t lost() const;
  // Whether there is nothing to write. Locks nothing: for handlers of signals.
  bool is_idle() const;

 private:
  struct State;

  // The thread's too: it may hang in a write that never ends.
  const std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_LINE_WRITER_H_
