#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTE_CURSOR_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTE_CURSOR_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// What all that read one file share: its bytes, the limits, the work, and the first error, after
// which all functions return false.
class BytecodeState {
 public:
  BytecodeState(absl::string_view file, const ReaderLimits& limits, Work* work, Arena* arena)
      : file_(file), limits_(limits), work_(*work), arena_(arena) {}
  BytecodeState(const BytecodeState&) = delete;
  BytecodeState& operator=(const BytecodeState&) = delete;

  bool Count(uint64_t operations);
  // Fails at a byte of the file. Always false.
  bool Fail(const char* at, absl::string_view message);
  bool FailWith(const absl::Status& error);
  const absl::Status& error() const { return error_; }
  bool failed() const { return failed_; }

  // Recursion of types, attributes and regions.
  class Nested {
   public:
    explicit Nested(BytecodeState& state) : state_(state) { ++state_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ~Nested() { --state_.depth_; }
    // False, with an error, if it is too deep.
    bool ok(const char* at) const;

   private:
    BytecodeState& state_;
  };

  absl::string_view file() const { return file_; }
  const ReaderLimits& limits() const { return limits_; }
  Work* work() { return &work_; }
  Arena* arena() { return arena_; }

 private:
  static constexpr int kMaxDepth = 256;

  const absl::string_view file_;
  const ReaderLimits& limits_;
  Work& work_;
  Arena* arena_;
  int depth_ = 0;
  bool failed_ = false;
  absl::Status error_;
};

// Reads the primitives of MLIR's bytecode from a part of the file, one after the other.
class ByteCursor {
 public:
  ByteCursor() = default;
  ByteCursor(absl::string_view bytes, BytecodeState* state) : bytes_(bytes), state_(state) {}

  size_t left() const { return bytes_.size() - at_; }
  bool AtEnd() const { return left() == 0; }
  absl::string_view Rest() const { return bytes_.substr(at_); }
  const char* here() const { return bytes_.data() + at_; }

  bool ReadByte(uint8_t* byte);
  bool ReadVarint(uint64_t* value);
  bool ReadSigned(int64_t* value);
  // A number whose lowest bit is a flag.
  bool ReadFlagged(uint64_t* value, bool* flag);
  // What kind of attribute or type follows.
  bool ReadCode(uint8_t* code);
  // Whether the number is one of `size` things that the file has; else fails. `what` is `a string`.
  bool CheckNumber(uint64_t number, size_t size, absl::string_view what);
  // The number of such a thing.
  bool ReadNumber(size_t size, absl::string_view what, uint64_t* number);
  // How many items follow, each of which takes at least a byte.
  bool ReadCount(uint64_t* count);
  bool ReadFlaggedCount(uint64_t* count, bool* flag);
  bool ReadBytes(uint64_t size, absl::string_view* bytes);
  // A number of bytes, and the bytes.
  bool ReadBlob(absl::string_view* bytes);
  // Up to a byte of zero.
  bool ReadTerminated(absl::string_view* text);
  bool ReadSection(uint8_t* id, ByteCursor* content);
  // A number of integers, and the integers, into the arena.
  bool ReadSignedList(absl::Span<const int64_t>* values);

  bool Fail(absl::string_view message) { return state_->Fail(here(), message); }
  BytecodeState& state() { return *state_; }

 private:
  absl::string_view bytes_;
  size_t at_ = 0;
  BytecodeState* state_ = nullptr;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTE_CURSOR_H_
