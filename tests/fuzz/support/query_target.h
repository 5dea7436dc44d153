#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_QUERY_TARGET_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_QUERY_TARGET_H_

#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/query/query_options.h"

// What the targets of requests with cases have in common.
namespace shapewright::fuzz {

// Limits that small requests reach.
query::QueryOptions SmallQueryLimits();

// Texts of shapes, layouts and dims for fields.
absl::Span<const absl::string_view> QueryWords();

// Aborts unless the error has a code and a reason that such a request may get, and blames a field.
void CheckQueryError(const absl::Status& error);

// Aborts, telling why.
[[noreturn]] void Defect(const std::string& what);

// Answers a request twice and each of its cases alone, and aborts unless the answers are the same:
// the cases of a request do not know of each other. `separates` says whether the request wants
// that.
template <typename Request, typename Response>
void CheckCases(const Request& request, bool separates,
                absl::Status (*answer)(const Request&, const query::QueryOptions&, Response*)) {
  const query::QueryOptions limits = SmallQueryLimits();
  Response response;
  const absl::Status status = answer(request, limits, &response);
  Response again;
  if (answer(request, limits, &again) != status) Defect("another status the second time");
  if (!status.ok()) return CheckQueryError(status);
  if (response.SerializeAsString() != again.SerializeAsString()) {
    Defect("another answer the second time");
  }
  if (response.results_size() != request.cases_size()) Defect("cases without a result");
  if (!separates || request.cases_size() < 2) return;
  Request single = request;
  for (int i = 0; i < request.cases_size(); ++i) {
    single.clear_cases();
    *single.add_cases() = request.cases(i);
    Response alone;
    const absl::Status answered = answer(single, limits, &alone);
    if (!answered.ok()) Defect("a case that fails alone: " + answered.ToString());
    if (alone.results(0).SerializeAsString() != response.results(i).SerializeAsString()) {
      Defect("a case that is answered otherwise alone");
    }
  }
}

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_QUERY_TARGET_H_
