#ifndef SHAPEWRIGHT_TESTS_CORE_GUARD_GUARD_VECTORS_H_
#define SHAPEWRIGHT_TESTS_CORE_GUARD_GUARD_VECTORS_H_

#include <nlohmann/json.hpp>

#include "shapewright/v1/guard_program.pb.h"

namespace shapewright::guard {

// tests/data/vectors/guards.json.
const nlohmann::json& GuardVectors();
// The program of a case.
v1::GuardProgram ProgramOf(const nlohmann::json& given);

}  // namespace shapewright::guard

#endif  // SHAPEWRIGHT_TESTS_CORE_GUARD_GUARD_VECTORS_H_
