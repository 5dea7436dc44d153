#ifndef SHAPEWRIGHT_GUARD_H_
#define SHAPEWRIGHT_GUARD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "shapewright/infer.h"
#include "shapewright/type.h"

namespace shapewright {

struct GuardOptions {
  // Names of inner values of the main graph whose sizes are wanted beside those of the outputs.
  std::vector<std::string> values;
  // Whether the guard tells the bytes that live at one time, aligned to 64.
  bool memory = false;
};

// What a model demands of requests, and the sizes of its outputs, as a small program
// (docs/guards.md). A handle: cheap to copy, immutable, for any number of threads.
class Guard {
 public:
  // Reads a guard: what Save() gives, or a serialized GuardProgram of a server. INVALID_ARGUMENT
  // says what is wrong with it.
  static absl::StatusOr<Guard> Load(absl::string_view bytes);
  // INVALID_ARGUMENT for names that the main graph does not have; FAILED_PRECONDITION if the guard
  // is too large.
  static absl::StatusOr<Guard> Compile(const Inference& inference,
                                       const GuardOptions& options = {});

  std::string Save() const;
  // Whether what passes does not fail for a shape, or only if `not_covered` holds.
  bool is_complete() const;
  const std::vector<std::string>& not_covered() const;
  // In the order of the model.
  const std::vector<std::string>& inputs() const;
  // The texts of the checks, by their numbers (GuardProblem::check).
  const std::vector<std::string>& checks() const;

 private:
  friend class GuardCheck;
  class State;
  explicit Guard(std::shared_ptr<const State> state);

  std::shared_ptr<const State> state_;
};

// An input of a request. What it refers to outlives the check of it.
struct GuardTensor {
  absl::string_view name;
  // kUnknown: any.
  ElementType element_type = ElementType::kUnknown;
  absl::Span<const int64_t> sizes;
  // Of a small integer input on which shapes depend, row-major; empty: not known.
  absl::Span<const int64_t> elements;
};

enum class GuardVerdict : uint8_t { kPass = 1, kFail = 2, kUndecided = 3 };

struct GuardProblem {
  // One line: what is wrong, and what would be right.
  std::string text;
  // Else it leaves the request undecided.
  bool is_failure = true;
  // The number of the check; absent: an input is missing, unknown, or of another type.
  std::optional<uint32_t> check;
};

// Checks requests by a guard, one after the other. Keeps its memory: a request that passes
// allocates nothing. Used by one thread at a time.
class GuardCheck {
 public:
  explicit GuardCheck(const Guard& guard);
  GuardCheck(GuardCheck&& other) noexcept;
  GuardCheck& operator=(GuardCheck&& other) noexcept;
  ~GuardCheck();

  GuardVerdict Check(absl::Span<const GuardTensor> request);

  // Of the last request, as long as it lives:

  std::vector<GuardProblem> Problems() const;
  // The sizes of an output, then of GuardOptions::values, -1 of what is not known; absent: it has
  // none, or its rank is not known.
  std::optional<std::vector<int64_t>> SizesOf(absl::string_view name) const;
  // With GuardOptions::memory; absent: not known.
  std::optional<int64_t> MemoryBytes() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_GUARD_H_
