// A question may be put in other words. Each fact about shapes in algebra_facts.json is
// asked again as messages, in the other notations, with names for its unknowns, of types
// with elements, and with symbols that are shared; the fact as it stands is the oracle.
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/query/merge/merge_tester.h"
#include "tests/data_path/data_path.h"

namespace shapewright::query {
namespace {

using nlohmann::json;
using v1Case = v1::MergeCase;

std::optional<v1::MergeResult> Ask(const v1Case& message, bool shares_symbols = false) {
  v1::MergeShapesRequest request;
  *request.add_cases() = message;
  request.set_share_symbols(shares_symbols);
  v1::MergeShapesResponse response;
  if (!MergeShapes(request, QueryOptions(), &response).ok()) return std::nullopt;
  return response.results(0);
}

// What a text alone says, where it is a shape of sizes that are not negative.
std::optional<v1::MergeResult> ReadShape(const std::string& text, v1Case::Notation notation,
                                         v1Case::Notation written) {
  v1Case message = MakeCase(v1Case::OPERATION_MERGE, {text});
  message.set_notation(notation);
  std::optional<v1::MergeResult> read = Ask(message);
  if (!read || !read->merged().has_tensor()) return std::nullopt;
  for (const v1::Dim& dim : read->merged().tensor().shape().dims()) {
    if (dim.size() < 0) return std::nullopt;
  }
  if (written == notation) return read;
  v1Case again;
  again.set_operation(v1Case::OPERATION_MERGE);
  *again.add_operands() = read->merged();
  again.set_notation(written);
  return Ask(again);
}

// The outcome without the names of symbols: sizes, ranges, answers, codes of conflicts.
std::string Nameless(const v1::MergeResult& result) {
  v1::MergeResult copy = result;
  if (result.merged().has_tensor()) {
    v1::Shape* shape = copy.mutable_merged()->mutable_tensor()->mutable_shape();
    for (v1::Dim& dim : *shape->mutable_dims()) {
      if (dim.kind_case() == v1::Dim::kExpr) dim.clear_kind();
      dim.clear_reason();
    }
  }
  if (result.has_dim() && result.dim().kind_case() == v1::Dim::kExpr) {
    copy.mutable_dim()->clear_kind();
  }
  std::string text = result.has_merged() ? copy.merged().ShortDebugString()
                     : result.has_dim()  ? copy.dim().ShortDebugString()
                                         : result.text();
  for (const v1::Conflict& conflict : result.conflicts()) absl::StrAppend(&text, conflict.code());
  return text;
}

// Whether the operation is about layouts, or about a `?` that is a dim.
bool IsAboutOther(v1Case::Operation operation) {
  return operation == v1Case::OPERATION_SAME_LAYOUT ||
         operation == v1Case::OPERATION_HAS_PROPERTY || operation == v1Case::OPERATION_INTERSECT ||
         operation == v1Case::OPERATION_INTERVAL_CONTAINS ||
         operation == v1Case::OPERATION_INTERVAL_SIZE ||
         operation == v1Case::OPERATION_INTERVAL_EMPTY;
}

// The facts that are one question about shapes written as texts.
std::vector<v1Case> Questions() {
  std::ifstream file(DataPath("algebra_facts.json"));
  std::vector<v1Case> questions;
  for (const json& fact : json::parse(file)) {
    if (!fact.contains("merge") || fact["merge"].size() != 1) continue;
    v1Case message;
    const auto status =
        google::protobuf::util::JsonStringToMessage(fact["merge"][0].dump(), &message);
    EXPECT_TRUE(status.ok()) << status.ToString();
    if (message.texts().empty() || message.ignored_size() > 0) continue;
    if (!Ask(message)) continue;
    bool are_shapes = !IsAboutOther(message.operation());
    for (const std::string& text : message.texts()) {
      are_shapes = are_shapes && !absl::StrContains(text, "]{") &&
                   ReadShape(text, message.notation(), message.notation());
    }
    if (are_shapes) questions.push_back(message);
  }
  EXPECT_GE(questions.size(), 700U);
  return questions;
}

// The question with its operands as messages. Unknowns of two texts differ.
v1Case AsMessages(const v1Case& question) {
  v1Case message = question;
  message.clear_texts();
  for (const std::string& text : question.texts()) {
    const auto read = ReadShape(text, question.notation(), question.notation());
    v1::Type* type = message.add_operands();
    *type = read->merged();
    for (v1::Dim& dim : *type->mutable_tensor()->mutable_shape()->mutable_dims()) {
      if (dim.kind_case() != v1::Dim::kExpr || dim.expr()[0] != '?') continue;
      dim.set_expr(absl::StrCat(dim.expr(), message.operands_size()));
    }
  }
  return message;
}

void ExpectSame(const std::function<std::optional<v1Case>(const v1Case&)>& reword,
                bool shares_symbols = false) {
  for (const v1Case& question : Questions()) {
    const std::optional<v1Case> other = reword(question);
    if (!other) continue;
    const auto expected = Ask(question);
    const auto answer = Ask(*other, shares_symbols);
    EXPECT_TRUE(expected && answer) << other->DebugString();
    if (!expected || !answer) continue;
    EXPECT_EQ(Nameless(*answer), Nameless(*expected)) << question.ShortDebugString() << "\n"
                                                      << other->ShortDebugString();
  }
}

TEST(Variations, AsMessages) { ExpectSame(AsMessages); }

TEST(Variations, WithSharedSymbols) {
  ExpectSame([](const v1Case& question) { return question; }, true);
}

TEST(Variations, InOtherNotations) {
  for (const v1Case::Notation notation :
       {v1Case::NOTATION_SHAPEWRIGHT, v1Case::NOTATION_NGRAPH, v1Case::NOTATION_OPENVINO}) {
    ExpectSame([notation](const v1Case& question) -> std::optional<v1Case> {
      v1Case message = question;
      for (std::string& text : *message.mutable_texts()) {
        text = ReadShape(text, question.notation(), notation)->text();
      }
      // What is not one of its kind is written in the notation of the case.
      const auto expected = Ask(question);
      if (!expected->has_merged() && !expected->has_dim()) return message;
      message.set_notation(notation);
      return message;
    });
  }
}

TEST(Variations, WithNamesForUnknowns) {
  ExpectSame([](const v1Case& question) -> std::optional<v1Case> {
    // Names say that sizes are the same, or which; policies treat them in their own way.
    if (question.operation() == v1Case::OPERATION_EQUAL || question.policy() != 0) {
      return std::nullopt;
    }
    v1Case message = AsMessages(question);
    for (v1::Type& type : *message.mutable_operands()) {
      for (v1::Dim& dim : *type.mutable_tensor()->mutable_shape()->mutable_dims()) {
        if (dim.kind_case() != v1::Dim::kExpr || dim.expr()[0] != '?') continue;
        dim.set_expr(absl::StrCat("Size", dim.expr().substr(1)));
      }
    }
    return message;
  });
}

TEST(Variations, OfTypesWithElements) {
  for (const v1Case& question : Questions()) {
    v1Case message = AsMessages(question);
    bool has_elements = false;
    for (v1::Type& type : *message.mutable_operands()) {
      has_elements |= type.tensor().element_type() != v1::ELEMENT_TYPE_UNSPECIFIED;
      type.mutable_tensor()->set_element_type(v1::ELEMENT_TYPE_BFLOAT16);
    }
    if (has_elements) continue;
    auto expected = Ask(question);
    const auto answer = Ask(message);
    EXPECT_TRUE(expected && answer) << message.DebugString();
    if (!expected || !answer) continue;
    if (expected->has_merged()) {
      expected->mutable_merged()->mutable_tensor()->set_element_type(v1::ELEMENT_TYPE_BFLOAT16);
    }
    EXPECT_EQ(Nameless(*answer), Nameless(*expected)) << question.ShortDebugString();
  }
}

}  // namespace
}  // namespace shapewright::query
