#include "tests/core/query/layout/layout_tester.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/query/layout/compute_layout.h"

namespace shapewright::query {
namespace {

template <typename List>
void AddAll(const std::vector<std::string>& texts, List* list) {
  for (const std::string& text : texts) {
    const auto read = google::protobuf::util::JsonStringToMessage(text, list->Add());
    EXPECT_TRUE(read.ok()) << read.ToString() << text;
  }
}

}  // namespace

v1::LayoutCase LayoutOf(const std::string& text, const std::vector<std::string>& changes,
                        const std::vector<std::string>& questions) {
  v1::LayoutCase message;
  message.mutable_tensor()->set_text(text);
  AddAll(changes, message.mutable_changes());
  AddAll(questions, message.mutable_questions());
  return message;
}

std::string CompareWith(const std::string& other) {
  return absl::StrCat(R"({"compare":{"other":{"text":")", other, "\"}}}");
}

v1::LayoutResult AnswerLayout(const v1::LayoutCase& message) {
  v1::ComputeLayoutRequest request;
  *request.add_cases() = message;
  request.set_details(true);
  v1::ComputeLayoutResponse response;
  const absl::Status status = ComputeLayout(request, QueryOptions(), &response);
  EXPECT_TRUE(status.ok()) << status << message.ShortDebugString();
  return status.ok() ? response.results(0) : v1::LayoutResult();
}

v1::LayoutAnswer AnswerTo(const std::string& text, const std::string& question) {
  const v1::LayoutResult result = AnswerLayout(LayoutOf(text, {}, {question}));
  EXPECT_EQ(result.answers_size(), 1) << result.ShortDebugString() << text << question;
  return result.answers_size() == 1 ? result.answers(0) : v1::LayoutAnswer();
}

v1::LayoutChangeResult ChangeOf(const std::string& text, const std::string& change) {
  const v1::LayoutResult result = AnswerLayout(LayoutOf(text, {change}));
  EXPECT_EQ(result.changes_size(), 1) << result.ShortDebugString() << text << change;
  return result.changes_size() == 1 ? result.changes(0) : v1::LayoutChangeResult();
}

std::string ErrorText(const v1::EntryError& error) {
  if (error.reason().empty()) return "";
  EXPECT_FALSE(error.message().empty()) << error.ShortDebugString();
  return error.field().empty() ? error.reason() : absl::StrCat(error.reason(), " ", error.field());
}

std::string ErrorOf(const v1::LayoutCase& message) {
  const v1::LayoutResult result = AnswerLayout(message);
  // Nothing but the label beside it.
  EXPECT_FALSE(result.has_error() && (result.has_facts() || result.answers_size() > 0));
  return ErrorText(result.error());
}

std::string ErrorOf(const std::string& text, const std::string& question) {
  return ErrorText(AnswerTo(text, question).error());
}

std::string AmountText(const v1::Amount& amount) {
  return amount.has_value() ? absl::StrCat(amount.value()) : amount.expr();
}

std::string AmountsText(const google::protobuf::RepeatedPtrField<v1::Amount>& amounts) {
  return absl::StrJoin(amounts, " ", [](std::string* out, const v1::Amount& amount) {
    out->append(AmountText(amount));
  });
}

std::string DimsText(const v1::Shape& shape) {
  return absl::StrJoin(shape.dims(), ",", [](std::string* out, const v1::Dim& dim) {
    absl::StrAppend(out, dim.kind_case() == v1::Dim::kSize ? absl::StrCat(dim.size()) : dim.expr());
  });
}

std::string ComparisonText(const v1::LayoutComparison& comparison) {
  EXPECT_EQ(comparison.needs_copy(), !comparison.bitcast()) << comparison.ShortDebugString();
  std::string text =
      absl::StrCat(comparison.equal(), comparison.equivalent(), comparison.bitcast());
  if (comparison.transpose_size() > 0) {
    absl::StrAppend(&text, " ", absl::StrJoin(comparison.transpose(), ""));
  }
  return text;
}

}  // namespace shapewright::query
