#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_OUTPUTS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_OUTPUTS_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/guard/guard_draft.h"
#include "core/questions/guard/guard_facts.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// Adds sizes and bytes of values, and the memory that a run needs. After GuardFacts::Add().
class GuardOutputs {
 public:
  // All outlive it.
  GuardOutputs(GuardDraft& draft, GuardFacts& facts, const UnsettledValues& unsettled)
      : draft_(draft), facts_(facts), builder_(draft.builder()), unsettled_(unsettled) {}

  void AddOutputs();
  // INVALID_ARGUMENT, with the path of the field, for names that the main graph does not have.
  absl::Status AddValues(const inference::AnswerNumbering& numbering,
                         const google::protobuf::RepeatedPtrField<std::string>& names);
  // INVALID_ARGUMENT, with the path of the field, for options that a guard cannot have.
  absl::Status AddMemory(const inference::AnswerNumbering& numbering,
                         const v1::MemoryOptions& options);

 private:
  // Of a value; a check that its sizes are numbers is added for the first one of each.
  void AddValue(graph::ValueId value, v1::GuardOutput* output);
  // Returns what is negative, or no number, where a size or the bytes are not right; absent where
  // they are right for all requests.
  std::optional<GuardBuilder::Result> AddType(const shape::Type& type, v1::GuardType* message);
  // Bytes of a value at most; absent where they are not known.
  std::optional<GuardBuilder::Result> Bytes(shape::TypeId id);
  // What a size never exceeds.
  std::optional<GuardBuilder::Result> Upper(symbolic::Expr dim);

  GuardDraft& draft_;
  GuardFacts& facts_;
  GuardBuilder& builder_;
  const UnsettledValues& unsettled_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_OUTPUTS_H_
