#ifndef SHAPEWRIGHT_TESTS_CROWD_CROWD_H_
#define SHAPEWRIGHT_TESTS_CROWD_CROWD_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/crowd/questions.h"
#include "tests/end_to_end/support/server_process.h"

// Many callers with many different questions at once: each is to be answered as if it were alone.
namespace shapewright::crowd {

// An answer with all that a caller sees of it: code, message, details, and the bytes of each
// message.
std::vector<std::string> AnswersOfQuietServer(const std::vector<Question>& questions);

struct CrowdResult {
  uint64_t answers = 0;
  // Of these, by what they were asked: the first ones.
  uint64_t different = 0;
  std::vector<std::string> shown;
};

// Has so many callers ask a server, each a question at random after the other, for that long.
// `expected` are the answers by question. Callers share a connection by fours.
CrowdResult AskInACrowd(end_to_end::ServerProcess& server, const std::vector<Question>& questions,
                        const std::vector<std::string>& expected, int callers,
                        std::chrono::steady_clock::duration time);

// The options of a server whose caches are too small for all answers, so that it finds some, joins
// some, and makes some anew.
std::vector<std::string> CrowdedOptions();

}  // namespace shapewright::crowd

#endif  // SHAPEWRIGHT_TESTS_CROWD_CROWD_H_
