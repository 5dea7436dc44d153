// Callers that ask at once, each something else, are answered as if they were alone (`./dev crowd`
// asks for longer). Oracle: a server that is asked one question after the other.
#include "tests/crowd/crowd.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "absl/strings/str_join.h"

namespace shapewright::end_to_end {
namespace {

TEST(Crowd, IsAnsweredAsAQuietServerAnswers) {
  const auto questions = crowd::DifferentQuestions(200);
  const auto expected = crowd::AnswersOfQuietServer(questions);
  ServerProcess server(crowd::CrowdedOptions());
  const auto result = crowd::AskInACrowd(server, questions, expected, 32, std::chrono::seconds(10));
  EXPECT_EQ(result.different, 0U) << absl::StrJoin(result.shown, "\n");
  EXPECT_GT(result.answers, 200U);
}

}  // namespace
}  // namespace shapewright::end_to_end
