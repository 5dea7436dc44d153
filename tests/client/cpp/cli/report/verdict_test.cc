#include "client/cpp/cli/report/verdict.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "shapewright/error.h"

namespace shapewright::cli {
namespace {

// The message of the verdict; empty: nothing is wrong.
template <typename Response>
std::string Verdict(const std::string& text) {
  Response response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &response)) << text;
  return std::string(VerdictOf(response).message());
}

TEST(Verdict, OfAModel) {
  using Response = v1::InferShapesResponse;
  EXPECT_EQ(Verdict<Response>("consistent: true statistics { warnings: 2 }"), "");
  EXPECT_EQ(Verdict<Response>("statistics { errors: 1 }"), "the model has 1 error");
  EXPECT_EQ(Verdict<Response>("scenarios { name: 'a' answer { statistics { errors: 2 } } }"),
            "scenario a: the model has 2 errors");
  EXPECT_EQ(Verdict<Response>("scenarios { name: 'a' error { message: 'no' } }"), "scenario a: no");
  Response response;
  response.mutable_statistics()->set_errors(3);
  EXPECT_EQ(ErrorReason(VerdictOf(response)), "MODEL_HAS_ERRORS");
}

TEST(Verdict, OfBindings) {
  using Response = v1::EvaluateShapesResponse;
  EXPECT_EQ(Verdict<Response>("evaluations {} evaluations { verdict: VERDICT_OPEN }"), "");
  EXPECT_EQ(Verdict<Response>("evaluations {} evaluations { verdict: VERDICT_INVALID }"),
            "invalid bindings: 1 of 2");
  Response response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      "evaluations { label: 'Q=3' error { reason: 'MALFORMED_BINDING' field: 'symbols[0].symbol' "
      "message: 'the model has no symbol Q' } }",
      &response));
  EXPECT_EQ(VerdictOf(response).message(), "Q=3: symbols[0].symbol: the model has no symbol Q");
  EXPECT_EQ(ErrorReason(VerdictOf(response)), "MALFORMED_BINDING");
  EXPECT_EQ(Verdict<v1::EstimateCostResponse>("evaluations { violations {} } evaluations {}"),
            "invalid bindings: 1 of 2");
}

TEST(Verdict, OfChains) {
  using Response = v1::InferChainResponse;
  EXPECT_EQ(Verdict<Response>("fits: true"), "");
  EXPECT_EQ(Verdict<Response>("fits: false"), "the stages do not fit together");
  EXPECT_EQ(Verdict<Response>("fits: true whole { statistics { errors: 1 } }"),
            "the chain has 1 error");
  EXPECT_EQ(Verdict<Response>("fits: true evaluations { evaluation { verdict: VERDICT_INVALID } } "
                              "evaluations { evaluation { verdict: VERDICT_VALID } }"),
            "invalid bindings: 1 of 2");
}

TEST(Verdict, OfGuards) {
  using Response = v1::CompileGuardResponse;
  EXPECT_EQ(Verdict<Response>("program { instructions { op: OP_CONSTANT constant: 1 } "
                              "checks { result: 0 } }"),
            "");
  EXPECT_EQ(Verdict<Response>("program { instructions { op: OP_CONSTANT } "
                              "checks { result: 0 message: 'it is wrong' } }"),
            "no request passes: it is wrong");
  EXPECT_EQ(Verdict<Response>("program { instructions { op: OP_CONSTANT } "
                              "checks { result: 0 undecided_if_zero: true } }"),
            "");
}

TEST(Verdict, OfPlans) {
  EXPECT_EQ(Verdict<v1::PlanProfilesResponse>("profiles { proof: PROOF_OPEN }"), "");
  EXPECT_EQ(Verdict<v1::PlanProfilesResponse>("profiles { proof: PROOF_WITNESS } profiles {}"),
            "profiles with sizes at which something fails: 1 of 2");
  EXPECT_EQ(Verdict<v1::PlanBucketsResponse>(
                "buckets { evaluation { verdict: VERDICT_INVALID } } buckets {}"),
            "buckets at which something fails: 1 of 2");
  EXPECT_EQ(Verdict<v1::PlanBucketsResponse>("placements { label: 'b' error { message: 'no' } }"),
            "b: no");
  EXPECT_EQ(Verdict<v1::FindLargestSizesResponse>("certificate: CERTIFICATE_EXACT"),
            "no valid size fits");
  EXPECT_EQ(Verdict<v1::FindLargestSizesResponse>("certificate: CERTIFICATE_EXACT largest: 0"), "");
  EXPECT_EQ(Verdict<v1::FindSymbolsToBindResponse>("unreached {}"),
            "values for which no binding will do: 1");
}

TEST(Verdict, OfCases) {
  EXPECT_EQ(Verdict<v1::MergeResult>("conflicts {}"), "the operands conflict");
  EXPECT_EQ(Verdict<v1::LayoutResult>("tuple_elements { answers { error { message: 'no' } } }"),
            "no");
  EXPECT_EQ(Verdict<v1::ExplainShapesResponse>("explanations { error { message: 'no' } }"), "no");
}

}  // namespace
}  // namespace shapewright::cli
