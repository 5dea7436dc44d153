#ifndef SHAPEWRIGHT_CORE_GRAPH_MODEL_H_
#define SHAPEWRIGHT_CORE_GRAPH_MODEL_H_

#include <cstdint>
#include <deque>
#include <limits>
#include <memory_resource>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/static_text.h"
#include "core/graph/attribute.h"
#include "core/graph/declared_type.h"
#include "core/graph/tensor.h"
#include "core/symbolic/site.h"
#include "core/wire/model_format.h"

namespace shapewright::graph {

// Names a value of a Model: values of all its graphs are numbered together, and
// a subgraph names those of the graphs around it by the same ids.
using ValueId = uint32_t;
// An optional operand or result that is left out.
inline constexpr ValueId kNoValue = std::numeric_limits<ValueId>::max();
// Names a graph of a Model: 0 is the main graph, then in order of appearance
// the subgraphs and the bodies of functions.
using GraphId = uint32_t;
inline constexpr GraphId kNoGraph = std::numeric_limits<GraphId>::max();
// Names a distinct operator of a Model.
using OperatorIndex = uint32_t;

// An operator as a node names it, with the opset version that governs it where
// it stands. The domain "ai.onnx" is written "".
struct OperatorName {
  absl::string_view domain;
  absl::string_view op_type;
  absl::string_view overload;
  // 0 if the scope imports no opset of the domain.
  int64_t opset_version = 0;

  friend bool operator==(const OperatorName& a, const OperatorName& b) {
    return a.domain == b.domain && a.op_type == b.op_type && a.overload == b.overload &&
           a.opset_version == b.opset_version;
  }
};

struct Node {
  OperatorIndex op = 0;
  absl::string_view name;
  // kNoValue where an optional one is left out.
  absl::Span<const ValueId> inputs;
  absl::Span<const ValueId> outputs;
  absl::Span<const Attribute> attributes;
  // The modules that it comes from, as PyTorch's exporter lists them in the node's metadata; mostly
  // empty.
  absl::string_view scopes;
};

enum class ValueOrigin : uint8_t {
  kNode,         // a node's output
  kInput,        // a graph's input, also one with an overridable default
  kInitializer,  // a constant that nothing can override
  kUndefined,    // used but never defined: the model is wrong there
};

struct Value {
  absl::string_view name;
  GraphId graph = 0;
  ValueOrigin origin = ValueOrigin::kUndefined;
  // The index of the producing node in its graph, and of the output; or the index of the graph
  // input.
  uint32_t producer = 0;
  uint32_t producer_output = 0;
  // What value_info, an input or an output declares; null if nothing.
  const DeclaredType* declared = nullptr;
  // The initializer, or the default of an input; null if there is none.
  const Tensor* constant = nullptr;
};

struct Graph {
  absl::string_view name;
  // The graph and node that hold it as an attribute; kNoGraph for the main graph and bodies of
  // functions.
  GraphId parent = kNoGraph;
  uint32_t owner_node = 0;
  // As the model has them.
  absl::Span<const Node> nodes;
  // Their indices in an order in which no node comes before one whose results it, or a graph within
  // it, reads (S72). Empty: as they stand.
  absl::Span<const uint32_t> order;
  absl::Span<const ValueId> inputs;
  absl::Span<const ValueId> outputs;
  // The values defined here and in the graphs within: [first, end).
  ValueId first_value = 0;
  ValueId end_value = 0;
  // Subgraphs at any depth are the graphs (id, end_graph).
  GraphId end_graph = 0;

  // The index of the node at a place of the order.
  uint32_t NodeAt(uint32_t place) const { return order.empty() ? place : order[place]; }
};

// A model-local function. Its body is a graph of the model whose inputs have no
// declared types.
struct Function {
  absl::string_view domain;
  absl::string_view name;
  absl::string_view overload;
  GraphId body = kNoGraph;
  // Attributes that a call may give: those without a default, and those with one.
  absl::Span<const absl::string_view> attributes;
  absl::Span<const Attribute> defaults;
};

struct OpsetImport {
  absl::string_view domain;
  int64_t version = 0;
};

// A problem of a model that does not prevent reading it.
struct Finding {
  StaticText code;  // stable, UPPER_SNAKE
  std::string message;
  symbolic::Site site;
  enum class Severity : uint8_t { kNote, kWarning, kError };
  Severity severity = Severity::kError;
  // UNDEFINED_VALUE: the value.
  ValueId undefined = kNoValue;
};

// A model in memory, from any front end. Views point into the bytes it was
// read from, which the caller keeps alive, or into the model's own memory.
// Immutable once read; then safe to share between threads.
struct Model {
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // kUnspecified: from our own message.
  ModelFormat format = ModelFormat::kUnspecified;
  int64_t ir_version = 0;
  std::vector<OpsetImport> opsets;
  std::deque<Graph> graphs;
  std::vector<Function> functions;
  std::vector<OperatorName> operators;
  std::vector<Value> values;
  std::vector<Finding> findings;
  // Further findings are only counted.
  static constexpr size_t kMaxFindings = 10'000;
  uint64_t left_out_errors = 0;
  uint64_t left_out_warnings = 0;
  // Nodes of all graphs together.
  size_t node_count = 0;
  // Bytes read, and the operations that reading took (S65): charged to each request about the
  // model, cached or not (S67).
  uint64_t byte_size = 0;
  uint64_t read_work = 0;

  std::pmr::monotonic_buffer_resource memory{size_t{16} << 10};
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MODEL_H_
