#include "server/call/answer_job.h"

#include <gtest/gtest.h>

#include <memory>

#include "server/call/call_environment.h"
#include "tests/server/methods/answer_support.h"

namespace shapewright::server {
namespace {

// A request whose work counts the times that it is done.
class CountedRequest : public ParsedRequest {
 public:
  explicit CountedRequest(int& answers) : answers_(answers) {}

  absl::StatusOr<Key> FindKey() override { return Key{KeyKind::kInferShapes, "a"}; }
  absl::StatusOr<SerializedAnswer> FindAnswer(const WorkHooks& /*hooks*/) override {
    ++answers_;
    return SerializedAnswer();
  }

 private:
  int& answers_;
};

class CountedMethod : public AnswerMethod {
 public:
  CountedMethod() : AnswerMethod(Method::kInferShapes, KeyKind::kInferShapes, "") {}

  absl::StatusOr<std::unique_ptr<ParsedRequest>> Read(
      const grpc::ByteBuffer& /*request*/) const override {
    return std::make_unique<CountedRequest>(answers);
  }

  mutable int answers = 0;
};

class Caller : public AnswerWaiter {
 public:
  Clock::time_point deadline() const override { return Clock::time_point::max(); }
  void set_joined(bool /*joined*/) override {}
  void OnAnswer(const SharedAnswer& /*answer*/, const AnswerOrigin& origin) override {
    ++answers;
    was_kept = origin.was_kept;
  }

  int answers = 0;
  bool was_kept = false;
};

// A call that looks up the cache just before an equal flight lands, and joins just after that,
// begins a flight of its own. Its answer is in the cache by then, and the caller is told so.
TEST(AnswerJob, AFlightThatComesTooLateTakesTheKeptAnswer) {
  const Options options = DefaultOptions();
  Log log(LogLevel::kError, 1 << 10);
  CallEnvironment environment(options, log);
  const CountedMethod method;
  const CacheKey key(KeyKind::kInferShapes, "a");
  Caller first;
  Caller second;
  for (Caller* caller : {&first, &second}) {
    AnswerJob job(environment, method);
    job.Run(environment.flights.Join(key, *caller).flight);
    job.Drop();
    EXPECT_EQ(caller->answers, 1);
  }
  EXPECT_EQ(method.answers, 1);
  EXPECT_FALSE(first.was_kept);
  EXPECT_TRUE(second.was_kept);
}

}  // namespace
}  // namespace shapewright::server
