#include "core/base/answer_budget.h"

#include <algorithm>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"

namespace shapewright {

size_t AnswerLimit(size_t max_bytes, uint64_t requested) {
  return requested == 0 ? max_bytes : static_cast<size_t>(std::min<uint64_t>(max_bytes, requested));
}

absl::Status AnswerBudget::Error() const {
  absl::Status error = absl::ResourceExhaustedError(
      absl::StrCat("the answer has more than ", limit_,
                   " bytes, which is the limit of this request: ask for fewer values, parts, "
                   "bindings or cases at a time"));
  error.SetPayload(kReasonPayload, absl::Cord("ANSWER_TOO_LARGE"));
  SetErrorFact(error, "limit", absl::StrCat(limit_));
  return error;
}

}  // namespace shapewright
