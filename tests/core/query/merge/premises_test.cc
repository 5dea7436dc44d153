// Premises of MergeShapes (S37), and cases that make no sense among others. Expected values: what
// the relations say of the sizes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/graph/read_error.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

TEST(Premises, Count) {
  const auto ask = [](const std::string& other, const std::vector<std::string>& premises) {
    v1::MergeCase message = MakeCase("merge", {"[N]", other});
    for (const std::string& premise : premises) message.add_premises(premise);
    return Answer(message);
  };
  EXPECT_EQ(ask("[16]", {"mod(N, 8) = 0"}), "[16]");
  EXPECT_EQ(ask("[12]", {"mod(N, 8) = 0"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[10]", {"N <= 10"}), "[10]");
  EXPECT_EQ(ask("[11]", {"N <= 10"}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(ask("[3..20]", {"5 <= N <= 10"}), "[N]");
  EXPECT_EQ(ask("[4]", {"N in {16, 1, 4}"}), "[4]");
  EXPECT_EQ(ask("[5]", {"N in {16, 1, 4}"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[?]", {"N = 8"}), "[8]");
  EXPECT_EQ(ask("[9]", {"N = 8"}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(ask("[2*M]", {"M = 8", "N = 2*M"}), "[16]");
  EXPECT_EQ(ask("[M]", {"N != M"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[8]", {"N != 8"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[9]", {"N != 8"}), "[9]");
  EXPECT_EQ(ask("[4]", {"broadcastable(N, 5)"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[5]", {"broadcastable(N, 5)"}), "[5]");
  EXPECT_EQ(ask("[5]", {"N + M <= 9", "5 <= M"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[4]", {"N + M <= 9", "5 <= M"}), "[4]");
  EXPECT_EQ(ask("[9]", {"N + M in {8, 12}", "M = 2"}), "conflict NOT_ALLOWED");
  EXPECT_EQ(ask("[10]", {"N + M in {8, 12}", "M = 2"}), "[10]");
  EXPECT_EQ(ask("[3]", {"mod(N + 1, 4) = 0"}), "[3]");
  EXPECT_EQ(ask("[4]", {"mod(N + 1, 4) = 0"}), "conflict NOT_ALLOWED");
}

// What a symbol of a premise became is told, and nothing of the others.
TEST(Premises, AreToldOfWhatReplacedTheirSymbols) {
  v1::MergeCase message = MakeCase("merge", {"[N]", "[2*M]"});
  message.add_premises("mod(N, 8) = 0");
  const v1::MergeResult result = RunCase(message);
  EXPECT_EQ(Summary(result), "[2*M]");
  EXPECT_EQ(Substitutions(result), "N := 2*M");
  EXPECT_EQ(Facts(result), "mod(2*M, 8) = 0");
}

TEST(Premises, ThatContradictEachOtherAreRefused) {
  const auto error = [](const std::vector<std::string>& premises) {
    v1::MergeCase message = MakeCase("merge", {"[N, M]"});
    for (const std::string& premise : premises) message.add_premises(premise);
    return FieldOfError(message);
  };
  EXPECT_EQ(error({"N < M", "M < N"}), "premises[1]");
  EXPECT_EQ(error({"N <= M", "K <= 3", "M + 1 <= N"}), "premises[2]");
  EXPECT_EQ(error({"2*N + 5 <= M", "M <= 2*N + 4"}), "premises[1]");
  EXPECT_EQ(error({"N <= M", "M <= N"}), "");
  EXPECT_EQ(error({"2*N + 5 <= M", "M <= 2*N + 5"}), "");
  // What a case before this one said is no premise of it.
  v1::MergeShapesRequest request;
  request.set_share_symbols(true);
  for (const char* premise : {"N < M", "N <"}) {
    *request.add_cases() = MakeCase("merge", {"[N, M]"});
    request.mutable_cases()->rbegin()->add_premises(premise);
  }
  request.mutable_cases(1)->set_premises(0, "M < N");
  request.mutable_cases(0)->mutable_merge()->mutable_operands(0)->set_text("[N, M, ");
  v1::MergeShapesResponse response;
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_TRUE(response.results(0).has_error());
  EXPECT_FALSE(response.results(1).has_error());
}

TEST(Premises, FactsCanBeSentAgain) {
  for (const std::vector<std::string>& texts : std::vector<std::vector<std::string>>{
           {"[N]", "[2..8]"}, {"[2*N]", "[M + 1]"}, {"[?1*?2]", "[N]"}}) {
    const v1::MergeResult result = RunCase(MakeCase("merge", texts));
    v1::MergeCase again = MakeCase("merge", texts);
    *again.mutable_premises() = result.facts();
    EXPECT_EQ(ErrorOf(again), "");
    EXPECT_EQ(Summary(RunCase(again)), Summary(result));
  }
  v1::MergeCase message = MakeCase("broadcast", {"[2, N]", "[M, 5]"});
  *message.mutable_premises() = RunCase(message).facts();
  ASSERT_EQ(message.premises_size(), 2);
  EXPECT_EQ(Summary(RunCase(message)), "[2, 5]");
  EXPECT_EQ(Facts(RunCase(message)), "");
}

TEST(Premises, Mistakes) {
  const auto error = [](const std::vector<std::string>& premises) {
    v1::MergeCase message = MakeCase("merge", {"[N]"});
    for (const std::string& premise : premises) message.add_premises(premise);
    const v1::EntryError mistake = RunCase(message).error();
    return mistake.reason().empty() ? "" : mistake.reason() + " " + mistake.field();
  };
  EXPECT_EQ(error({"N <= 8"}), "");
  EXPECT_EQ(error({"N <= 8", "N <"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"N <= 8", "9 <= N"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"mod(N, 8) = 0", "1 <= N <= 7"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"1 <= N <= 7", "mod(N, 8) = 0"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"N in {1, 8}", "2 <= N <= 7"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"N in {1, 3, 9}", "N in {0, 4, 10}"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"N in {1, 3, 9}", "N in {0, 3, 10}"}), "");
  EXPECT_EQ(error({"N in {1, 3, 9}", "mod(N, 2) = 0"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"mod(N, 6) = 0", "1 <= N <= 11", "mod(N, 4) = 0"}),
            "MALFORMED_PREMISE premises[2]");
  EXPECT_EQ(error({"mod(N, 6) = 0", "1 <= N <= 12", "mod(N, 4) = 0"}), "");
  EXPECT_EQ(error({"N in {1, 3, 9}", "M in {0, 4, 10}", "N = M"}), "MALFORMED_PREMISE premises[2]");
  EXPECT_EQ(error({"N = M", "N in {1, 3, 9}", "M in {0, 4, 10}"}), "MALFORMED_PREMISE premises[2]");
  EXPECT_EQ(error({"N in {1, 3, 9}", "N = 4"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"N in {1, 9}", "3 <= M", "N + M <= 8", "2 <= N"}),
            "MALFORMED_PREMISE premises[3]");
  EXPECT_EQ(error({"N = 8", "N = 9"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(error({"2 <= 1"}), "MALFORMED_PREMISE premises[0]");
  EXPECT_EQ(error({"N"}), "MALFORMED_PREMISE premises[0]");
}

TEST(Premises, OfTheRequestAndOfTheCaseAreTakenTogether) {
  v1::MergeShapesRequest request;
  request.add_premises("N in {1, 3, 9}");
  *request.add_cases() = MakeCase("merge", {"[N]"});
  request.mutable_cases(0)->add_premises("N in {0, 4, 10}");
  *request.add_cases() = MakeCase("merge", {"[N]"});
  request.mutable_cases(1)->add_premises("4 <= N <= 8");
  *request.add_cases() = MakeCase("merge", {"[N]", "[3..20]"});
  request.mutable_cases(2)->add_premises("4 <= N");
  *request.add_cases() = MakeCase("merge", {"[N]", "[4..8]"});
  *request.add_cases() = MakeCase("merge", {"[N]", "[M]"});
  request.mutable_cases(4)->add_premises("M in {2, 4}");
  *request.add_cases() = MakeCase("merge", {"[N]", "[M]"});
  request.mutable_cases(5)->add_premises("M in {2, 3}");
  for (const bool shares : {false, true}) {
    request.set_share_symbols(shares);
    v1::MergeShapesResponse response;
    ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
    ASSERT_EQ(response.results_size(), 6);
    for (const int i : {0, 1}) {
      EXPECT_EQ(response.results(i).error().reason(), "MALFORMED_PREMISE") << i;
      EXPECT_EQ(response.results(i).error().field(), "premises[0]") << i;
    }
    EXPECT_EQ(Summary(response.results(2)), "[9]");
    // The former case says that N is 9.
    const char* const refuted = shares ? "conflict DIM_MISMATCH 0" : "conflict NOT_ALLOWED";
    EXPECT_EQ(Summary(response.results(3)), refuted);
    EXPECT_EQ(Summary(response.results(4)), refuted);
    EXPECT_EQ(Summary(response.results(5)), shares ? refuted : "[N]");
  }
}

TEST(Premises, OfTheRequestConcernAllCases) {
  v1::MergeShapesRequest request;
  *request.add_cases() = MakeCase("merge", {"[N]"});
  request.add_premises("N <");
  v1::MergeShapesResponse response;
  const absl::Status status = MergeShapes(request, QueryOptions(), &response);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_EQ(graph::FieldOf(status), "premises[0]");
}

// A case that makes no sense fails alone, and changes nothing for the others.
TEST(Mistakes, FailAlone) {
  v1::MergeShapesRequest request;
  *request.add_cases() = MakeCase("merge", {"[2, N]", "[?, 5]"});
  *request.add_cases() = MakeCase("merge", {"[N", "[6]"});
  request.mutable_cases(1)->set_label("bad");
  request.mutable_cases(1)->add_premises("N <= 4");
  *request.add_cases() = MakeCase("merge", {"[N]", "[M]"});
  for (const bool shares : {false, true}) {
    request.set_share_symbols(shares);
    v1::MergeShapesResponse response;
    ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
    ASSERT_EQ(response.results_size(), 3);
    EXPECT_EQ(Summary(response.results(0)), "[2, 5]");
    EXPECT_EQ(response.results(1).label(), "bad");
    EXPECT_EQ(response.results(1).error().reason(),
              shares ? "MALFORMED_PREMISE" : "MALFORMED_CASE");
    EXPECT_EQ(response.results(1).error().field(),
              shares ? "premises[0]" : "merge.operands[0].text");
    EXPECT_FALSE(response.results(1).error().message().empty());
    EXPECT_EQ(Summary(response.results(2)), shares ? "[5]" : "[N]");
  }
  // The premise goes with the case.
  request.mutable_cases(1)->clear_premises();
  request.mutable_cases(1)->add_premises("M <= 4");
  v1::MergeShapesResponse response;
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(response.results(1).error().reason(), "MALFORMED_CASE");
  EXPECT_EQ(Summary(response.results(2)), "[5]");
}

// With shared symbols, neither what a dim's message says of one.
TEST(Mistakes, LeaveNoRangeBehind) {
  v1::MergeShapesRequest request;
  request.set_share_symbols(true);
  *request.add_cases() = MakeCase("merge", {"[9]"});
  v1::Dim& dim = *request.mutable_cases(0)
                      ->mutable_merge()
                      ->add_operands()
                      ->mutable_tensor()
                      ->mutable_shape()
                      ->add_dims();
  dim.set_expr("N");
  dim.mutable_range()->set_max(4);
  *request.add_cases() = request.cases(0);
  request.mutable_cases(1)->mutable_merge()->add_operands()->set_text("[");
  *request.add_cases() = MakeCase("merge", {"[N]", "[9]"});
  v1::MergeShapesResponse response;
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(Summary(response.results(0)), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(response.results(1).error().reason(), "MALFORMED_CASE");
  EXPECT_EQ(Summary(response.results(2)), "[9]");
  // That of a case that stands stays.
  request.mutable_cases(0)->mutable_merge()->mutable_operands(0)->set_text("[?]");
  response.Clear();
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(Summary(response.results(2)), "conflict DIM_MISMATCH 0");
}

}  // namespace
}  // namespace shapewright::query
