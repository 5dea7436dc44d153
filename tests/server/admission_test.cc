#include "server/admission.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace shapewright::server {
namespace {

TEST(Admission, BoundsCalls) {
  Admission admission(2, 1000);
  AdmissionTicket a(admission);
  AdmissionTicket b(admission);
  AdmissionTicket c(admission);
  EXPECT_EQ(a.TryTake(1), Admitted::kYes);
  EXPECT_EQ(b.TryTake(1), Admitted::kYes);
  EXPECT_EQ(c.TryTake(1), Admitted::kTooManyCalls);
  EXPECT_EQ(admission.calls(), 2);
  a.Release();
  EXPECT_EQ(c.TryTake(1), Admitted::kYes);
}

TEST(Admission, BoundsBytes) {
  Admission admission(10, 1000);
  AdmissionTicket a(admission);
  AdmissionTicket b(admission);
  EXPECT_EQ(a.TryTake(600), Admitted::kYes);
  EXPECT_EQ(b.TryTake(401), Admitted::kTooManyBytes);
  EXPECT_EQ(admission.bytes(), 600);
  EXPECT_EQ(b.TryTake(400), Admitted::kYes);
  EXPECT_EQ(b.TryTake(1), Admitted::kTooManyBytes) << "a piece of an upload";
  EXPECT_EQ(admission.bytes(), 1000);
}

TEST(Admission, OneAloneMayBeLarger) {
  Admission admission(10, 1000);
  AdmissionTicket a(admission);
  AdmissionTicket b(admission);
  EXPECT_EQ(a.TryTake(5000), Admitted::kYes);
  EXPECT_EQ(a.TryTake(5000), Admitted::kYes);
  EXPECT_EQ(b.TryTake(1), Admitted::kTooManyBytes);
  a.Release();
  EXPECT_EQ(b.TryTake(1), Admitted::kYes);
}

// The place goes with the ticket.
TEST(Admission, TicketsMove) {
  Admission admission(10, 1000);
  {
    AdmissionTicket a(admission);
    EXPECT_EQ(a.TryTake(600), Admitted::kYes);
    AdmissionTicket b(std::move(a));
    EXPECT_EQ(admission.calls(), 1);
    EXPECT_EQ(b.TryTake(400), Admitted::kYes) << "alone, and inside";
    EXPECT_EQ(admission.bytes(), 1000);
    EXPECT_EQ(admission.calls(), 1);
  }
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.bytes(), 0);
}

TEST(Admission, CountsAnswersWithoutRefusing) {
  Admission admission(10, 1000);
  {
    AdmissionTicket a(admission);
    a.Add(10);
    EXPECT_EQ(admission.bytes(), 0) << "not inside";
    EXPECT_EQ(a.TryTake(1), Admitted::kYes);
    a.Add(5000);
    EXPECT_EQ(admission.bytes(), 5001);
    AdmissionTicket b(admission);
    EXPECT_EQ(b.TryTake(1), Admitted::kTooManyBytes);
  }
  EXPECT_EQ(admission.bytes(), 0);
  EXPECT_EQ(admission.calls(), 0);
}

TEST(Admission, ManyThreads) {
  Admission admission(3, 1000);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  constexpr size_t kThreads = 6;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        AdmissionTicket ticket(admission);
        if (ticket.TryTake(10) != Admitted::kYes) continue;
        const int now = ++inside;
        if (now > most) most = now;
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.bytes(), 0);
}

}  // namespace
}  // namespace shapewright::server
