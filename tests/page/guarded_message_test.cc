#include "page/guarded_message.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/page/models.h"

namespace shapewright {
namespace {

using google::protobuf::io::ArrayInputStream;

v1::InferShapesResponse LargeAnswer() {
  v1::InferShapesResponse answer;
  v1::GraphInfo& graph = *answer.add_graphs();
  for (int i = 0; i < 200000; ++i) graph.add_values()->set_name(absl::StrCat("value ", i));
  return answer;
}

// Beside protobuf's own.
TEST(GuardedMessage, JsonIsThatOfProtobuf) {
  for (const v1::InferShapesResponse& answer : {BranchAnswer(), LargeAnswer()}) {
    std::string expected;
    ASSERT_TRUE(google::protobuf::util::MessageToJsonString(answer, &expected).ok());
    const absl::StatusOr<std::string> json = JsonOfMessage(answer, size_t{1} << 30);
    ASSERT_TRUE(json.ok()) << json.status();
    EXPECT_TRUE(*json == expected);
    EXPECT_EQ(JsonOfMessage(answer, expected.size() - 1).status().code(),
              absl::StatusCode::kResourceExhausted);
  }
}

TEST(GuardedMessage, ParsesWhatIsAMessage) {
  const std::string bytes = BranchAnswer().SerializeAsString();
  v1::InferShapesResponse answer;
  ArrayInputStream good(bytes.data(), static_cast<int>(bytes.size()));
  EXPECT_TRUE(ParseMessage(good, &answer));
  EXPECT_EQ(answer.SerializeAsString(), bytes);
  ArrayInputStream bad(bytes.data(), static_cast<int>(bytes.size()) - 1);
  EXPECT_FALSE(ParseMessage(bad, &answer));
}

// Nothing is thrown through protobuf, which would not survive it.
TEST(GuardedMessage, TooLittleMemoryIsAnError) {
  if (!IsHeapCounted()) GTEST_SKIP() << "nothing is counted";
  const v1::InferShapesResponse answer = LargeAnswer();
  const std::string bytes = answer.SerializeAsString();
  WorkMemory memory(size_t{2} << 20);
  {
    const HeapGuard guard(memory);
    EXPECT_EQ(JsonOfMessage(answer, size_t{1} << 30).status().code(),
              absl::StatusCode::kResourceExhausted);
    EXPECT_TRUE(HeapGuard::is_exceeded());
  }
  const HeapGuard guard(memory);
  v1::InferShapesResponse parsed;
  ArrayInputStream input(bytes.data(), static_cast<int>(bytes.size()), 1 << 16);
  EXPECT_FALSE(ParseMessage(input, &parsed));
  EXPECT_TRUE(HeapGuard::is_exceeded());
}

}  // namespace
}  // namespace shapewright
