// What MergeShapes does not pass over: an error of the case with its field and, mostly, a
// suggestion. Expected values: what the protos say of each field.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

// "field: message; suggestion"
std::string Text(const v1::EntryError& error) {
  const std::string suggestion =
      error.suggestion().empty() ? "" : absl::StrCat("; ", error.suggestion());
  return error.reason().empty() ? ""
                                : absl::StrCat(error.field(), ": ", error.message(), suggestion);
}

std::string Refusal(const v1::MergeCase& message) { return Text(RunCase(message).error()); }

v1::MergeCase Pooling(v1::Window::AutoPad auto_pad) {
  v1::MergeCase message = MakeCase("pooling", {"[1, 1, 9]"});
  message.mutable_slide_window()->mutable_window()->add_sizes()->set_size(3);
  message.mutable_slide_window()->mutable_window()->set_auto_pad(auto_pad);
  return message;
}

TEST(Refusals, PadsBesideAutoPad) {
  for (const auto auto_pad : {v1::Window::AUTO_PAD_SAME_UPPER, v1::Window::AUTO_PAD_VALID}) {
    v1::MergeCase message = Pooling(auto_pad);
    EXPECT_EQ(Refusal(message), "");
    message.mutable_slide_window()->mutable_window()->add_pads_end(1);
    EXPECT_EQ(Refusal(message),
              "slide_window.window.pads_end: `auto_pad` says how much is padded; leave out the "
              "pads, or `auto_pad`");
  }
  v1::MergeCase message = Pooling(v1::Window::AUTO_PAD_EXPLICIT);
  message.mutable_slide_window()->mutable_window()->add_pads_end(1);
  EXPECT_EQ(Refusal(message), "");
}

TEST(Refusals, AxesThatAreNone) {
  const auto refused = [](const std::string& shape, const std::vector<int64_t>& axes) {
    return FieldOfError(MakeCase("permute", {shape}, axes));
  };
  EXPECT_EQ(Answer("permute", {"[2, 3, 4]"}, v1::NOTATION_SHAPEWRIGHT, {1, 0, -1}), "[3, 2, 4]");
  EXPECT_EQ(refused("[2, 3, 4]", {0, 1, 1}), "select_axes.axes");
  EXPECT_EQ(refused("[2, 3, 4]", {3}), "select_axes.axes");
  EXPECT_EQ(refused("?", {1, 1}), "select_axes.axes");
  EXPECT_EQ(refused("rank 1..2", {2}), "select_axes.axes");
  EXPECT_EQ(refused("rank 1..2", {-3}), "select_axes.axes");
  EXPECT_EQ(Answer("permute", {"?"}, v1::NOTATION_SHAPEWRIGHT, {5, 0}), "[?, ?]");
}

TEST(Refusals, AspectsThatSayNothing) {
  v1::MergeCase message = MakeCase("equal", {"[2]", "[2]"});
  message.mutable_compare()->add_ignored(v1::CompareTypes::ASPECT_LAYOUT);
  EXPECT_EQ(Refusal(message), "");
  message.mutable_compare()->add_ignored(v1::CompareTypes::ASPECT_UNSPECIFIED);
  EXPECT_EQ(Refusal(message), "compare.ignored[1]: the value says nothing; leave it out");
}

TEST(Refusals, NegativeNumbers) {
  v1::MergeCase message = MakeCase("put", {"[2, 3]"}, {0}, {"4"});
  v1::Dim* const size = message.mutable_put_axes()->mutable_sizes(0);
  size->set_size(-1);
  EXPECT_EQ(Refusal(message),
            "put_axes.sizes[0].size: is negative: -1; leave `size` out where it is not known; "
            "`expr` may say the number -1");
  size->set_expr("-1");
  EXPECT_EQ(Refusal(message), "");
  v1::MergeCase rank;
  v1::TensorType* const tensor = rank.mutable_merge()->add_operands()->mutable_tensor();
  tensor->mutable_rank()->set_min(-1);
  EXPECT_EQ(Refusal(rank),
            "merge.operands[0].tensor.rank: a rank is not negative; leave out the end");
  tensor->mutable_rank()->set_min(65);
  EXPECT_EQ(RunCase(rank).error().reason(), "RANK_TOO_LARGE");
  EXPECT_EQ(FieldOfError(MakeCase("merge", {"rank -1..2"})), "merge.operands[0].text");
  EXPECT_EQ(RunCase(MakeCase("merge", {"rank 65.."})).error().reason(), "RANK_TOO_LARGE");
  EXPECT_EQ(FieldOfError(MakeCase("merge", {"seq(float32[2]; -1)"})), "merge.operands[0].text");
  v1::MergeCase sequence;
  v1::SequenceType* const type = sequence.mutable_merge()->add_operands()->mutable_sequence();
  type->mutable_length()->set_expr("-2");
  EXPECT_EQ(Refusal(sequence), "merge.operands[0].sequence.length: is negative: -2");
}

