#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_COMPILE_GUARD_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_COMPILE_GUARD_H_

#include "absl/status/status.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::questions {

// Compiles what a finished inference demands of requests, and the sizes of outputs, into a guard
// (S58 to S61). Adds expressions to the engine. INVALID_ARGUMENT, with the path of the field, for a
// request that makes no sense; FAILED_PRECONDITION if the guard is too large.
absl::Status CompileGuard(const v1::CompileGuardRequest& request, inference::Engine& engine,
                          const inference::FactReport& report, v1::GuardProgram* program);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_COMPILE_GUARD_H_
