#include "server/json/transcode.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "server/errors/status.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::server {
namespace {

using v1::MergeShapesRequest;

const google::protobuf::Descriptor& MergeRequest() { return *MergeShapesRequest::descriptor(); }

absl::Status NeverGone() { return absl::OkStatus(); }

absl::StatusOr<std::string> Binary(const std::string& text) {
  return BinaryOf(text, MergeRequest(), NeverGone);
}

// protobuf's own functions over generated messages are the oracle.
TEST(BinaryOf, IsProtobufsMapping) {
  const std::string text =
      R"({"premises": ["N > 1", "é"], "shareSymbols": true, "limits": {"answerBytes": "9"}})";
  MergeShapesRequest expected;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(text, &expected).ok());
  const absl::StatusOr<std::string> binary = Binary(text);
  ASSERT_TRUE(binary.ok()) << binary.status();
  MergeShapesRequest read;
  ASSERT_TRUE(read.ParseFromString(*binary));
  EXPECT_EQ(read.SerializeAsString(), expected.SerializeAsString());
}

// RFC 8259, and the mapping's own text: a field is named once.
TEST(BinaryOf, RefusesWhatIsNoMessage) {
  for (const std::string text :
       {"", "1", "[]", "{", "{'cases': []}", "{\"cases\": [],}", "{} {}",
        R"({"cases": [], "cases": []})", R"({"shareSymbols": true, "share_symbols": true})",
        R"({"cases": [{"label": "a", "label": "b"}]})", R"({"nosuch": {"a": 1, "a": 1}})",
        R"({"nosuch": 1})", R"({"cases": [null]})", R"({"cases": 1e999})",
        "{\"premises\": [\"\xff\"]}", R"({"premises": ["\ud800"]})", R"({"shareSymbols": 1})",
        R"({"cases": [{"merge": {}, "relax": {}}]})"}) {
    const absl::StatusOr<std::string> binary = Binary(text);
    EXPECT_TRUE(absl::IsInvalidArgument(binary.status())) << text;
    EXPECT_EQ(ReasonOf(binary.status()), reason::kMalformedRequest) << text;
  }
}

// protobuf knows of no bad_alloc: what is too large is found between its steps.
TEST(BinaryOf, TooLittleMemoryIsAnError) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  constexpr size_t kLimit = size_t{4} << 20;
  const std::string premise(4 * kLimit, 'n');
  const std::string text =
      absl::StrCat(R"({"premises": [")", premise, R"(", ")", premise, R"("]})");
  WorkMemory memory(kLimit);
  const HeapGuard guard(memory);
  EXPECT_TRUE(absl::IsResourceExhausted(Binary(text).status()));
}

TEST(AnswerOf, TooLittleMemoryIsAnError) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  constexpr size_t kLimit = size_t{4} << 20;
  MergeShapesRequest message;
  for (int i = 0; i < 4; ++i) message.add_premises(std::string(2 * kLimit, 'n'));
  const grpc::Slice slice(message.SerializeAsString());
  const grpc::ByteBuffer bytes(&slice, 1);
  const AnswerForm form{.is_json = true, .is_gzip = false, .max_bytes = 100 * kLimit};
  WorkMemory memory(kLimit);
  const HeapGuard guard(memory);
  EXPECT_TRUE(absl::IsResourceExhausted(AnswerOf(bytes, MergeRequest(), form, NeverGone).status()));
}

