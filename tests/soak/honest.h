#ifndef SHAPEWRIGHT_TESTS_SOAK_HONEST_H_
#define SHAPEWRIGHT_TESTS_SOAK_HONEST_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/cpp/client.h"

namespace shapewright::soak {

// A kind of call that a well-behaved client makes.
struct HonestCall {
  std::string name;
  // Of so many in all.
  int weight;
  // Makes call number `number`; OK if it was answered as it should be. From any thread.
  std::function<absl::Status(Client& client, uint64_t number)> call;
};

// Tiny calls first: their times are told.
std::vector<HonestCall> HonestCalls();

}  // namespace shapewright::soak

#endif  // SHAPEWRIGHT_TESTS_SOAK_HONEST_H_
