#include "core/graph/order_check.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr size_t kMaxNamedNodes = 8;
constexpr size_t kMaxOperatorBytes = 60;

// A node reads a value that another node of the graph makes.
struct Edge {
  uint32_t reader = 0;
  uint32_t maker = 0;
  ValueId value = kNoValue;

  friend bool operator<(const Edge& a, const Edge& b) { return a.reader < b.reader; }
};

class OrderCheck {
 public:
  OrderCheck(const Model& model, GraphId graph, const LateDefinitions& late)
      : model_(model), graph_(graph), late_(late) {
    CollectEdges();
  }

  absl::StatusOr<SortedNodes> Sort() const;

 private:
  const Graph& graph() const { return model_.graphs[graph_]; }
  std::string Label(uint32_t node) const { return NodeLabel(model_, graph().nodes[node], node); }

  void CollectEdges();
  void AddReads(uint32_t reader, absl::Span<const ValueId> values);
  // The nodes of a cycle, each read by the one before it.
  std::optional<std::vector<uint32_t>> FindCycle() const;
  std::string Describe(const std::vector<uint32_t>& cycle) const;
  std::vector<uint32_t> FindOrder() const;

  const Model& model_;
  const GraphId graph_;
  const LateDefinitions& late_;
  std::vector<Edge> edges_;  // by reader
  std::vector<size_t> first_edge_;
};

void OrderCheck::AddReads(uint32_t reader, absl::Span<const ValueId> values) {
  for (ValueId id : values) {
    if (id == kNoValue) continue;
    const auto late = late_.find(id);
    if (late != late_.end()) id = late->second;
    const Value& value = model_.values[id];
    if (value.graph != graph_ || value.origin != ValueOrigin::kNode) continue;
    edges_.push_back({reader, value.producer, id});
  }
}

void OrderCheck::CollectEdges() {
  const absl::Span<const Node> nodes = graph().nodes;
  for (uint32_t i = 0; i < nodes.size(); ++i) AddReads(i, nodes[i].inputs);
  // A node also reads what its subgraphs read.
  std::vector<uint32_t> owners;
  for (GraphId id = graph_ + 1; id < graph().end_graph; ++id) {
    const Graph& inner = model_.graphs[id];
    const uint32_t owner =
        inner.parent == graph_ ? inner.owner_node : owners[inner.parent - graph_ - 1];
    owners.push_back(owner);
    for (const Node& node : inner.nodes) AddReads(owner, node.inputs);
    AddReads(owner, inner.outputs);
  }
  std::stable_sort(edges_.begin(), edges_.end());
  first_edge_.assign(nodes.size() + 1, 0);
  for (const Edge& edge : edges_) ++first_edge_[edge.reader + 1];
  for (size_t i = 0; i < nodes.size(); ++i) first_edge_[i + 1] += first_edge_[i];
}

std::optional<std::vector<uint32_t>> OrderCheck::FindCycle() const {
  enum class State : uint8_t { kNew, kOnPath, kDone };
  std::vector<State> states(graph().nodes.size(), State::kNew);
  std::vector<size_t> next_edge(first_edge_.begin(), first_edge_.end() - 1);
  std::vector<uint32_t> path;
  for (uint32_t start = 0; start < states.size(); ++start) {
    if (states[start] != State::kNew) continue;
    path.push_back(start);
    states[start] = State::kOnPath;
    while (!path.empty()) {
      const uint32_t node = path.back();
      if (next_edge[node] == first_edge_[node + 1]) {
        states[node] = State::kDone;
        path.pop_back();
        continue;
      }
      const uint32_t maker = edges_[next_edge[node]++].maker;
      if (states[maker] == State::kOnPath) {
        const auto begin = std::find(path.begin(), path.end(), maker);
        return std::vector<uint32_t>(begin, path.end());
      }
      if (states[maker] == State::kNew) {
        states[maker] = State::kOnPath;
        path.push_back(maker);
      }
    }
  }
  return std::nullopt;
}

std::string OrderCheck::Describe(const std::vector<uint32_t>& cycle) const {
  std::string text;
  for (size_t i = 0; i < std::min(cycle.size(), kMaxNamedNodes); ++i) {
    absl::StrAppend(&text, Label(cycle[i]), " needs ");
  }
  if (cycle.size() > kMaxNamedNodes) {
    absl::StrAppend(&text, "... (", cycle.size() - kMaxNamedNodes, " more) ");
  }
  return absl::StrCat(text, Label(cycle.front()));
}

// Shorter than the number of nodes if there is a cycle.
std::vector<uint32_t> OrderCheck::FindOrder() const {
  const size_t count = graph().nodes.size();
  std::vector<uint32_t> open_reads(count);
  std::vector<std::vector<uint32_t>> readers(count);
  for (const Edge& edge : edges_) {
    ++open_reads[edge.reader];
    readers[edge.maker].push_back(edge.reader);
  }
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> ready;
  for (uint32_t node = 0; node < count; ++node) {
    if (open_reads[node] == 0) ready.push(node);
  }
  std::vector<uint32_t> order;
  order.reserve(count);
  while (!ready.empty()) {
    const uint32_t node = ready.top();
    ready.pop();
    order.push_back(node);
    for (const uint32_t reader : readers[node]) {
      if (--open_reads[reader] == 0) ready.push(reader);
    }
  }
  return order;
}

absl::StatusOr<SortedNodes> OrderCheck::Sort() const {
  SortedNodes sorted;
  const auto early = std::find_if(edges_.begin(), edges_.end(),
                                  [](const Edge& edge) { return edge.reader <= edge.maker; });
  if (early == edges_.end()) return sorted;
  sorted.first_user = early->reader;
  sorted.first_use = absl::StrCat("node ", Label(early->reader), " uses value ",
                                  Quoted(model_.values[early->value].name), " before node ",
                                  Label(early->maker), " makes it");
  sorted.order = FindOrder();
  if (sorted.order.size() == graph().nodes.size()) return sorted;
  const auto cycle = FindCycle();
  absl::Status status = ReadError(
      reason::kCyclicGraph,
      absl::StrCat(
          "the graph has a cycle: ", Describe(cycle.value_or(std::vector<uint32_t>{early->reader})),
          "; ", sorted.first_use));
  status.SetPayload(kNodePayload, absl::Cord(absl::StrCat(early->reader)));
  return status;
}

}  // namespace

absl::StatusOr<SortedNodes> SortNodes(const Model& model, GraphId graph,
                                      const LateDefinitions& late) {
  return OrderCheck(model, graph, late).Sort();
}

std::string NodeLabel(const Model& model, const Node& node, uint32_t index) {
  const absl::string_view op_type = model.operators[node.op].op_type.substr(0, kMaxOperatorBytes);
  const std::string name = node.name.empty() ? absl::StrCat("#", index) : Quoted(node.name);
  return absl::StrCat(name, " (", absl::CHexEscape(op_type), ")");
}

}  // namespace shapewright::graph
