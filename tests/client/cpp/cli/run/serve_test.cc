#include "client/cpp/cli/run/serve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

using testing::ElementsAre;

// Of the user who runs the test.
std::string Admin() { return absl::StrCat("--admin-uid=", geteuid()); }

absl::StatusOr<ServerStart> PlannedStart(const std::vector<std::string>& words,
                                         const std::map<std::string, std::string>& variables,
                                         const std::string& writable) {
  Arguments arguments;
  arguments.server_words = words;
  const auto target = variables.find("SHAPEWRIGHT_TARGET");
  if (target != variables.end()) arguments.target = target->second;
  return PlanServer(
      arguments,
      [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
      },
      [&](const std::string& folder) { return folder == writable; });
}

TEST(Serve, ListensWhereTheCommandLineLooks) {
  const auto named = PlannedStart({"--threads", "4"}, {{"SHAPEWRIGHT_TARGET", "localhost:85"}}, "");
  ASSERT_TRUE(named.ok()) << named.status();
  EXPECT_THAT(named->words, ElementsAre("--listen=localhost:85", Admin(), "--threads", "4"));
  EXPECT_EQ(named->told_target, "");
  const auto usual = PlannedStart({}, {{"XDG_RUNTIME_DIR", "/run/user/7"}}, "/run/shapewright");
  ASSERT_TRUE(usual.ok()) << usual.status();
  EXPECT_THAT(usual->words,
              ElementsAre("--listen=unix:/run/shapewright/shapewright.sock", Admin()));
  EXPECT_EQ(usual->told_target, "");
}

TEST(Serve, TellsOfAnotherPlace) {
  const auto own = PlannedStart({}, {{"XDG_RUNTIME_DIR", "/run/user/7"}}, "/run/user/7");
  ASSERT_TRUE(own.ok()) << own.status();
  EXPECT_THAT(own->words, ElementsAre("--listen=unix:/run/user/7/shapewright.sock", Admin()));
  EXPECT_EQ(own->told_target, "unix:/run/user/7/shapewright.sock");
  EXPECT_FALSE(PlannedStart({}, {{"XDG_RUNTIME_DIR", "/run/user/7"}}, "").ok());
  EXPECT_FALSE(PlannedStart({}, {}, "").ok());
}

TEST(Serve, LeavesAListenerThatIsNamed) {
  EXPECT_THAT(PlannedStart({"--listen", "h:1"}, {}, "")->words,
              ElementsAre(Admin(), "--listen", "h:1"));
  EXPECT_THAT(PlannedStart({"--listen=h:1"}, {{"SHAPEWRIGHT_TARGET", "x"}}, "")->words,
              ElementsAre(Admin(), "--listen=h:1"));
  EXPECT_THAT(PlannedStart({}, {{"SHAPEWRIGHT_LISTEN", "h:1"}}, "")->words, ElementsAre(Admin()));
}

TEST(Serve, LeavesAdminsThatAreNamed) {
  const std::string listen = "--listen=unix:/run/shapewright/shapewright.sock";
  for (const std::string option : {"--admin-uid=5", "--admin-san=a.b"}) {
    EXPECT_THAT(PlannedStart({option}, {}, "/run/shapewright")->words, ElementsAre(listen, option));
  }
  for (const std::string variable : {"SHAPEWRIGHT_ADMIN_UID", "SHAPEWRIGHT_ADMIN_SAN"}) {
    EXPECT_THAT(PlannedStart({}, {{variable, "5"}}, "/run/shapewright")->words,
                ElementsAre(listen));
  }
}

}  // namespace
}  // namespace shapewright::cli
