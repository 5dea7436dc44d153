#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_OPTIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_OPTIONS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "absl/strings/string_view.h"
#include "core/base/answer_budget.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "core/rules/registry/request_rules.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::inference {

// Numbers = shapewright.v1.Strictness.
enum class Strictness : uint8_t {
  kBestEffort = 1,  // always an answer, with diagnostics
  kNoErrors = 2,    // an error diagnostic fails the call
  kComplete = 3,    // so does a value whose shape is not known
};

// Number of distinct unknown dims that each operator introduced. Keys are the registry's names,
// which live as long as the process; "other" for operators it does not have.
using UnknownDims = std::map<absl::string_view, size_t>;

// What a caller asks of an inference: its limits, its strictness, and where it reports to.
struct InferOptions {
  Strictness strictness = Strictness::kBestEffort;
  // Whether an element type that an operator is not defined for is an error; else a warning.
  bool check_types = false;
  // Whether what onnxruntime demands beyond the specification is required, too; else it is noted.
  bool as_onnxruntime = false;
  // Its check_interrupt is called while reading, inferring and writing the answer.
  graph::ReaderOptions reader;
  symbolic::ExprLimits exprs;
  // Limit on the nesting of function calls.
  int max_function_depth = 32;
  // Limit of the serialized answer; a request may lower it.
  size_t max_answer_bytes = kDefaultMaxAnswerBytes;
  // If not null, receives the number of unknown dims by operator.
  UnknownDims* unknown_dims = nullptr;
  // The limit of a request's operations (S66), as core/base/work.h counts them.
  uint64_t max_work = kDefaultMaxWork;
  // If not null, is updated with the operations so far, for another thread to watch.
  std::atomic<uint64_t>* progress = nullptr;
  // The counter of the request that is being answered. Null: the engine has its own, without a
  // limit.
  Work* work = nullptr;
  // Makes the rule of operator_rules[index], where that says none: for rules in C++. May be null.
  std::function<std::unique_ptr<const rules::RequestRule>(int index)> make_rule;
  // Of a chain of models: the values of the main graph that an output of one stage gives to the
  // input of another one. What that input declares must hold. May be null.
  const HashSet<graph::ValueId>* linked_inputs = nullptr;
  // Called after a successful inference, before the answer is written; may be null.
  std::function<void()> on_inferred;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_OPTIONS_H_