TEST(Refusals, KeysThatNoMapHas) {
  const std::string why = "no map has keys of type float32; take an integer type, or string";
  EXPECT_EQ(Refusal(MakeCase("merge", {"map(float32, float32[2])"})),
            "merge.operands[0].text: " + why);
  v1::MergeCase message;
  v1::MapType* const map = message.mutable_merge()->add_operands()->mutable_map();
  map->set_key(v1::ELEMENT_TYPE_FLOAT);
  EXPECT_EQ(Refusal(message), "merge.operands[0].map.key: " + why);
  for (const auto key : {v1::ELEMENT_TYPE_UNSPECIFIED, v1::ELEMENT_TYPE_STRING}) {
    map->set_key(key);
    EXPECT_EQ(Refusal(message), "");
  }
}

TEST(Refusals, NamesThatOnlyPremisesHave) {
  const auto refused = [](const std::vector<std::string>& premises) {
    v1::MergeCase message = MakeCase("merge", {"[batch, x[0]]"});
    for (const std::string& premise : premises) message.add_premises(premise);
    return Refusal(message);
  };
  EXPECT_EQ(refused({"batch <= 8", "1 <= x[0]"}), "");
  EXPECT_EQ(refused({"batch <= 8", "bacth in {1, 8}"}),
            "premises[1]: \"bacth in {1, 8}\" is about nothing in the case: there is no bacth; did "
            "you mean batch?");
  EXPECT_EQ(refused({"mod(Q, 8) = 0"}),
            "premises[0]: \"mod(Q, 8) = 0\" is about nothing in the case: there is no Q");
  // By way of others.
  EXPECT_EQ(refused({"M = 8", "K = M + 1", "batch = 2*K"}), "");
  // Dims of the question count, and premises of the request.
  v1::MergeCase put = MakeCase("put", {"[2]"}, {0}, {"M"});
  put.add_premises("M <= 8");
  EXPECT_EQ(Refusal(put), "");
  v1::MergeShapesRequest request;
  request.add_premises("batch = 2*K");
  request.add_premises("unused <= 3");
  *request.add_cases() = MakeCase("merge", {"[batch]"});
  request.mutable_cases(0)->add_premises("K <= 4");
  v1::MergeShapesResponse response;
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(Text(response.results(0).error()), "");
  // Later cases may be about it.
  request.set_share_symbols(true);
  request.mutable_cases(0)->add_premises("later <= 4");
  response.Clear();
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(Text(response.results(0).error()), "");
}

// The facts of an answer say it by these names.
TEST(Refusals, UnknownsOfPremisesAreThoseOfTheOperands) {
  v1::MergeCase message = MakeCase("broadcast", {"[2, ?]", "[?, 5]"});
  const v1::MergeResult first = RunCase(message);
  *message.mutable_premises() = first.facts();
  EXPECT_EQ(Summary(RunCase(message)), Summary(first));
  EXPECT_EQ(Refusal(message), "");
  message.add_premises("?2 = 2");
  EXPECT_EQ(Refusal(message), "");
  message.set_premises(2, "?2 = 3");
  EXPECT_EQ(Summary(RunCase(message)), "conflict NOT_BROADCASTABLE 0, conflict NOT_ALLOWED");
  message.set_premises(2, "?3 = 3");
  EXPECT_EQ(FieldOfError(message), "premises[2]");
  // A case after it has operands of its own.
  v1::MergeShapesRequest request;
  *request.add_cases() = message;
  *request.add_cases() = MakeCase("merge", {"[7]"});
  v1::MergeShapesResponse response;
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(Summary(response.results(1)), "[7]");
}

