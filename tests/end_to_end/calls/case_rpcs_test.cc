// MergeShapes and ComputeLayout by a real server: answers, field paths of errors,
// limits, and the command line.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/server_process.h"

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
  request.add_cases()->mutable_tensor()->set_text(text);
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
  request.mutable_cases(0)->add_questions()->mutable_memory_order();
  const auto response = server.client().ComputeLayout(request);
  ASSERT_TRUE(response.ok()) << response.status();
  const auto& order = response->results(0).answers(0).numbers().values();
  // a d 0 b e 0 c f 0 and zeros
  EXPECT_EQ(std::vector<int64_t>(order.begin(), order.end()),
            (std::vector<int64_t>{0, 3, -1, 1, 4, -1, 2, 5, -1, -1, -1, -1, -1, -1, -1}));
}

// One case, or one question, that makes no sense among others.
TEST(ComputeLayoutRpc, NamesTheMalformedField) {
  ServerProcess server;
  v1::ComputeLayoutRequest request = Layout("f32[2,3");
  *request.add_cases() = Layout("f32[2,3]").cases(0);
  v1::Coordinates* element =
      request.mutable_cases(1)->add_questions()->mutable_locate()->add_elements();
  for (const int64_t index : {1, 3}) element->add_indices(index);
  request.mutable_cases(1)->add_questions()->set_axis_named("x");
  const auto response = server.client().ComputeLayout(request);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->results(0).error().reason(), "MALFORMED_CASE");
  EXPECT_EQ(response->results(0).error().field(), "tensor.text");
  const v1::LayoutResult& other = response->results(1);
  EXPECT_EQ(other.answers(0).error().reason(), "MALFORMED_QUESTION");
  EXPECT_EQ(other.answers(0).error().field(), "locate.elements[0].indices[1]");
  EXPECT_EQ(other.answers(1).numbers().values(0), 1);
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

// What it cannot answer it tells of, and fails.
TEST(CaseRpcs, CommandLineOfLayouts) {
  const auto layout = [](std::vector<std::string> words) {
    words.insert(words.begin(), {SHAPEWRIGHT_CLI, "layout", "--embedded"});
    return RunProcess(words);
  };
  const ProcessResult changed =
      layout({"f32[2,3]", "--transpose", "1,0", "--locate", "2,1", "--axis", "w"});
  EXPECT_EQ(changed.code, 1);
  EXPECT_TRUE(absl::StrContains(changed.out, "changed to      float32[3, 2]\n")) << changed.out;
  EXPECT_TRUE(absl::StrContains(changed.out, "place           5\n")) << changed.out;
  EXPECT_TRUE(absl::StrContains(changed.out, "no answer       ")) << changed.out;
  const ProcessResult bound = layout({"f32[N,3]", "--premise", "N = 4", "--details"});
  EXPECT_EQ(bound.code, 0) << bound.err;
  EXPECT_TRUE(absl::StrContains(bound.out, "bytes           48\n")) << bound.out;
  EXPECT_TRUE(absl::StrContains(bound.out, "longest run     12\n")) << bound.out;
  const ProcessResult malformed = layout({"f32[N,3"});
  EXPECT_EQ(malformed.code, 1);
  EXPECT_TRUE(absl::StrContains(malformed.err, "tensor.text: ")) << malformed.err;
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
