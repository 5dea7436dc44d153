#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BIND_GOALS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BIND_GOALS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/work.h"
#include "core/inference/engine/engine.h"
#include "core/questions/planning/wanted_values.h"

namespace shapewright::questions {

// What is wanted of the sizes of values, and which symbols have to be bound for it (S49). Not
// thread-safe.
class BindGoal {
 public:
  virtual ~BindGoal() = default;

  // Adds a value that the goal is wanted of. Where no binding reaches it, adds nothing and returns
  // the reason.
  virtual std::string Add(const WantedValue& value, Work& work) = 0;
  // Once all are added: the symbols that may have to be bound, each group ascending. Which symbols
  // of a group suffice does not depend on the other groups.
  using Groups = std::vector<std::vector<symbolic::SymbolId>>;
  virtual const Groups& FindGroups(Work& work) = 0;
  // Whether binding those of the group that are members reaches the goal for all values, as far as
  // they depend on it. Groups are asked about one after the other.
  virtual bool IsReached(size_t group, const std::vector<bool>& members, Work& work) = 0;
  // Whether certainly no fewer symbols do than these, of which IsReached() says that each is needed
  // or that all smaller sets do not suffice.
  virtual bool IsLeast(const std::vector<symbolic::SymbolId>& chosen, Work& work) = 0;
  // The greatest upper bound of the only symbol that reaches the goal, if it is known.
  virtual std::optional<int64_t> GreatestBound(symbolic::SymbolId /*symbol*/, Work& /*work*/) {
    return std::nullopt;
  }
};

// Sizes are numbers; have an upper bound; tensors have less than 2^31 elements. The engine outlives
// them, its expressions grow.
std::unique_ptr<BindGoal> MakeStaticGoal(inference::Engine& engine);
std::unique_ptr<BindGoal> MakeBoundedGoal(inference::Engine& engine);
std::unique_ptr<BindGoal> MakeSmallGoal(inference::Engine& engine);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BIND_GOALS_H_
