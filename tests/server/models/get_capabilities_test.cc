#include "server/models/get_capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "server/config/parse_options.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

TEST(Capabilities, TellsLimitsAndVersions) {
  const absl::StatusOr<Options> options = ParseOptions(
      {"--max-message-bytes=1MiB", "--max-nodes=9"}, [](const char*) { return nullptr; });
  ASSERT_TRUE(options.ok());
  const v1::GetCapabilitiesResponse response = Capabilities(*options);
  EXPECT_EQ(response.version(), Version());
  EXPECT_EQ(response.answers_id(), AnswersId());
  std::map<std::string, int64_t> limits;
  for (const v1::ServerLimit& limit : response.limits()) {
    limits[limit.name()] = limit.value();
  }
  EXPECT_EQ(limits["max_message_bytes"], 1 << 20);
  EXPECT_EQ(limits["max_nodes"], 9);
  EXPECT_EQ(limits.count("threads"), 0);
  EXPECT_EQ(limits.count("socket_mode"), 0);
  std::map<std::string, int64_t> opsets;
  for (const v1::OpsetImport& opset : response.newest_opsets()) {
    opsets[opset.domain()] = opset.version();
  }
  EXPECT_GE(opsets[""], 18);
  EXPECT_EQ(response.strip_keep_elements(), 1024);
  EXPECT_EQ(response.grammar_version(), 1);
}

TEST(Capabilities, TellsHowTheServerWasStarted) {
  const auto features = [](const std::vector<std::string>& flags) {
    const v1::GetCapabilitiesResponse response =
        Capabilities(*ParseOptions(flags, [](const char*) { return nullptr; }));
    return std::vector<std::string>(response.features().begin(), response.features().end());
  };
  using testing::ElementsAre;
  EXPECT_THAT(features({}), ElementsAre("model_id"));
  EXPECT_THAT(features({"--model-cache-bytes=0"}), ElementsAre());
  EXPECT_THAT(features({"--model-root=/models", "--channelz=1"}),
              ElementsAre("model_id", "model_root", "channelz"));
}

}  // namespace
}  // namespace shapewright::server
