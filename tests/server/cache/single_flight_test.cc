#include "server/cache/single_flight.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace shapewright::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Clock = std::chrono::system_clock;

class Caller {
 public:
  explicit Caller(Clock::time_point deadline = Clock::time_point::max()) : deadline_(deadline) {}

  Clock::time_point deadline() const { return deadline_; }
  void set_joined(bool joined) { is_joined_ = joined; }
  bool is_joined() const { return is_joined_; }

 private:
  const Clock::time_point deadline_;
  bool is_joined_ = false;
};

using Flights = SingleFlight<Caller>;

CacheKey FlightKey(const std::string& bytes) { return {KeyKind::kInferShapes, bytes}; }

TEST(SingleFlight, TheFirstDoesTheWorkForAll) {
  Flights flights;
  Caller first;
  Caller second;
  Caller other;
  const Flights::Joined a = flights.Join(FlightKey("x"), first);
  const Flights::Joined b = flights.Join(FlightKey("x"), second);
  const Flights::Joined c = flights.Join(FlightKey("y"), other);
  EXPECT_TRUE(a.is_first);
  EXPECT_FALSE(b.is_first);
  EXPECT_TRUE(c.is_first);
  EXPECT_EQ(a.flight, b.flight);
  EXPECT_NE(a.flight, c.flight);
  EXPECT_FALSE(first.is_joined());
  EXPECT_TRUE(second.is_joined());
  EXPECT_EQ(flights.size(), 2);
  EXPECT_TRUE(flights.IsUnderWay(FlightKey("x")));
  EXPECT_THAT(flights.Land(*a.flight), UnorderedElementsAre(&first, &second));
  EXPECT_FALSE(flights.IsUnderWay(FlightKey("x")));
  EXPECT_TRUE(flights.IsUnderWay(FlightKey("y")));
  EXPECT_EQ(flights.size(), 1);
}

TEST(SingleFlight, WhoComesAfterTheLandingStartsAnew) {
  Flights flights;
  Caller first;
  Caller second;
  const Flights::Joined a = flights.Join(FlightKey("x"), first);
  flights.Land(*a.flight);
  const Flights::Joined b = flights.Join(FlightKey("x"), second);
  EXPECT_TRUE(b.is_first);
  EXPECT_NE(a.flight, b.flight);
  EXPECT_THAT(flights.Land(*a.flight), IsEmpty());
  EXPECT_THAT(flights.Land(*b.flight), ElementsAre(&second));
}

// The work goes on for the other waiters when its first one leaves.
TEST(SingleFlight, OutlivesTheFirst) {
  Flights flights;
  Caller first;
  Caller second;
  const auto flight = flights.Join(FlightKey("x"), first).flight;
  flights.Join(FlightKey("x"), second);
  EXPECT_TRUE(flights.Leave(*flight, first));
  EXPECT_FALSE(flights.Leave(*flight, first)) << "it has left already";
  EXPECT_FALSE(flight->is_abandoned());
  EXPECT_THAT(flights.Land(*flight), ElementsAre(&second));
}

TEST(SingleFlight, EndsWithTheLast) {
  Flights flights;
  Caller first;
  Caller second;
  const auto flight = flights.Join(FlightKey("x"), first).flight;
  flights.Join(FlightKey("x"), second);
  flight->progress() = 7;
  flights.Leave(*flight, first);
  flights.Leave(*flight, second);
  flight->progress() = 9;
  EXPECT_TRUE(flight->is_abandoned());
  EXPECT_EQ(flight->progress_when_abandoned(), 7);
  EXPECT_EQ(flights.size(), 0);
  // An abandoned flight accepts no waiter: the next call starts a new one.
  Caller third;
  const Flights::Joined joined = flights.Join(FlightKey("x"), third);
  EXPECT_TRUE(joined.is_first);
  EXPECT_FALSE(joined.flight->is_abandoned());
  EXPECT_THAT(flights.Land(*flight), IsEmpty());
  EXPECT_EQ(flights.size(), 1) << "the old one took the new one out";
}

TEST(SingleFlight, EachHasItsOwnDeadline) {
  Flights flights;
  const Clock::time_point now = Clock::now();
  Caller patient(now + std::chrono::hours(1));
  Caller hasty(now + std::chrono::seconds(1));
  const auto flight = flights.Join(FlightKey("x"), patient).flight;
  flights.Join(FlightKey("x"), hasty);
  EXPECT_THAT(flights.TakeLate(*flight, now), IsEmpty());
  EXPECT_THAT(flights.TakeLate(*flight, now + std::chrono::seconds(1)), ElementsAre(&hasty));
  EXPECT_FALSE(flight->is_abandoned());
  EXPECT_FALSE(flights.Leave(*flight, hasty));
  EXPECT_THAT(flights.TakeLate(*flight, now + std::chrono::hours(2)), ElementsAre(&patient));
  EXPECT_TRUE(flight->is_abandoned());
}

// Under concurrent joining, leaving and landing each waiter is removed exactly once.
TEST(SingleFlight, ManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 2000;
  Flights flights;
  std::atomic<int> landed{0};
  std::atomic<int> left{0};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  // Kept to the end, as another thread may land them.
  std::vector<std::vector<std::unique_ptr<Caller>>> callers(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i) {
        callers[t].push_back(std::make_unique<Caller>());
        Caller& caller = *callers[t].back();
        const Flights::Joined joined = flights.Join(FlightKey(std::to_string(i % 5)), caller);
        if ((i + t) % 3 == 0 && flights.Leave(*joined.flight, caller)) ++left;
        if (joined.is_first) landed += static_cast<int>(flights.Land(*joined.flight).size());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(landed + left, kThreads * kRounds);
  EXPECT_EQ(flights.size(), 0);
}

}  // namespace
}  // namespace shapewright::server
