#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_FILE_ANSWERS_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_FILE_ANSWERS_H_

#include "absl/status/statusor.h"
#include "core/graph/front_end/front_end.h"

namespace shapewright::fuzz {

// Aborts unless what a front end makes of a file is a consistent model, or an error that says
// where, and the answer about it is as CheckAnswers demands.
void CheckFile(const graph::ModelSource& source, ModelFormat format);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_FILE_ANSWERS_H_
