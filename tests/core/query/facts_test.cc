// What the test suites of nGraph, OpenVINO and XLA say about partly known shapes,
// dims, intervals, symbols and layouts, fact by fact (tests/data/algebra_facts.json).
// Each fact is a question in the JSON form of its message, and what the suite named in
// `from` expects: values by their path in the answer, `conflict`, `error` (the case is
// malformed), or `refused` (one of the two).
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/data_path/data_path.h"

namespace shapewright::query {
namespace {

using nlohmann::json;

template <typename Request>
void AddCases(const json& cases, Request* request) {
  for (const json& message : cases) {
    const auto status =
        google::protobuf::util::JsonStringToMessage(message.dump(), request->add_cases());
    EXPECT_TRUE(status.ok()) << status.ToString() << message;
  }
}

// The last result, with fields that have their default value.
template <typename Response>
json LastResult(const Response& response) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(
      response.results(response.results_size() - 1), &text, options);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return json::parse(text);
}

absl::StatusOr<json> Ask(const json& fact) {
  if (fact.contains("merge")) {
    v1::MergeShapesRequest request;
    AddCases(fact["merge"], &request);
    request.set_share_symbols(fact.value("share_symbols", false));
    v1::Notation notation = v1::NOTATION_UNSPECIFIED;
    EXPECT_TRUE(v1::Notation_Parse(fact.value("notation", "NOTATION_UNSPECIFIED"), &notation));
    request.set_notation(notation);
    v1::MergeShapesResponse response;
    const absl::Status status = MergeShapes(request, QueryOptions(), &response);
    if (!status.ok()) return status;
    return LastResult(response);
  }
  v1::ComputeLayoutRequest request;
  AddCases(fact["layout"], &request);
  request.set_details(fact.value("details", false));
  v1::ComputeLayoutResponse response;
  const absl::Status status = ComputeLayout(request, QueryOptions(), &response);
  if (!status.ok()) return status;
  return LastResult(response);
}

// Null where there is nothing.
json At(const json& answer, const std::string& path) {
  const json::json_pointer pointer(path);
  return answer.contains(pointer) ? answer[pointer] : json();
}

std::string Describe(const json& fact) { return fact.dump(); }

void Check(const json& fact) {
  const json& expected = fact["expect"];
  const bool is_refused = expected.contains("refused");
  const absl::StatusOr<json> answer = Ask(fact);
  if (!answer.ok()) {
    EXPECT_TRUE(is_refused || expected.contains("error")) << answer.status() << Describe(fact);
    return;
  }
  // A case has its error in its result, a question in its answer.
  const bool is_error = !At(*answer, "/error/reason").is_null() ||
                        At(*answer, "/answers/0/error/reason") == "MALFORMED_QUESTION";
  ASSERT_EQ(is_error, expected.contains("error") || (is_refused && is_error))
      << *answer << Describe(fact);
  if (is_error) return;
  if (is_refused || expected.contains("conflict")) {
    EXPECT_FALSE(At(*answer, "/conflicts/0/code").is_null()) << Describe(fact);
    return;
  }
  for (const auto& [path, value] : expected.items()) {
    EXPECT_EQ(At(*answer, path), value) << path << " of " << *answer << "\n" << Describe(fact);
  }
}

TEST(Facts, AreAnsweredAsTheSuitesSay) {
  std::ifstream file(DataPath("algebra_facts.json"));
  const json facts = json::parse(file);
  EXPECT_GE(facts.size(), 2177U);
  for (const json& fact : facts) {
    ASSERT_FALSE(fact.at("expect").empty()) << Describe(fact);
    Check(fact);
  }
}

}  // namespace
}  // namespace shapewright::query
