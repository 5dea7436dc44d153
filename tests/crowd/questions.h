#ifndef SHAPEWRIGHT_TESTS_CROWD_QUESTIONS_H_
#define SHAPEWRIGHT_TESTS_CROWD_QUESTIONS_H_

#include <string>
#include <vector>

namespace shapewright::crowd {

// A request of any RPC, good or not, whose answer depends on it alone.
struct Question {
  std::string method;  // /package.Service/Method
  std::string request;
  bool is_stream = false;
};

// Models that questions name by their ids: a server has to be sent them first.
std::vector<std::string> KnownModels();

// So many different ones, of all kinds.
std::vector<Question> DifferentQuestions(size_t count);

}  // namespace shapewright::crowd

#endif  // SHAPEWRIGHT_TESTS_CROWD_QUESTIONS_H_
