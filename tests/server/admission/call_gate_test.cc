#include "server/admission/call_gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace shapewright::server {
namespace {

TEST(CallGate, CountsUntilItIsClosed) {
  CallGate gate;
  EXPECT_TRUE(gate.TryEnter());
  EXPECT_TRUE(gate.TryEnter());
  EXPECT_EQ(gate.inside(), 2);
  gate.Leave();
  gate.Close();
  EXPECT_FALSE(gate.TryEnter());
  EXPECT_EQ(gate.inside(), 1);
  gate.Leave();
  EXPECT_EQ(gate.inside(), 0);
}

TEST(GatePass, LeavesOnce) {
  CallGate gate;
  {
    GatePass first(gate);
    EXPECT_TRUE(first.is_inside());
    GatePass second(std::move(first));
    EXPECT_TRUE(second.is_inside());
    EXPECT_EQ(gate.inside(), 1);
    second = GatePass();
    EXPECT_FALSE(second.is_inside());
    EXPECT_EQ(gate.inside(), 0);
  }
  EXPECT_EQ(gate.inside(), 0);
  gate.Close();
  EXPECT_FALSE(GatePass(gate).is_inside());
  EXPECT_EQ(gate.inside(), 0);
}

// Once it is closed and empty, no call enters any more.
TEST(CallGate, StaysEmpty) {
  CallGate gate;
  std::atomic<bool> is_over{false};
  std::atomic<int> late{0};
  constexpr size_t kCallers = 4;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (size_t i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < 100'000; ++j) {
        if (!gate.TryEnter()) return;
        if (is_over) ++late;
        gate.Leave();
      }
    });
  }
  gate.Close();
  while (gate.inside() > 0) std::this_thread::yield();
  is_over = true;
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(late, 0);
}

}  // namespace
}  // namespace shapewright::server
