#ifndef SHAPEWRIGHT_EVALUATE_H_
#define SHAPEWRIGHT_EVALUATE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "shapewright/infer.h"
#include "shapewright/type.h"

namespace shapewright {

// What is given of one input.
struct InputSizes {
  std::string name;
  // Of each axis, 0 or greater; -1: not given. Without any and with `values`, an input of one axis
  // is as long as they are.
  std::vector<int64_t> sizes;
  // The elements of an integer input on which shapes depend, row-major; empty: not given.
  std::vector<int64_t> values;
  // It is a scalar: without any sizes. False: these are not given.
  bool is_scalar = false;
};

struct SymbolSize {
  std::string symbol;
  // 0 or greater, unless the symbol is an element of an input.
  int64_t size = 0;
};

// The sizes of one run. Inputs and symbols add up; where they contradict each other, that is a
// violation.
struct Binding {
  std::vector<InputSizes> inputs;
  std::vector<SymbolSize> symbols;
};

// How memory is planned.
struct MemoryOptions {
  // Every buffer starts at a multiple of it: a power of two.
  int64_t alignment = 64;
  // Whether an elementwise operator may write over an operand that nobody reads afterwards.
  bool reuse_in_place = false;
  // Whether the answer says where each buffer lies.
  bool plan = false;
};

struct EvaluatorOptions {
  // Names of inner values of the main graph to answer, behind the outputs.
  std::vector<std::string> values;
  // All values of the main graph, in place of outputs and `values`.
  bool all_values = false;
  // Absent: no memory in the answer.
  std::optional<MemoryOptions> memory;
};

// Of one evaluation. The limits are as those of InferenceOptions.
struct EvaluateOptions {
  absl::Time deadline = absl::InfiniteFuture();
  std::function<absl::Status()> check_interrupt;
  uint64_t work_limit = 0;
};

// A size that is not known in a list of plain numbers.
inline constexpr int64_t kUnknownSize = -1;

// One value at given sizes.
struct ValueSize {
  std::string name;
  // kUnknown: not known, or it is no tensor.
  ElementType element_type = ElementType::kUnknown;
  // False: it is no tensor, or its rank is not known.
  bool has_sizes = false;
  // Of each axis, and what that never exceeds where the data decide; kUnknownSize where there is
  // none.
  std::vector<int64_t> sizes;
  std::vector<int64_t> upper_sizes;
  // That it takes at most; absent: not known.
  std::optional<int64_t> bytes;
};

// Something that fails at given sizes.
struct Violation {
  enum class Kind : uint8_t {
    kFact,       // a fact does not hold
    kBinding,    // the binding contradicts itself, or a size that the model declares
    kOverflow,   // a number of a value is beyond 64 bits
    kUndefined,  // a size of a value is a division by zero, or below zero
    kModel,      // the model has an error, at any size or at these
  };

  Kind kind = Kind::kFact;
  // In one line each; there may be no suggestion.
  std::string message;
  std::string suggestion;
  // Its place in Inference::facts(), absent where the binding decides what the model leaves open or
  // inference assumed; and what both sides come to.
  std::optional<uint32_t> fact;
  std::optional<int64_t> left;
  std::optional<int64_t> right;
};

// A place in the memory of the intermediates.
struct Buffer {
  // Value::number.
  uint32_t value = 0;
  int64_t offset = 0;
  int64_t bytes = 0;
  // Nodes of the main graph: that first writes it, and the last that reads it.
  uint32_t first_node = 0;
  uint32_t last_node = 0;
};

// The memory of one run; what is absent is not known.
struct Memory {
  // Weights, inputs, outputs and the peak of the intermediates.
  std::optional<int64_t> total_bytes;
  std::optional<int64_t> weights_bytes;
  std::optional<int64_t> inputs_bytes;
  std::optional<int64_t> outputs_bytes;
  // What the plan needs for all other values; the most that live at one time; all of them together.
  std::optional<int64_t> peak_bytes;
  std::optional<int64_t> lower_bound_bytes;
  std::optional<int64_t> intermediates_bytes;
  // The node of the main graph at which most bytes live.
  uint32_t peak_node = 0;
  // Whether some of these are upper bounds.
  bool is_upper_bound = false;
  // With MemoryOptions::plan, by the node that writes them.
  std::vector<Buffer> plan;
};

struct Evaluation {
  enum class Verdict : uint8_t {
    kValid = 1,    // all that must hold, holds
    kInvalid = 2,  // something fails: see `violations`; or the model has errors at any size
    kOpen = 3,     // something depends on symbols without a size, or on data
  };

  Verdict verdict = Verdict::kOpen;
  // The outputs, then what EvaluatorOptions::values names.
  std::vector<ValueSize> values;
  std::vector<Violation> violations;
  // The symbols of the inputs that the sizes depend on and that have none.
  std::vector<std::string> unbound;
  std::optional<Memory> memory;
};

// Evaluates an inference at given sizes: made once, then asked for each run. A handle like the
// inference, which lives as long as this. Any number of threads may use it; what they evaluate at
// the same time they evaluate side by side.
class Evaluator {
 public:
  // INVALID_ARGUMENT for a name that the main graph does not have, or an alignment that is no power
  // of two.
  static absl::StatusOr<Evaluator> Make(const Inference& inference,
                                        const EvaluatorOptions& options = {});

  // Takes microseconds for a model of hundreds of nodes, more with all values or memory. What fails
  // at these sizes is no error but a violation.
  //
  // Errors: INVALID_ARGUMENT for names that the model does not have, another number of axes and
  // negative sizes (ErrorField() says which); RESOURCE_EXHAUSTED beyond the work limit;
  // DEADLINE_EXCEEDED; what check_interrupt says. An input of unknown rank takes any sizes and
  // binds nothing: give its rank in InferenceOptions::input_types.
  absl::StatusOr<Evaluation> Evaluate(const Binding& binding,
                                      const EvaluateOptions& options = {}) const;

 private:
  friend struct LibraryAccess;
  class State;
  explicit Evaluator(std::shared_ptr<const State> state);

  std::shared_ptr<const State> state_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_EVALUATE_H_
