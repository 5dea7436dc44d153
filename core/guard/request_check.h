#ifndef SHAPEWRIGHT_CORE_GUARD_REQUEST_CHECK_H_
#define SHAPEWRIGHT_CORE_GUARD_REQUEST_CHECK_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/guard/program.h"
#include "shapewright/v1/guard_program.pb.h"

namespace shapewright::guard {

// An input of a request.
struct RequestTensor {
  absl::string_view name;
  // Unspecified: any.
  v1::ElementType element_type = v1::ELEMENT_TYPE_UNSPECIFIED;
  absl::Span<const int64_t> sizes;
  // Of a small integer input, row-major, if the guard has slots for them; empty: not known.
  absl::Span<const int64_t> elements;
};

enum class Verdict : uint8_t { kPass = 1, kFail = 2, kUndecided = 3 };

// Why a request does not pass.
struct Problem {
  enum class Kind : uint8_t { kCheck, kMissing, kUnknownInput, kTwice, kElementType, kSize };

  Kind kind = Kind::kCheck;
  // Else it is undecided.
  bool is_failure = true;
  // kCheck: the check. kMissing, kTwice, kElementType, kSize: the input, by its place in the
  // program. kUnknownInput: the tensor of the request.
  uint32_t place = 0;
};

// A guard that is ready to check requests. Immutable.
class LoadedGuard {
 public:
  // INVALID_ARGUMENT, with the path of the field, for a program that makes no sense.
  static absl::StatusOr<std::shared_ptr<const LoadedGuard>> Load(v1::GuardProgram program);
  // The same of a serialized program.
  static absl::StatusOr<std::shared_ptr<const LoadedGuard>> Load(absl::string_view bytes);

  const v1::GuardProgram& message() const { return message_; }
  const Program& program() const { return program_; }
  std::optional<uint32_t> FindInput(absl::string_view name) const;
  // The slots of an input: places in GuardProgram.slots.
  absl::Span<const uint32_t> SlotsOf(uint32_t input) const { return slots_[input]; }

 private:
  LoadedGuard(v1::GuardProgram message, Program program);

  v1::GuardProgram message_;
  Program program_;
  HashMap<absl::string_view, uint32_t> inputs_;
  std::vector<std::vector<uint32_t>> slots_;
};

// Checks requests, one after the other; keeps its memory, so that a request that passes allocates
// nothing. Used by one thread at a time.
class RequestCheck {
 public:
  explicit RequestCheck(std::shared_ptr<const LoadedGuard> guard);

  Verdict Check(absl::Span<const RequestTensor> request);

  // Of the last request, which has to live for Describe():

  absl::Span<const Problem> problems() const { return problems_; }
  // In one line: what is wrong, and what would be right.
  std::string Describe(const Problem& problem) const;
  // The type of an output or value; null if the sizes leave it open.
  const v1::GuardType* TypeOf(const v1::GuardOutput& output) const;
  // A size, or a number of bytes; nothing if it is not known.
  std::optional<int64_t> SizeAt(uint32_t instruction) const;
  // Absent: the guard does not have it, or it is not known.
  std::optional<int64_t> MemoryBytes() const;

 private:
  void Add(Problem::Kind kind, size_t place) {
    problems_.push_back({kind, true, static_cast<uint32_t>(place)});
  }
  void Take(uint32_t input, const RequestTensor& tensor);
  void TakeDefaults();
  void RunChecks();
  std::string DescribeCheck(const v1::GuardCheck& check) const;

  const std::shared_ptr<const LoadedGuard> guard_;
  Numbers numbers_;
  std::vector<std::optional<int64_t>> slots_;
  std::vector<bool> has_input_;
  std::vector<Problem> problems_;
  absl::Span<const RequestTensor> request_;
};

}  // namespace shapewright::guard

#endif  // SHAPEWRIGHT_CORE_GUARD_REQUEST_CHECK_H_
