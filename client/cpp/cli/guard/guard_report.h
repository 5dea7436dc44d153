#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_GUARD_GUARD_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_GUARD_GUARD_REPORT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "client/cpp/cli/guard/guard_question.h"
#include "core/guard/request_check.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::cli {

// A guard for people: its checks, and what they do not cover. Texts have marks of styles in them
// (style.h).
std::string ReportGuard(const v1::GuardProgram& program, size_t width);

// The inputs of a request, which it refers to.
std::vector<guard::RequestTensor> TensorsOf(const v1::Binding& request);

// What a guard says of a request.
struct CheckedRequest {
  std::string text;
  guard::Verdict verdict = guard::Verdict::kUndecided;
};
CheckedRequest CheckRequest(guard::RequestCheck& check, const v1::GuardProgram& program,
                            const v1::Binding& request, const std::string& name, size_t width);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_GUARD_GUARD_REPORT_H_
