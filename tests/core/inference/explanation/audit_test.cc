// The dynamism audit. Expected values by hand.
#include "core/inference/explanation/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::InferShapesResponse AuditOf(absl::string_view model) {
  return Answer(Request(model, "include: PART_AUDIT"));
}

TEST(Audit, TellsConstantsFromWhatFollowsInputsAndData) {
  const auto answer = AuditOf(R"(
    input x: float32[N, 3]
    input y: float32[M, 3]
    a = Concat(x, y) axis=0
    n = NonZero(x)
    output a
    output n
  )");
  ASSERT_EQ(answer.audit_size(), 4);
  EXPECT_EQ(answer.audit(0).finding(), v1::AuditFinding::FINDING_FOLLOWS_INPUTS);
  EXPECT_THAT(answer.audit(0).symbols(), ElementsAre("N", "M"));
  EXPECT_EQ(answer.audit(0).dim().output(), 0u);
  EXPECT_EQ(answer.audit(1).finding(), v1::AuditFinding::FINDING_CONSTANT);
  EXPECT_EQ(answer.audit(1).dim().axis(), 1u);
  EXPECT_EQ(answer.audit(3).finding(), v1::AuditFinding::FINDING_DATA_DEPENDENT);
  EXPECT_THAT(answer.audit(3).symbols(), IsEmpty());
}

TEST(Audit, FindsABatchSizeThatTheExporterBakedIn) {
  const auto answer = AuditOf(R"(
    input x: float32[batch, 4]
    input w: float32[8, 2]
    t = Transpose(x) perm=[1, 0]
    a = MatMul(t, w)
    output a
  )");
  ASSERT_GE(answer.audit_size(), 3);
  const v1::AuditFinding& found = answer.audit(answer.audit_size() - 1);
  EXPECT_EQ(found.finding(), v1::AuditFinding::FINDING_BAKED_IN);
  EXPECT_THAT(found.symbols(), ElementsAre("batch"));
  EXPECT_EQ(found.dim().input(), 0u);
  EXPECT_THAT(found.message(), HasSubstr("MatMul"));
  EXPECT_THAT(found.message(), HasSubstr("8"));
}

TEST(Audit, IsNotInTheDefault) {
  EXPECT_EQ(Answer(Request("input x: float32[N]\n output x", "")).audit_size(), 0);
}

}  // namespace
}  // namespace shapewright::inference
