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

// Writes lines to a descriptor on a thread of its own, so that no caller waits for a slow reader or
// a full disk: lines are then kept up to a number of bytes; further ones are counted and dropped,
// and when there is room again a line says how many.
//
// A line that is written in part is completed when there is room; if that is impossible, the next
// line starts on a new line. Thread-safe.
class LineWriter {
 public:
  // The text that reports this many lost lines; it ends with a line feed.
  using LostLinesText = std::function<std::string(uint64_t lines)>;

  // `fd` stays open as long as the process lives.
  LineWriter(int fd, size_t max_bytes, LostLinesText lost_lines_text);
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;
  // Flushes as Flush(); lines that are not written then are lost.
  ~LineWriter();

  // Adds a line, which ends with a line feed.
  void Push(std::string line);
  // Returns when all lines are written or lost, or after a second.
  void Flush();
  // The number of lines that were dropped.
  uint64_t lost() const;
  // Whether all lines are written. Takes no lock, so signal handlers may call it.
  bool is_idle() const;

 private:
  struct State;

  // Shared with the thread, which may hang in a write for ever.
  const std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_LINE_WRITER_H_
