#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_CEL_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_CEL_H_

#include <google/protobuf/repeated_ptr_field.h>

#include "absl/status/status.h"
#include "core/base/work.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::questions {

// Gives the checks of a guard as texts of the Common Expression Language where it can say them with
// equal results for requests up to `largest` (S60), and says whether all of its numbers stay within
// 64 bits. INVALID_ARGUMENT, with the path of the field, for sizes that do not fit the inputs.
absl::Status AddCel(const google::protobuf::RepeatedPtrField<v1::InputSizes>& largest, Work& work,
                    v1::GuardProgram* program);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_CEL_H_
