#ifndef SHAPEWRIGHT_RULE_H_
#define SHAPEWRIGHT_RULE_H_

// Rules for operators that the engine does not know, or knows otherwise: docs/operator_rules.md.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/type.h"

namespace shapewright {

// A node whose outputs a rule in C++ infers. Valid while the rule runs, on the thread of the call.
class NodeInference {
 public:
  virtual ~NodeInference() = default;

  virtual std::string op_type() const = 0;
  virtual size_t input_count() const = 0;
  virtual size_t output_count() const = 0;
  // Null for an input that is left out. The texts of dims are what SetOutput() and Require() take.
  virtual std::shared_ptr<const Type> input(size_t index) = 0;
  // The elements of a small integer input, row-major; nothing where they are not known.
  virtual std::optional<std::vector<Dim>> elements(size_t index) = 0;

  // Nothing where the attribute is absent or of another kind.
  virtual std::optional<int64_t> IntAttribute(absl::string_view name) const = 0;
  virtual std::optional<std::vector<int64_t>> IntsAttribute(absl::string_view name) const = 0;
  virtual std::optional<double> FloatAttribute(absl::string_view name) const = 0;
  virtual std::optional<std::string> StringAttribute(absl::string_view name) const = 0;

  // The type of an output: `float32[N + 1, ?]`, with the names in the texts of the input's dims and
  // elements; `?` is a new unknown. INVALID_ARGUMENT for a text that is no type, or that has
  // another name. An output that is not set is unknown.
  virtual absl::Status SetOutput(size_t index, absl::string_view type) = 0;
  // A relation that must hold, `N <= 8`: an error of the node where it never does, a fact where
  // that is open. INVALID_ARGUMENT as SetOutput().
  virtual absl::Status Require(absl::string_view relation) = 0;
  // Reports that the node is wrong; `code` is one of docs/errors.md, as RANK_MISMATCH.
  virtual void Error(absl::string_view code, const std::string& message) = 0;
};

// A rule for an operator. One of `signature`, `onnx_function` and `function` is set.
struct OperatorRule {
  // `com.example:Half`; of ONNX's own domain the type alone.
  std::string op;
  // `(x: T[N, C]) -> T[N, C//2]`
  std::string signature = {};
  // A body: a serialized FunctionProto.
  std::string onnx_function = {};
  // Called for each node, again for bindings that are inferred anew; from any thread that does so.
  std::function<void(NodeInference& node)> function = nullptr;
  // Whether equal nodes over equal values have equal outputs.
  bool is_pure = false;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_RULE_H_
