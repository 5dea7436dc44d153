#ifndef SHAPEWRIGHT_INFER_H_
#define SHAPEWRIGHT_INFER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "shapewright/fact.h"
#include "shapewright/model.h"
#include "shapewright/rule.h"
#include "shapewright/type.h"

namespace shapewright {

// When a model that is wrong or not fully known fails the call.
enum class Strictness : uint8_t {
  kBestEffort = 1,  // never: there are diagnostics and unknowns
  kNoErrors = 2,    // with a diagnostic of severity kError
  kComplete = 3,    // and if a value has an unknown type, rank or size
};

// The type of an input in place of the one that the model declares.
struct InputType {
  std::string name;
  // `float32[N, 3, 2..8]`: each dim a number, a name or expression, a range, or `?`; or in another
  // notation of docs/notation.md.
  std::string type;
};

// Elements of an input that are always the same, or of a constant that the model keeps elsewhere.
struct KnownElements {
  std::string name;
  // An integer type or kBool.
  ElementType element_type = ElementType::kInt64;
  std::vector<int64_t> sizes;
  // Row-major.
  std::vector<int64_t> values;
};

// What a call is given besides the model; only read while the call runs.
struct InferenceOptions {
  std::vector<InputType> input_types;
  std::vector<KnownElements> constants;
  // What holds of the symbols: `1 <= N <= 32`, `N = 8`, `mod(N, 8) = 0`, `N in {1, 8}`; one symbol
  // in each.
  std::vector<std::string> premises;
  // For operators that the engine does not know, or knows otherwise. Each operator once.
  std::vector<OperatorRule> rules;
  Strictness strictness = Strictness::kBestEffort;
  // Whether an operand of an element type that its operator is not defined for is an error; else
  // it is a warning.
  bool check_types = false;
  // Whether the answer lists the bodies of control flow and the calls of functions too.
  bool all_graphs = false;
  // Whether the answer has the known elements of integer values.
  bool elements = false;
  // DEADLINE_EXCEEDED from then on.
  absl::Time deadline = absl::InfiniteFuture();
  // Asked again and again by the thread that infers; an error ends it and is returned. May be null.
  std::function<absl::Status()> check_interrupt;
  // How many operations it may take, RESOURCE_EXHAUSTED (WORK_LIMIT) beyond; 0: 10^9, and more for
  // a large model. The same inference takes the same number anywhere.
  uint64_t work_limit = 0;
  // About how many bytes of texts and numbers the answer may have, RESOURCE_EXHAUSTED
  // (ANSWER_TOO_LARGE) beyond.
  uint64_t max_answer_bytes = uint64_t{64} << 20;
};

// What is known of a value.
struct Value {
  std::string name;
  // Never null. It belongs to the inference; so does the other one.
  const Type* type = nullptr;
  // What the model declares of an input, where that is something else; else null.
  const Type* declared_type = nullptr;
  // The node of its graph that makes it, or the input that it is; neither: a constant.
  std::optional<uint32_t> node;
  std::optional<uint32_t> input;
  // Among all values of all graphs; that of the main graph's values is their place there.
  uint32_t number = 0;
  // With InferenceOptions::elements: row-major; empty: not known, or none.
  std::vector<Dim> elements;
};

// A graph of a model.
struct GraphInfo {
  std::string name;
  // The node whose body or call it is; absent: the main graph.
  std::optional<Site> owner;
  // Inputs, constants, then the outputs of the nodes in order.
  std::vector<Value> values;
};

// How much there is, and how much of it is known.
struct Statistics {
  uint64_t nodes = 0;
  // Of all graphs. Of those: whose dims are all constants or expressions over the inputs, further
  // ones whose dims all have an upper bound, and the rest.
  uint64_t values = 0;
  uint64_t exact = 0;
  uint64_t bounded = 0;
  uint64_t unknown = 0;
  uint64_t errors = 0;
  uint64_t warnings = 0;
  // Values that rest on an error, whatever is known of them: results of nodes with a diagnostic of
  // severity kError, and what is computed from these.
  uint64_t values_on_errors = 0;
};

// All that was inferred of a model. A handle: copies are cheap and are the same inference, and what
// it gives out by reference, pointer or span lives as long as one of them, or an Evaluator of it.
// It never changes: any number of threads may use it. One that was moved from may only be assigned
// to or destroyed.
class Inference {
 public:
  // The values of the main graph.
  absl::Span<const Value> values() const;
  // What a run takes and what it gives, in order. An input that has a constant is not among them.
  absl::Span<const Value* const> inputs() const;
  absl::Span<const Value* const> outputs() const;
  // A value of the main graph by its name; null if there is none.
  const Value* FindValue(absl::string_view name) const;
  // The main graph; with InferenceOptions::all_graphs all others too, outer ones first.
  absl::Span<const GraphInfo> graphs() const;

  // What the expressions are written in.
  absl::Span<const Symbol> symbols() const;
  // What must hold at run time, without what follows from the rest.
  absl::Span<const Fact> facts() const;
  // Errors first; at most 1,000.
  absl::Span<const Diagnostic> diagnostics() const;
  // Whether there is no diagnostic of severity kError.
  bool is_consistent() const;
  const Statistics& statistics() const;

 private:
  friend struct LibraryAccess;
  class State;
  explicit Inference(std::shared_ptr<const State> state);

  std::shared_ptr<const State> state_;
};

// Infers all types of a model. Takes as long as it takes on the calling thread; other threads may
// infer the same model meanwhile.
//
// Errors: INVALID_ARGUMENT for options that do not suit the model (ErrorField() says which), and as
// the strictness says; RESOURCE_EXHAUSTED beyond a limit; DEADLINE_EXCEEDED; what check_interrupt
// says. What is wrong with the model is no error but a diagnostic.
absl::StatusOr<Inference> InferShapes(const Model& model, const InferenceOptions& options = {});

}  // namespace shapewright

#endif  // SHAPEWRIGHT_INFER_H_
