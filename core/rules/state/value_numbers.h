#ifndef SHAPEWRIGHT_CORE_RULES_STATE_VALUE_NUMBERS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_VALUE_NUMBERS_H_

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_index.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/rules/registry/purity.h"

namespace shapewright::rules {

// The number of a value or node of one inference: two of them have the same one only if they are
// equal in every run of the model (S22). Numbers are hash-consed tuples of the operator, its
// attributes and the numbers of its operands, compared in full (S69), so that a crafted model
// cannot make them collide. They are assigned in the order of the calls, so that answers do not
// depend on hashes. Not thread-safe.
class ValueNumbers {
 public:
  using Number = uint32_t;
  static constexpr Number kNone = 0;

  // The operators and `work`, which may be null, outlive it.
  explicit ValueNumbers(const ModelOperators& operators, Work* work = nullptr)
      : operators_(operators), model_(operators.model()), work_(work) {}
  ValueNumbers(const ValueNumbers&) = delete;
  ValueNumbers& operator=(const ValueNumbers&) = delete;

  Number OfValue(graph::ValueId value);
  // An impure node, one that holds graphs and one whose attributes cannot be compared have a number
  // of their own in each run of their graph (S70).
  Number OfNode(graph::GraphId graph, uint32_t index);

  // The input of the main graph that has this number; kNoValue if none has.
  graph::ValueId MainInput(Number number) const;

  // For an inference that outlives its request: stops counting.
  void ForgetWork() { work_ = nullptr; }

  // Called before each run of a graph: its values get new numbers.
  void Forget(graph::GraphId id);
  // Called before a function's body is run: its input has the number of the caller's value.
  void SetNumber(graph::ValueId value, Number number);
  // Replaces the elements of an initializer.
  void SetConstant(graph::ValueId value, const graph::Tensor* tensor);

 private:
  using Words = absl::InlinedVector<uint64_t, 16>;
  struct LastNode {
    graph::GraphId graph = graph::kNoGraph;
    uint32_t node = 0;
    Number number = kNone;
  };

  void Count(uint64_t operations) const {
    if (work_ != nullptr) work_->Count(operations);
  }
  Number Intern(absl::Span<const uint64_t> words);
  uint64_t TextNumber(absl::string_view text);
  std::optional<Number> OfTensor(const graph::Tensor& tensor);
  Number FindNumber(graph::GraphId graph, uint32_t index);
  std::optional<Number> OfAttribute(const graph::Attribute& attribute);
  bool AddAttributes(absl::Span<const graph::Attribute> attributes, Words& words);
  // Appends words that identify the attribute; false if it cannot be compared.
  bool AddAttribute(const graph::Attribute& attribute, Words& words);
  bool AddContent(const graph::Attribute& attribute, Words& words);
  Number OfLeaf(graph::ValueId value);
  Number OfOutput(graph::ValueId value);
  Number OwnNumber(graph::GraphId graph, uint32_t node);
  uint64_t RunOf(graph::GraphId graph) const { return graph < runs_.size() ? runs_[graph] : 0; }
  Purity PurityOf(graph::OperatorIndex op);

  const ModelOperators& operators_;
  const graph::Model& model_;
  Work* work_;
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<Purity> purity_;   // by OperatorIndex, filled when first needed
  std::vector<Number> numbers_;  // by ValueId; kNone: not computed in this run
  // The number of runs of graphs so far, and the last run of each graph.
  uint64_t run_ = 0;
  std::vector<uint64_t> runs_;
  HashMap<graph::ValueId, const graph::Tensor*> constants_;
  HashMap<Number, graph::ValueId> main_inputs_;
  // The results of a node are usually asked for one after the other.
  LastNode last_node_;
  // Indexed by number: texts from 0, tuples from 1.
  std::vector<absl::string_view> texts_;
  HashIndex text_index_;
  std::vector<absl::Span<const uint64_t>> tuples_;
  HashIndex tuple_index_;
  // Numbers of long contents, which are hashed once.
  HashMap<const void*, Number> contents_;
  // Numbers of long attribute lists; kNone if they cannot be compared.
  HashMap<const graph::Attribute*, Number> lists_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_VALUE_NUMBERS_H_
