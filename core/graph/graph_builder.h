#ifndef SHAPEWRIGHT_CORE_GRAPH_GRAPH_BUILDER_H_
#define SHAPEWRIGHT_CORE_GRAPH_GRAPH_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/static_text.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/model.h"
#include "core/graph/name_table.h"
#include "core/graph/opset_scope.h"
#include "core/graph/order_check.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// The model that `fill` makes of `bytes`; its errors, and INVALID_ARGUMENT for 2 GiB and more.
absl::StatusOr<std::unique_ptr<Model>> MakeModel(absl::string_view bytes,
                                                 absl::FunctionRef<absl::Status(Model*)> fill);

// Fills a Model for all front ends: numbers values and graphs, resolves names
// by scope, checks the order of nodes and the limits.
//
// Calls for a graph: BeginGraph; AddInput, AddInitializer; for each node AddOperand
// .., TakeIds, the graphs within, AddResult .., TakeIds, AddNode; Declare;
// AddOutput ..; EndGraph. Texts and tensors are views that must live as long as the
// model.
class GraphBuilder {
 public:
  GraphBuilder(const ReaderOptions& options, Model* model);
  GraphBuilder(const GraphBuilder&) = delete;
  GraphBuilder& operator=(const GraphBuilder&) = delete;

  // Counts what reading takes.
  Work* work() { return &work_; }

  // The expected number of names.
  void Reserve(size_t names);

  // The opset imports of graphs opened from now on.
  void UseOpsets(const OpsetScope* opsets) { opsets_ = opsets; }
  // Whether an operator of a domain that is not imported is reported as a Finding.
  void RequireImports(bool required) { imports_required_ = required; }

  // Opens a subgraph of the node that is being read; a top-level graph if none is open.
  absl::Status BeginGraph(absl::string_view name, size_t node_count);

  void AddInput(absl::string_view name, const DeclaredType* declared,
                const Tensor* constant = nullptr);
  // An initializer. If it has the name of an input, it is the default of that input or, with
  // `replaces_input`, replaces it.
  void AddInitializer(const Tensor* tensor, bool replaces_input);

  // Prefetches the table entry of a name that is used soon.
  void PrefetchName(absl::string_view name) const { names_.Prefetch(name); }

  void AddOperand(absl::string_view name);
  void AddResult(absl::string_view name);
  // The operands, or results, that were added since the last call.
  absl::Span<const ValueId> TakeIds() { return ids_.Take(); }
  OperatorIndex FindOperator(absl::string_view domain, absl::string_view op_type,
                             absl::string_view overload);
  absl::Status AddNode(const Node& node);

  // A type that value_info declares; ignored if the graph has no such value.
  void Declare(absl::string_view name, const DeclaredType* type);
  // `type` is what the output declares, or null.
  void AddOutput(absl::string_view name, const DeclaredType* type);

  // Sets `id` to the graph that is closed.
  absl::Status EndGraph(GraphId* id);

  void AddFinding(StaticText code, std::string message, symbolic::Site site,
                  Finding::Severity severity = Finding::Severity::kError);

 private:
  struct OpenGraph {
    GraphId id = 0;
    ValueId first_value = 0;
    // Where its entries in undo_ begin.
    size_t undo_begin = 0;
    Node* nodes = nullptr;
    uint32_t node_count = 0;
    bool is_misordered = false;
    std::vector<ValueId> inputs;
  };
  struct Rebinding {
    NameId name = 0;
    ValueId before = kNoValue;
  };

  OpenGraph& top() { return open_.back(); }
  // The value that a name stands for here, or kNoValue.
  ValueId Visible(const Name& name) const {
    return name.value != kNoValue && name.value >= first_visible_ ? name.value : kNoValue;
  }
  ValueId VisibleHere(absl::string_view text);
  ValueId Use(absl::string_view text, symbolic::Site site);
  ValueId UseUndefined(NameId name, symbolic::Site site);
  ValueId Define(absl::string_view text, ValueOrigin origin, uint32_t producer, uint32_t output,
                 symbolic::Site site);
  void Bind(NameId name, ValueId value);
  // Reports a name that is defined although it is bound already or was used before.
  void CheckRedefinition(const Name& name, ValueId before, symbolic::Site site);
  ValueId NewValue(absl::string_view name, ValueOrigin origin);
  void DropReplacedInputs();
  void DeclareOutput(ValueId id, const DeclaredType* type);
  // Sorts the nodes of the open graph, and lets them read what later ones make.
  absl::Status Sort();
  // Replaces undefined values by those of a later definition, in the graph and those within it.
  void UseLater(GraphId graph, const LateDefinitions& late);
  // Removes the findings about them.
  void ForgetUndefined(const LateDefinitions& late);
  symbolic::Site Here() const;

  const ReaderOptions& options_;
  Model* model_;
  NameTable names_;
  OperatorTable operators_;
  ArrayPool<ValueId> ids_;
  const OpsetScope* opsets_ = nullptr;
  bool imports_required_ = true;
  std::vector<OpenGraph> open_;
  std::vector<Rebinding> undo_;
  // By GraphId: its nodes.
  std::vector<absl::Span<Node>> nodes_;
  // Smaller ids are values of top-level graphs that are closed: not visible.
  ValueId first_visible_ = 0;
  Work work_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_GRAPH_BUILDER_H_
