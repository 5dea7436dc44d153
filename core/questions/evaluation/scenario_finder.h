#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_SCENARIO_FINDER_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_SCENARIO_FINDER_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/inference/engine/engine.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/parse_relation.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::questions {

// Tells which scenario given sizes fall into (S42). Not thread-safe.
class ScenarioFinder {
 public:
  // The engine has run, and outlives this. Adds the expressions of the premises to it.
  ScenarioFinder(inference::Engine& engine,
                 const google::protobuf::RepeatedPtrField<v1::Scenario>& scenarios);

  // INVALID_ARGUMENT, with the path of the field, where the scenarios make no sense.
  const absl::Status& status() const { return status_; }

  // The name of the first scenario all of whose premises hold; one with a premise that is not
  // decided, as a symbol has no value, is passed over. Empty: none.
  absl::string_view Find(symbolic::Bindings bindings);

  // About how many operations that takes.
  size_t steps() const { return evaluator_ ? evaluator_->steps() : 0; }

 private:
  // A relation of a scenario; its sides are the roots number 2*i and 2*i + 1 of the evaluator.
  struct Premise {
    symbolic::ParsedRelation::Kind kind;
    std::shared_ptr<const std::vector<int64_t>> values;
  };
  struct Scenario {
    std::string name;
    size_t end = 0;  // of its premises
  };

  absl::Status Read(inference::Engine& engine,
                    const google::protobuf::RepeatedPtrField<v1::Scenario>& scenarios,
                    std::vector<symbolic::Expr>* roots);
  static bool Holds(const Premise& premise, const symbolic::Evaluation& left,
                    const symbolic::Evaluation& right);

  absl::Status status_;
  std::vector<Scenario> scenarios_;
  std::vector<Premise> premises_;
  std::optional<symbolic::Evaluator> evaluator_;
};

// The names are there, and differ. INVALID_ARGUMENT with the path of the field.
absl::Status CheckScenarioNames(const google::protobuf::RepeatedPtrField<v1::Scenario>& scenarios);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_SCENARIO_FINDER_H_
