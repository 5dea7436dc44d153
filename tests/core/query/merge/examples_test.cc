// The commonest questions to MergeShapes as JSON, and their answers, to the letter.
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>

#include "core/query/merge/merge_shapes.h"

namespace shapewright::query {
namespace {

template <typename Message>
Message FromJson(const std::string& json) {
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
  EXPECT_TRUE(status.ok()) << status.ToString() << json;
  return message;
}

void ExpectAnswer(const std::string& request, const std::string& response) {
  v1::MergeShapesResponse answer;
  const absl::Status status =
      MergeShapes(FromJson<v1::MergeShapesRequest>(request), QueryOptions(), &answer);
  ASSERT_TRUE(status.ok()) << status;
  const auto wanted = FromJson<v1::MergeShapesResponse>(response);
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(answer, wanted))
      << answer.DebugString() << "wanted:\n"
      << wanted.DebugString();
}

TEST(MergeExamples, MergeTwoShapes) {
  ExpectAnswer(
      R"json({"cases": [{"merge": {"operands": [{"text": "[2, ?]"}, {"text": "[?, 5]"}]}}]})json",
      R"json({"results": [{
        "type": {"text": "[2, 5]", "tensor": {"shape": {"dims": [{"size": 2}, {"size": 5}]}}},
        "symbols": [
          {"name": "?1", "kind": "KIND_ANONYMOUS", "range": {"min": 0}, "equals": {"value": 5},
           "origin": {"input": 0, "axis": 1}},
          {"name": "?2", "kind": "KIND_ANONYMOUS", "range": {"min": 0}, "equals": {"value": 2},
           "origin": {"input": 1, "axis": 0}}]}]})json");
}

TEST(MergeExamples, WhatCannotBeMerged) {
  ExpectAnswer(
      R"json({"cases": [{"merge": {"operands": [{"text": "[2, ?]"}, {"text": "[3, 5]"}]}}]})json",
      R"json({"results": [{"conflicts": [
        {"code": "DIM_MISMATCH", "message": "axis 0: 2 and 3 are never equal",
         "leftOperand": 0, "rightOperand": 1, "axis": 0, "left": "2", "right": "3"}]}]})json");
}

TEST(MergeExamples, BroadcastTwoShapes) {
  ExpectAnswer(
      R"json({"cases": [{"broadcast": {"operands": [{"text": "[2, ?]"}, {"text": "[?, 5]"}]}}]})json",
      R"json({"results": [{
        "type": {"text": "[2, 5]", "tensor": {"shape": {"dims": [{"size": 2}, {"size": 5}]}}},
        "facts": ["broadcastable(2, ?2)", "broadcastable(?1, 5)"],
        "symbols": [
          {"name": "?1", "kind": "KIND_ANONYMOUS", "origin": {"input": 0, "axis": 1}},
          {"name": "?2", "kind": "KIND_ANONYMOUS", "origin": {"input": 1, "axis": 0}}]}]
})json");
}

TEST(MergeExamples, OneBadCaseAmongOthers) {
  ExpectAnswer(
      R"json({"cases": [
        {"label": "good", "merge": {"operands": [{"text": "[2, 5]"}, {"text": "[2, 5]"}]}},
        {"label": "bad", "merge": {"operands": [{"text": "[2, ?"}, {"text": "[?, 5]"}]}}]})json",
      R"json({"results": [
        {"label": "good",
         "type": {"text": "[2, 5]", "tensor": {"shape": {"dims": [{"size": 2}, {"size": 5}]}}}},
        {"label": "bad", "error": {"reason": "MALFORMED_CASE", "field": "merge.operands[0].text",
         "message": "\"[2, ?\": a bracket is not closed"}}]})json");
}

}  // namespace
}  // namespace shapewright::query