TEST(Refusals, AMisspeltElementTypeIsToldAlike) {
  const auto layout = [](const std::string& text) {
    v1::ComputeLayoutRequest request;
    request.add_cases()->mutable_tensor()->set_text(text);
    v1::ComputeLayoutResponse response;
    EXPECT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
    return Text(response.results(0).error());
  };
  const std::string why = "\"floa32\" is not an element type; did you mean float32?";
  for (const char* text : {"floa32[2]", "floa32?", "floa32{2,3}", "floa32[2]{0}"}) {
    EXPECT_EQ(Refusal(MakeCase("merge", {text})), "merge.operands[0].text: " + why);
    EXPECT_EQ(layout(text), "tensor.text: " + why);
  }
  for (const char* text : {"seq(floa32[2])", "(f32[1], floa32[2])", "(x: floa32[2]) -> f32[2]"}) {
    EXPECT_EQ(Refusal(MakeCase("merge", {text})), "merge.operands[0].text: " + why);
  }
  EXPECT_TRUE(absl::EndsWith(Refusal(MakeCase("merge", {"FLOAT[2]"})), "did you mean float?"));
  EXPECT_TRUE(absl::EndsWith(Refusal(MakeCase("merge", {"Float32[2]"})), "did you mean float32?"));
  EXPECT_EQ(Refusal(MakeCase("merge", {"float32"})),
            "merge.operands[0].text: \"float32\": is an element type; a type has a shape too; "
            "write float32[] for a scalar, float32? for a tensor of any rank");
  EXPECT_EQ(Answer("merge", {"seq(f32[2])"}), "seq(float32[2])");
}

TEST(Refusals, TextsAreQuotedAsTheyAre) {
  EXPECT_EQ(Refusal(MakeCase("merge", {"[\u00d1]"})),
            "merge.operands[0].text: column 1: expected a number, a name or \"(\", found "
            "\"\u00d1\"");
  EXPECT_EQ(Refusal(MakeCase("merge", {"[\x1b]"})),
            "merge.operands[0].text: column 1: expected a number, a name or \"(\", found "
            "\"\\x1b\"");
}

TEST(Refusals, PathsOfLayoutsAreFieldsThatThereAre) {
  v1::ComputeLayoutRequest request;
  v1::LayoutCase* strided = request.add_cases();
  strided->mutable_tensor()->set_text("f32[4,4]");
  for (const int64_t stride : {std::numeric_limits<int64_t>::max(), int64_t{1}}) {
    strided->mutable_layout()->mutable_strided()->add_strides(stride);
  }
  v1::LayoutCase* text = request.add_cases();
  text->mutable_tensor()->set_text("f32[2,2]");
  text->mutable_layout()->set_text("{0,1,2}");
  v1::LayoutCase* full = request.add_cases();
  full->mutable_tensor()->set_text("f32[2,2]");
  full->mutable_layout()->mutable_layout()->add_minor_to_major(0);
  v1::LayoutCase* aspect = request.add_cases();
  aspect->mutable_tensor()->set_text("f32[2,2]");
  aspect->add_questions()->mutable_compare()->add_ignored(v1::CompareLayouts::ASPECT_UNSPECIFIED);
  v1::LayoutCase* premise = request.add_cases();
  premise->mutable_tensor()->set_text("f32[N,2]");
  premise->add_premises("M <= 8");
  v1::ComputeLayoutResponse response;
  ASSERT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
  EXPECT_EQ(response.results(0).error().field(), "layout.strided");
  EXPECT_EQ(response.results(1).error().field(), "layout.text");
  EXPECT_TRUE(absl::StrContains(response.results(1).error().message(), "minor_to_major"));
  EXPECT_EQ(response.results(2).error().field(), "layout.layout.minor_to_major");
  EXPECT_EQ(response.results(3).answers(0).error().field(), "compare.ignored[0]");
  EXPECT_EQ(response.results(4).error().field(), "premises[0]");
}

TEST(Refusals, ExpressionsOfTooManyParts) {
  std::string sum = "a";
  for (int i = 0; i < 1 << 18; ++i) sum += "+a";
  EXPECT_TRUE(absl::StrContains(Refusal(MakeCase("merge", {"[" + sum + "]"})),
                                "the expression has more than 262144 parts"));
}

}  // namespace
}  // namespace shapewright::query
