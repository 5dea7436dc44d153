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
#include "core/query/merge/merge_operands.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/query/merge/merge_tester.h"
#include "tests/data_path/data_path.h"

namespace shapewright::query {
namespace {

using nlohmann::json;

struct Question {
  v1::MergeCase message;
  v1::Notation notation;
};

std::optional<v1::MergeResult> Ask(const Question& question, bool shares_symbols = false) {
  v1::MergeShapesRequest request;
  *request.add_cases() = question.message;
  request.set_share_symbols(shares_symbols);
  request.set_notation(question.notation);
  v1::MergeShapesResponse response;
  if (!MergeShapes(request, QueryOptions(), &response).ok()) return std::nullopt;
  if (response.results(0).has_error()) return std::nullopt;
  return response.results(0);
}

// How many operands there are; 0 where it asks about dims.
int OperandCount(const v1::MergeCase& message) {
  return static_cast<int>(FindOperands(message).types.size());
}

// What a text alone says, where it is a shape of sizes that are not negative.
std::optional<v1::MergeResult> ReadShape(const std::string& text, v1::Notation notation,
                                         v1::Notation written) {
  std::optional<v1::MergeResult> read = Ask({MakeCase("merge", {text}), notation});
  if (!read || !read->type().has_tensor()) return std::nullopt;
  for (const v1::Dim& dim : read->type().tensor().shape().dims()) {
    if (dim.size() < 0) return std::nullopt;
  }
  if (written == notation) return read;
  v1::MergeCase again;
  *again.mutable_merge()->add_operands() = read->type();
  return Ask({again, written});
}

void ForgetNames(v1::Type* type) {
  type->clear_text();
  if (!type->tensor().has_shape()) return;
  for (v1::Dim& dim : *type->mutable_tensor()->mutable_shape()->mutable_dims()) {
    if (dim.kind_case() == v1::Dim::kExpr) dim.clear_kind();
  }
}

// The outcome without the names of symbols: sizes, ranges, answers, codes of conflicts.
std::string Nameless(v1::MergeResult result) {
  if (result.has_type()) ForgetNames(result.mutable_type());
  if (result.has_summary()) {
    ForgetNames(result.mutable_summary()->mutable_type());
    if (result.summary().elements().has_expr()) {
      result.mutable_summary()->mutable_elements()->clear_kind();
    }
  }
  result.clear_symbols();
  result.clear_facts();
  result.clear_notes();
  std::string codes;
  for (const v1::Conflict& conflict : result.conflicts()) absl::StrAppend(&codes, conflict.code());
  result.clear_conflicts();
  return result.ShortDebugString() + codes;
}

// The facts that are one question about shapes written as texts.
std::vector<Question> Questions() {
  std::ifstream file(DataPath("algebra_facts.json"));
  std::vector<Question> questions;
  for (const json& fact : json::parse(file)) {
    if (!fact.contains("merge") || fact["merge"].size() != 1) continue;
    Question question;
    const auto status =
        google::protobuf::util::JsonStringToMessage(fact["merge"][0].dump(), &question.message);
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_TRUE(
        v1::Notation_Parse(fact.value("notation", "NOTATION_UNSPECIFIED"), &question.notation));
    if (question.message.compare().ignored_size() > 0 || !Ask(question)) continue;
    const GivenOperands operands = FindOperands(question.message);
    bool are_shapes = !operands.types.empty();
    for (const v1::Type* type : operands.types) {
      are_shapes = are_shapes && !type->text().empty() &&
                   type->kind_case() == v1::Type::KIND_NOT_SET &&
                   !absl::StrContains(type->text(), "]{") &&
                   ReadShape(type->text(), question.notation, question.notation);
    }
    if (are_shapes) questions.push_back(question);
  }
  EXPECT_GE(questions.size(), 700U);
  return questions;
}

// The question with its operands as messages. Unknowns of two texts differ.
Question AsMessages(const Question& question) {
  Question other = question;
  for (int i = 0; i < OperandCount(question.message); ++i) {
    v1::Type* type = MutableOperand(other.message, i);
    *type = ReadShape(type->text(), question.notation, question.notation)->type();
    type->clear_text();
    if (!type->tensor().has_shape()) continue;
    for (v1::Dim& dim : *type->mutable_tensor()->mutable_shape()->mutable_dims()) {
      if (dim.kind_case() != v1::Dim::kExpr || dim.expr()[0] != '?') continue;
      dim.set_expr(absl::StrCat(dim.expr(), i + 1));
    }
  }
  return other;
}

void ExpectSame(const std::function<std::optional<Question>(const Question&)>& reword,
                bool shares_symbols = false) {
  for (const Question& question : Questions()) {
    const std::optional<Question> other = reword(question);
    if (!other) continue;
    const auto expected = Ask(question);
    const auto answer = Ask(*other, shares_symbols);
    EXPECT_TRUE(expected && answer) << other->message.DebugString();
    if (!expected || !answer) continue;
    EXPECT_EQ(Nameless(*answer), Nameless(*expected)) << question.message.ShortDebugString() << "\n"
                                                      << other->message.ShortDebugString();
  }
}

TEST(Variations, AsMessages) { ExpectSame(AsMessages); }

TEST(Variations, WithSharedSymbols) {
  ExpectSame([](const Question& question) { return question; }, true);
}

TEST(Variations, InOtherNotations) {
  for (const v1::Notation notation :
       {v1::NOTATION_SHAPEWRIGHT, v1::NOTATION_NGRAPH, v1::NOTATION_OPENVINO}) {
    ExpectSame([notation](const Question& question) -> std::optional<Question> {
      Question other{question.message, notation};
      for (int i = 0; i < OperandCount(question.message); ++i) {
        v1::Type* type = MutableOperand(other.message, i);
        const auto written = ReadShape(type->text(), question.notation, notation);
        type->set_text(written->type().text());
      }
      return other;
    });
  }
}

TEST(Variations, WithNamesForUnknowns) {
  ExpectSame([](const Question& question) -> std::optional<Question> {
    // Names say that sizes are the same, or which; policies treat them in their own way.
    if (question.message.has_compare() || question.message.merge().policy() != 0) {
      return std::nullopt;
    }
    Question other = AsMessages(question);
    for (int i = 0; i < OperandCount(question.message); ++i) {
      v1::Type* type = MutableOperand(other.message, i);
      if (!type->tensor().has_shape()) continue;
      for (v1::Dim& dim : *type->mutable_tensor()->mutable_shape()->mutable_dims()) {
        if (dim.kind_case() != v1::Dim::kExpr || dim.expr()[0] != '?') continue;
        dim.set_expr(absl::StrCat("Size", dim.expr().substr(1)));
      }
    }
    return other;
  });
}

TEST(Variations, OfTypesWithElements) {
  for (const Question& question : Questions()) {
    Question other = AsMessages(question);
    bool has_elements = false;
    for (int i = 0; i < OperandCount(question.message); ++i) {
      v1::TensorType* tensor = MutableOperand(other.message, i)->mutable_tensor();
      has_elements |= tensor->element_type() != v1::ELEMENT_TYPE_UNSPECIFIED;
      tensor->set_element_type(v1::ELEMENT_TYPE_BFLOAT16);
    }
    if (has_elements) continue;
    auto expected = Ask(question);
    const auto answer = Ask(other);
    EXPECT_TRUE(expected && answer) << other.message.DebugString();
    if (!expected || !answer) continue;
    v1::Type* type = expected->has_type()      ? expected->mutable_type()
                     : expected->has_summary() ? expected->mutable_summary()->mutable_type()
                                               : nullptr;
    if (type != nullptr) type->mutable_tensor()->set_element_type(v1::ELEMENT_TYPE_BFLOAT16);
    EXPECT_EQ(Nameless(*answer), Nameless(*expected)) << question.message.ShortDebugString();
  }
}

}  // namespace
}  // namespace shapewright::query
