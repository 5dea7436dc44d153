#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CHOICE_MARKS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CHOICE_MARKS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// The values that are made of what a rule chose about dims (FactStore::NoteChoice).
class ChoiceMarks {
 public:
  // Both outlive it.
  ChoiceMarks(const graph::Model& model, symbolic::FactStore& facts)
      : model_(model), facts_(facts) {}

  // While a node runs: what it requires rests on a choice if an operand does, and so do its results
  // then, or where its rule chooses.
  class OfNode {
   public:
    OfNode(ChoiceMarks& marks, const graph::Node& node) : marks_(marks), node_(node) {
      marks_.facts_.SetFollowsChoice(marks_.Any(node.inputs));
    }
    OfNode(const OfNode&) = delete;
    OfNode& operator=(const OfNode&) = delete;
    ~OfNode() { marks_.Mark(node_.outputs); }

   private:
    ChoiceMarks& marks_;
    const graph::Node& node_;
  };

  // While a body of a node runs, or the function that it calls.
  class OfBody {
   public:
    OfBody(ChoiceMarks& marks, const graph::Graph& body)
        : marks_(marks), body_(body), follows_(marks.facts_.follows_choice()) {
      marks_.Mark(body.inputs);
    }
    OfBody(const OfBody&) = delete;
    OfBody& operator=(const OfBody&) = delete;
    ~OfBody() { marks_.facts_.SetFollowsChoice(follows_ || marks_.Any(body_.outputs)); }

   private:
    ChoiceMarks& marks_;
    const graph::Graph& body_;
    const bool follows_;
  };

 private:
  bool Any(absl::Span<const graph::ValueId> values) const {
    return !marks_.empty() &&
           std::any_of(values.begin(), values.end(), [this](graph::ValueId value) {
             return value != graph::kNoValue && marks_[value] != 0;
           });
  }
  // If what runs rests on a choice.
  void Mark(absl::Span<const graph::ValueId> values) {
    if (!facts_.follows_choice()) return;
    if (marks_.empty()) marks_.resize(model_.values.size());
    for (const graph::ValueId value : values) {
      if (value != graph::kNoValue) marks_[value] = 1;
    }
  }

  const graph::Model& model_;
  symbolic::FactStore& facts_;
  std::vector<uint8_t> marks_;  // by ValueId, 1 for those that are; empty: none
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CHOICE_MARKS_H_
