#include "client/cpp/cli/run/asker.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::cli {
namespace {

TEST(Asker, AnswersHereWithoutAServer) {
  Arguments arguments;
  arguments.command = Command::kInfer;
  EXPECT_TRUE(AnswersHere(arguments, false));
  EXPECT_FALSE(AnswersHere(arguments, true));
  arguments.tls = true;
  EXPECT_FALSE(AnswersHere(arguments, false));
  arguments.tls = false;
  arguments.target = "h:1";
  EXPECT_FALSE(AnswersHere(arguments, false));
  arguments.embedded = true;
  EXPECT_TRUE(AnswersHere(arguments, true));
}

TEST(Asker, FindsTheSocketThatServeMade) {
  const auto find = [](const char* folder, const std::string& socket) {
    return FindSocket(folder, [&](const std::string& path) { return path == socket; });
  };
  EXPECT_EQ(find("/run/user/7", "/run/user/7/shapewright.sock"), "/run/user/7/shapewright.sock");
  EXPECT_EQ(find("/run/user/7", kDefaultSocket), kDefaultSocket);
  EXPECT_EQ(find(nullptr, kDefaultSocket), kDefaultSocket);
  EXPECT_EQ(find("/run/user/7", "/run/user/8/shapewright.sock"), "");
  EXPECT_EQ(find(nullptr, ""), "");
}

TEST(Asker, AsksAServerAboutItself) {
  Arguments arguments;
  for (const Command command : {Command::kHealth, Command::kServerInfo, Command::kKeptModels}) {
    arguments.command = command;
    EXPECT_FALSE(AnswersHere(arguments, false));
  }
}

TEST(Asker, FailsWithoutItsFiles) {
  Arguments arguments;
  arguments.command = Command::kInfer;
  arguments.target = "h:1";
  arguments.tls = true;
  arguments.tls_files.ca = "/no/such";
  EXPECT_TRUE(absl::IsNotFound(Asker::Make(arguments).status()));
}

}  // namespace
}  // namespace shapewright::cli
