// Many callers at once with 200 different questions: each answer has to be that of a quiet server.
// usage: crowd [MINUTES [CALLERS]]     exits with 1 if an answer differs
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "tests/crowd/crowd.h"

int main(int argc, char** argv) {
  double minutes = 10;
  int callers = 64;
  const bool is_good = (argc < 2 || absl::SimpleAtod(argv[1], &minutes)) &&
                       (argc < 3 || absl::SimpleAtoi(argv[2], &callers)) && argc <= 3 &&
                       minutes > 0 && callers > 0;
  if (!is_good) {
    absl::FPrintF(stderr, "usage: crowd [MINUTES [CALLERS]]\n");
    return 2;
  }
  constexpr size_t kQuestions = 200;
  const auto questions = shapewright::crowd::DifferentQuestions(kQuestions);
  const auto expected = shapewright::crowd::AnswersOfQuietServer(questions);
  shapewright::end_to_end::ServerProcess server(shapewright::crowd::CrowdedOptions());
  const auto time = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double, std::ratio<60>>(minutes));
  const auto result = shapewright::crowd::AskInACrowd(server, questions, expected, callers, time);
  for (const std::string& each : result.shown) absl::PrintF("DIFFERS: %s\n", each);
  absl::PrintF(
      "%d callers, %d questions: %d answers, %d of them other than those of a quiet server\n",
      callers, kQuestions, result.answers, result.different);
  return result.different == 0 && result.answers > 0 ? 0 : 1;
}
