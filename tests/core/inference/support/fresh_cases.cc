#include "tests/core/inference/support/fresh_cases.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright {
namespace {

v1::InferShapesResponse Fresh(absl::string_view model, const Case& inputs) {
  std::string text = "model {";
  for (const CaseInput& input : inputs) {
    absl::StrAppend(&text, " input_types { name: '", input.name, "' type { text: '",
                    input.element_type, "[", absl::StrJoin(input.sizes, ", "), "]' } }");
    if (input.elements.empty()) continue;
    absl::StrAppend(&text, " constants { name: '", input.name, "' tensor { sizes: [",
                    absl::StrJoin(input.sizes, ", "), "] ",
                    input.element_type == "int64" ? "element_type: ELEMENT_TYPE_INT64 ints"
                                                  : "element_type: ELEMENT_TYPE_INT32 ints",
                    ": [", absl::StrJoin(input.elements, ", "), "] } }");
  }
  return Answer(Request(model, text + " }"));
}

bool HasError(const v1::InferShapesResponse& answer) {
  for (const v1::Diagnostic& diagnostic : answer.diagnostics()) {
    if (diagnostic.severity() == v1::Diagnostic::SEVERITY_ERROR) return true;
  }
  return false;
}

std::vector<int64_t> FreshSizes(const v1::InferShapesResponse& answer, const std::string& name) {
  std::vector<int64_t> sizes;
  for (const v1::ValueInfo& value : answer.graphs(0).values()) {
    if (value.name() != name) continue;
    for (const v1::Dim& dim : value.type().tensor().shape().dims()) {
      sizes.push_back(dim.has_size() ? dim.size() : -1);
    }
  }
  return sizes;
}

}  // namespace

std::string BindingOf(const Case& inputs) {
  std::string text = "bindings {";
  for (const CaseInput& input : inputs) {
    absl::StrAppend(&text, " inputs { name: '", input.name, "' sizes: [",
                    absl::StrJoin(input.sizes, ", "), "] values: [",
                    absl::StrJoin(input.elements, ", "), "] }");
  }
  return absl::StrCat(text, " }");
}

void ExpectAsFresh(absl::string_view model, const std::vector<Case>& cases, bool is_exact) {
  std::string bindings;
  for (const Case& each : cases) bindings += BindingOf(each);
  const auto together = Evaluated(model, bindings);
  ASSERT_EQ(together.evaluations_size(), static_cast<int>(cases.size()));
  for (size_t i = 0; i < cases.size(); ++i) {
    const v1::Evaluation& found = together.evaluations(static_cast<int>(i));
    const auto fresh = Fresh(model, cases[i]);
    const std::string trace = BindingOf(cases[i]) + found.ShortDebugString();
    EXPECT_EQ(found.verdict() == v1::Evaluation::VERDICT_INVALID, HasError(fresh)) << trace;
    EXPECT_EQ(found.violations().empty(), !HasError(fresh)) << trace;
    if (HasError(fresh)) continue;
    for (const v1::ValueSize& output : found.outputs()) {
      const std::vector<int64_t> sizes(output.sizes().begin(), output.sizes().end());
      const std::vector<int64_t> expected = FreshSizes(fresh, output.name());
      ASSERT_EQ(sizes.size(), expected.size()) << trace;
      for (size_t axis = 0; axis < sizes.size(); ++axis) {
        if (sizes[axis] < 0 && !is_exact) continue;
        EXPECT_EQ(sizes[axis], expected[axis]) << trace;
      }
    }
  }
}

}  // namespace shapewright
