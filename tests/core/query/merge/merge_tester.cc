#include "tests/core/query/merge/merge_tester.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/relation_sign.h"

namespace shapewright::query {
namespace {

std::string DimText(const v1::Dim& dim) {
  return dim.kind_case() == v1::Dim::kSize ? absl::StrCat(dim.size()) : dim.expr();
}

}  // namespace

v1::MergeCase MakeCase(v1::MergeCase::Operation operation, const std::vector<std::string>& texts) {
  v1::MergeCase message;
  message.set_operation(operation);
  for (const std::string& text : texts) message.add_texts(text);
  return message;
}

v1::MergeResult RunCase(const v1::MergeCase& message) {
  v1::MergeShapesRequest request;
  *request.add_cases() = message;
  v1::MergeShapesResponse response;
  const absl::Status status = MergeShapes(request, QueryOptions(), &response);
  EXPECT_TRUE(status.ok()) << status << "\n" << message.DebugString();
  if (!status.ok()) return {};
  return response.results(0);
}

std::string Summary(const v1::MergeResult& result) {
  std::string text = result.text();
  for (const v1::Conflict& conflict : result.conflicts()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", "conflict ", conflict.code());
    if (conflict.has_axis()) absl::StrAppend(&text, " ", conflict.axis());
  }
  return text;
}

std::string Answer(const v1::MergeCase& message) { return Summary(RunCase(message)); }

std::string Answer(v1::MergeCase::Operation operation, const std::vector<std::string>& texts) {
  return Answer(MakeCase(operation, texts));
}

std::string ErrorOf(const v1::MergeCase& message) {
  v1::MergeShapesRequest request;
  *request.add_cases() = message;
  v1::MergeShapesResponse response;
  const absl::Status status = MergeShapes(request, QueryOptions(), &response);
  return status.ok() ? "" : absl::StrCat(graph::FieldOf(status), ": ", status.message());
}

std::string Substitutions(const v1::MergeResult& result) {
  return absl::StrJoin(result.substitutions(), ", ", [](std::string* out, const v1::Symbol& s) {
    absl::StrAppend(out, s.name(), " := ", DimText(s.solved()));
  });
}

std::string Constraints(const v1::MergeResult& result) {
  return absl::StrJoin(result.constraints(), ", ", [](std::string* out, const v1::Constraint& c) {
    absl::StrAppend(out, DimText(c.left()), " ", RelationSign(c.relation()), " ");
    absl::StrAppend(out, c.has_right() ? DimText(c.right())
                                       : absl::StrCat("{", absl::StrJoin(c.allowed(), " "), "}"));
  });
}

}  // namespace shapewright::query
