#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ANSWER_NUMBERING_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ANSWER_NUMBERING_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/model.h"

namespace shapewright::inference {

// The numbers of a model's values in answers: graph by graph; in a graph its inputs, its constants,
// then the outputs of its nodes in order. They do not depend on what an answer lists.
class AnswerNumbering {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  explicit AnswerNumbering(const graph::Model& model);

  // The values of a graph in their order; the first one has number first(graph).
  absl::Span<const graph::ValueId> values(graph::GraphId graph) const {
    return absl::MakeConstSpan(values_).subspan(firsts_[graph],
                                                firsts_[graph + 1] - firsts_[graph]);
  }
  uint32_t first(graph::GraphId graph) const { return firsts_[graph]; }
  graph::ValueId value(uint32_t number) const { return values_[number]; }
  // kNone for what nothing defines. Those of the main graph come first.
  uint32_t NumberOf(graph::ValueId value) const { return numbers_[value]; }
  uint32_t size() const { return static_cast<uint32_t>(values_.size()); }

 private:
  std::vector<graph::ValueId> values_;
  std::vector<uint32_t> firsts_;
  std::vector<uint32_t> numbers_;  // by ValueId
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ANSWER_NUMBERING_H_
