#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_FRESH_CASES_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_FRESH_CASES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright {

// An input of a case: its sizes, and its elements where shapes depend on them.
struct CaseInput {
  absl::string_view name;
  absl::string_view element_type;
  std::vector<int64_t> sizes;
  std::vector<int64_t> elements;
};
using Case = std::vector<CaseInput>;

// The case as `bindings { ... }` of a request.
std::string BindingOf(const Case& inputs);

// Sizes that an evaluation knows are those of a fresh inference whose inputs have exactly the sizes
// and elements of the case, and with `is_exact` all are known that it knows (S28).
void ExpectAsFresh(absl::string_view model, const std::vector<Case>& cases, bool is_exact = true);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_FRESH_CASES_H_
