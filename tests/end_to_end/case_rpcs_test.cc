// MergeShapes and ComputeLayout by a real server: answers, field paths of errors,
// limits, and the command line.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/server_process.h"

namespace shapewright::end_to_end {
namespace {

v1::MergeShapesRequest Merge(const std::vector<std::string>& texts) {
  v1::MergeShapesRequest request;
  v1::MergeTypes* merge = request.add_cases()->mutable_merge();
  for (const std::string& text : texts) merge->add_operands()->set_text(text);
  return request;
}

v1::ComputeLayoutRequest Layout(const std::string& text) {
  v1::ComputeLayoutRequest request;
  request.add_cases()->set_text(text);
  return request;
}

TEST(MergeShapesRpc, AnswersCasesInOrder) {
  ServerProcess server;
  v1::MergeShapesRequest request = Merge({"[2, ?]", "[?, 5]"});
  *request.add_cases() = Merge({"[1]", "[2]"}).cases(0);
  request.mutable_cases(1)->set_label("second");
  const auto response = server.client().MergeShapes(request);
  ASSERT_TRUE(response.ok()) << response.status();
  ASSERT_EQ(response->results_size(), 2);
  EXPECT_EQ(response->results(0).type().text(), "[2, 5]");
  EXPECT_EQ(response->results(0).symbols_size(), 2);
  EXPECT_EQ(response->results(1).label(), "second");
  EXPECT_EQ(response->results(1).outcome_case(), v1::MergeResult::OUTCOME_NOT_SET);
  ASSERT_EQ(response->results(1).conflicts_size(), 1);
  EXPECT_EQ(response->results(1).conflicts(0).code(), "DIM_MISMATCH");
}

// One case that makes no sense among others; a premise of all of them fails the call.
TEST(MergeShapesRpc, NamesTheMalformedField) {
  ServerProcess server;
  v1::MergeShapesRequest request = Merge({"[2]"});
  *request.add_cases() = Merge({"[2]", "[3,"}).cases(0);
  const auto response = server.client().MergeShapes(request);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->results(0).type().text(), "[2]");
  EXPECT_EQ(response->results(1).error().reason(), "MALFORMED_CASE");
  EXPECT_EQ(response->results(1).error().field(), "merge.operands[1].text");
  request.add_premises("N <= 8");
  request.add_premises("N <");
  const grpc::Status status = Call(server, kMergeShapes, request.SerializeAsString());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "MALFORMED_PREMISE");
  EXPECT_EQ(FieldOf(status), "premises[1]");
  ExpectServing(server);
}

TEST(ComputeLayoutRpc, AnswersTheSeed) {
  ServerProcess server;
  v1::ComputeLayoutRequest request = Layout("[2, 3]");
  v1::Layout* layout = request.mutable_cases(0)->mutable_layout()->mutable_layout();
  for (const int64_t dim : {0, 1}) layout->add_minor_to_major(dim);
  for (const int64_t size : {3, 5}) layout->add_padded_dimensions(size);
  request.mutable_cases(0)->add_queries()->set_memory_order(true);
  const auto response = server.client().ComputeLayout(request);
  ASSERT_TRUE(response.ok()) << response.status();
  const auto& order = response->results(0).answers(0).order().coordinates();
  // a d 0 b e 0 c f 0 and zeros
  EXPECT_EQ(std::vector<int64_t>(order.begin(), order.end()),
            (std::vector<int64_t>{0, 3, -1, 1, 4, -1, 2, 5, -1, -1, -1, -1, -1, -1, -1}));
}

TEST(ComputeLayoutRpc, NamesTheMalformedField) {
  ServerProcess server;
  v1::ComputeLayoutRequest request = Layout("f32[2,3]");
  request.mutable_cases(0)->add_queries()->mutable_to_linear()->add_coordinates(1);
  request.mutable_cases(0)->mutable_queries(0)->mutable_to_linear()->add_coordinates(3);
  const grpc::Status status = Call(server, kComputeLayout, request.SerializeAsString());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "MALFORMED_CASE");
  EXPECT_EQ(FieldOf(status), "cases[0].queries[0].to_linear.coordinates[1]");
  ExpectServing(server);
}

TEST(CaseRpcs, MalformedBytesAndEmptyRequests) {
  ServerProcess server;
  for (const char* method : {kMergeShapes, kComputeLayout}) {
    const grpc::Status status = Call(server, method, "\xff\xff\xff");
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "MALFORMED_REQUEST");
    EXPECT_TRUE(Call(server, method, "").ok());
  }
  ExpectServing(server);
}

// The server and the process itself give the same answer.
TEST(CaseRpcs, CommandLine) {
  ServerProcess server;
  const auto run = [](std::vector<std::string> words) {
    words.insert(words.begin(), SHAPEWRIGHT_CLI);
    return RunProcess(words);
  };
  const ProcessResult merged = run({"merge", "--target", server.target(), "[2, ?]", "[?, 5]"});
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(merged.out, "[2, 5]\n  ?1 := 5 (operand 0, axis 1)\n  ?2 := 2 (operand 1, axis 0)\n");
  EXPECT_EQ(run({"merge", "--embedded", "[2, ?]", "[?, 5]"}).out, merged.out);
  EXPECT_EQ(run({"merge", "--target", server.target(), "[1]", "[2]"}).code, 1);
  const ProcessResult laid =
      run({"layout", "--target", server.target(), "f32[2,3]{0,1}", "--memory-order"});
  EXPECT_EQ(laid.code, 0) << laid.err;
  EXPECT_TRUE(absl::StrContains(laid.out, "memory          0 3 1 4 2 5\n")) << laid.out;
  EXPECT_EQ(run({"layout", "--embedded", "f32[2,3]{0,1}", "--memory-order"}).out, laid.out);
}

// The seed: 2x3, column-major, padded to [3,5]. Of two layouts neither is dropped.
TEST(CaseRpcs, CommandLinePadsALayout) {
  const auto layout = [](std::vector<std::string> words) {
    words.insert(words.begin(), {SHAPEWRIGHT_CLI, "layout", "--embedded", "[2,3]"});
    return RunProcess(words);
  };
  const ProcessResult padded =
      layout({"--minor-to-major", "0,1", "--padded", "3,5", "--memory-order"});
  EXPECT_TRUE(absl::StrContains(padded.out, "0 3 - 1 4 - 2 5 - - - - - - -\n")) << padded.out;
  for (const char* other : {"--layout", "--strides"}) {
    EXPECT_EQ(layout({other, "1,3", "--padded", "3,5"}).code, 2);
    EXPECT_EQ(layout({"--padded", "3,5", other, "1,3"}).code, 2);
  }
}

}  // namespace
}  // namespace shapewright::end_to_end
