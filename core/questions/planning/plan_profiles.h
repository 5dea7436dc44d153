#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_PLAN_PROFILES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_PLAN_PROFILES_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/evaluation/profile.h"
#include "core/questions/planning/box_proof.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// Answers PlanProfiles: boxes of sizes that hold what was observed, or the whole ranges of the
// symbols, each proved or refuted (S50). Not thread-safe.
class ProfilePlan {
 public:
  // All arguments outlive this; the engine's expressions grow.
  ProfilePlan(inference::Engine& engine, const inference::FactReport& report,
              Evaluations& evaluations, const v1::PlanProfilesRequest& request);

  // Writes the fields of a PlanProfilesResponse. INVALID_ARGUMENT, with the path of the field
  // within the request; errors of the work and of the budget of `out`.
  absl::Status Write(Work& work, WireWriter* out);

 private:
  // The sizes of the observed symbols in one profile.
  struct Observed {
    std::vector<Profile::Range> ranges;
    uint64_t count = 0;
    uint64_t count_of_common = 0;
  };

  absl::Status Choose(Work& work, std::vector<Observed>* found, v1::PlanProfilesResponse* response);
  absl::Status WriteProfile(const Observed& observed, Work& work, WireWriter* out);
  // What varies in the box: the symbols of inputs that neither the request nor a premise fixes.
  std::vector<BoxSide> SidesOf(const Profile& profile) const;
  absl::Status WriteProof(const Profile& profile, Work& work, WireWriter* out);
  std::optional<v1::Binding> FindInconsistent(const Profile& profile, Work& work);

  inference::Engine& engine_;
  const inference::FactReport& report_;
  Evaluations& evaluations_;
  const v1::PlanProfilesRequest& request_;
  SymbolBinder binder_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_PLAN_PROFILES_H_