TEST(BinaryOf, RefusesDeepText) {
  for (const std::string open : {"[", "{\"cases\":["}) {
    std::string text = "{\"cases\":";
    for (int i = 0; i < 100'000; ++i) text += open;
    EXPECT_FALSE(Binary(text).ok());
  }
}

grpc::ByteBuffer BufferOf(const google::protobuf::Message& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

TEST(AnswerOf, WritesJsonAndBinary) {
  MergeShapesRequest message;
  message.add_premises("N > 1");
  const auto write = [&message](const AnswerForm& form) {
    return AnswerOf(BufferOf(message), MergeRequest(), form, NeverGone);
  };
  EXPECT_EQ(*write({.is_json = true, .max_bytes = 1000}), R"({"premises":["N \u003e 1"]})");
  EXPECT_EQ(*write({.is_json = false, .max_bytes = 1000}), message.SerializeAsString());
  EXPECT_EQ(ReasonOf(write({.is_json = true, .max_bytes = 10}).status()), reason::kAnswerTooLarge);
}

// Text that is written in many pieces: as if it were read and written at once.
TEST(Transcoding, OfLargeMessagesIsThatOfSmallOnes) {
  MergeShapesRequest message;
  for (int i = 0; i < 20'000; ++i) message.add_premises(absl::StrCat("N\n > ", i, " é"));
  message.add_premises(std::string(300'000, 'x'));
  message.add_cases()->set_label("last");
  const absl::StatusOr<std::string> text = AnswerOf(
      BufferOf(message), MergeRequest(), {.is_json = true, .max_bytes = 10'000'000}, NeverGone);
  ASSERT_TRUE(text.ok()) << text.status();
  std::string expected;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(message, &expected).ok());
  EXPECT_EQ(*text, expected);
  const absl::StatusOr<std::string> binary = Binary(*text);
  ASSERT_TRUE(binary.ok()) << binary.status();
  EXPECT_EQ(*binary, message.SerializeAsString());
}

// A caller that has gone, or whose deadline has passed, is not translated for.
TEST(Transcoding, EndsWhenItIsNotWanted) {
  MergeShapesRequest message;
  for (int i = 0; i < 100'000; ++i) message.add_premises("N > 1");
  std::string text;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(message, &text).ok());
  for (int until = 0; until < 20; ++until) {
    int asked = 0;
    const auto wanted = [&asked, until] {
      return asked++ < until ? absl::OkStatus() : absl::CancelledError("gone");
    };
    EXPECT_TRUE(absl::IsCancelled(BinaryOf(text, MergeRequest(), wanted).status())) << until;
    EXPECT_EQ(asked, until + 1);
    asked = 0;
    if (until > 9) continue;  // so many pieces has the text
    for (const bool is_gzip : {false, true}) {
      const AnswerForm form = {.is_json = true, .is_gzip = is_gzip, .max_bytes = 10'000'000};
      asked = 0;
      EXPECT_TRUE(
          absl::IsCancelled(AnswerOf(BufferOf(message), MergeRequest(), form, wanted).status()));
      EXPECT_EQ(asked, until + 1);
    }
  }
}

// An answer that is small as gzip is bounded by its text.
TEST(AnswerOf, IsBoundedBeforeItIsCompressed) {
  MergeShapesRequest message;
  message.add_premises(std::string(1'000'000, 'x'));
  const AnswerForm form = {.is_json = true, .is_gzip = true, .max_bytes = 900'000};
  EXPECT_EQ(ReasonOf(AnswerOf(BufferOf(message), MergeRequest(), form, NeverGone).status()),
            reason::kAnswerTooLarge);
}

// The example of https://connectrpc.com/docs/protocol has these fields.
TEST(ErrorJson, HasCodeMessageAndDetails) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, "a \"b\"");
  SetField(error, "model");
  const auto body = nlohmann::json::parse(ErrorJson(ToGrpcStatus(error)));
  EXPECT_EQ(body.at("code"), "invalid_argument");
  EXPECT_EQ(body.at("message"), "a \"b\"");
  EXPECT_EQ(body.at("details").at(0).at("type"), "google.rpc.ErrorInfo");
  EXPECT_EQ(body.at("details").at(0).at("debug").at("reason"), "MALFORMED_REQUEST");
  EXPECT_EQ(body.at("details").at(1).at("type"), "google.rpc.BadRequest");
}

TEST(HttpStatusOf, IsThatOfTheProtocol) {
  EXPECT_EQ(HttpStatusOf(grpc::StatusCode::CANCELLED), 499);
  EXPECT_EQ(HttpStatusOf(grpc::StatusCode::RESOURCE_EXHAUSTED), 429);
  EXPECT_EQ(HttpStatusOf(grpc::StatusCode::UNIMPLEMENTED), 501);
  EXPECT_EQ(HttpStatusOf(static_cast<grpc::StatusCode>(99)), 500);
}

}  // namespace
}  // namespace shapewright::server
