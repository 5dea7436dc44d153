#include "server/admission/admission.h"

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
  EXPECT_EQ(a.TryTake(1, "peer"), Admitted::kYes);
  EXPECT_EQ(b.TryTake(1, "peer"), Admitted::kYes);
  EXPECT_EQ(c.TryTake(1, "peer"), Admitted::kTooManyCalls);
  EXPECT_EQ(admission.calls(), 2);
  a.Release();
  EXPECT_EQ(c.TryTake(1, "peer"), Admitted::kYes);
}

TEST(Admission, BoundsBytes) {
  Admission admission(10, 1000);
  AdmissionTicket a(admission);
  AdmissionTicket b(admission);
  EXPECT_EQ(a.TryTake(600, "peer"), Admitted::kYes);
  EXPECT_EQ(b.TryTake(401, "peer"), Admitted::kTooManyBytes);
  EXPECT_EQ(admission.bytes(), 600);
  EXPECT_EQ(b.TryTake(400, "peer"), Admitted::kYes);
  EXPECT_EQ(b.TryTake(1, "peer"), Admitted::kTooManyBytes) << "a piece of an upload";
  EXPECT_EQ(admission.bytes(), 1000);
}

TEST(Admission, OneAloneMayBeLarger) {
  Admission admission(10, 1000);
  AdmissionTicket a(admission);
  AdmissionTicket b(admission);
  EXPECT_EQ(a.TryTake(5000, "peer"), Admitted::kYes);
  EXPECT_EQ(a.TryTake(5000, "peer"), Admitted::kYes);
  EXPECT_EQ(b.TryTake(1, "peer"), Admitted::kTooManyBytes);
  a.Release();
  EXPECT_EQ(b.TryTake(1, "peer"), Admitted::kYes);
}

// The place goes with the ticket.
TEST(Admission, TicketsMove) {
  Admission admission(10, 1000);
  {
    AdmissionTicket a(admission);
    EXPECT_EQ(a.TryTake(600, "peer"), Admitted::kYes);
    AdmissionTicket b(std::move(a));
    EXPECT_EQ(admission.calls(), 1);
    EXPECT_EQ(b.TryTake(400, "peer"), Admitted::kYes) << "alone, and inside";
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
    EXPECT_EQ(a.TryTake(1, "peer"), Admitted::kYes);
    a.Add(5000);
    EXPECT_EQ(admission.bytes(), 5001);
    AdmissionTicket b(admission);
    EXPECT_EQ(b.TryTake(1, "peer"), Admitted::kTooManyBytes);
  }
  EXPECT_EQ(admission.bytes(), 0);
  EXPECT_EQ(admission.calls(), 0);
}

// What waits to be read takes memory, which is bounded, and no place.
TEST(Admission, AnswersGiveTheirPlaceBack) {
  Admission admission(1, 1000);
  AdmissionTicket answered(admission);
  EXPECT_EQ(answered.TryTake(10, "peer"), Admitted::kYes);
  answered.Add(300);
  answered.GiveBackPlace(400);
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.bytes(), 400) << "at least so many";
  AdmissionTicket next(admission);
  EXPECT_EQ(next.TryTake(601, "peer"), Admitted::kTooManyBytes) << "it is not alone";
  EXPECT_EQ(next.TryTake(500, "peer"), Admitted::kYes);
  next.GiveBackPlace(400);
  EXPECT_EQ(admission.bytes(), 900);
  EXPECT_EQ(admission.calls(), 0);
  answered.Release();
  next.Release();
  EXPECT_EQ(admission.bytes(), 0);
  EXPECT_EQ(admission.calls(), 0);
}

// While one peer has taken everything, another one still gets a small share.
TEST(Admission, APeerThatFloodsKeepsNobodyOut) {
  Admission admission(4, 1600);
  std::vector<AdmissionTicket> flood;
  for (int i = 0; i < 4; ++i) {
    flood.emplace_back(admission);
    EXPECT_EQ(flood.back().TryTake(400, "flood"), Admitted::kYes);
  }
  AdmissionTicket late(admission);
  EXPECT_EQ(late.TryTake(0, "flood"), Admitted::kTooManyCalls) << "it is alone";
  AdmissionTicket other(admission);
  EXPECT_EQ(other.TryTake(101, "other"), Admitted::kTooManyOfPeer) << "a quarter of a quarter";
  EXPECT_EQ(other.TryTake(100, "other"), Admitted::kYes);
  EXPECT_EQ(late.TryTake(0, "flood"), Admitted::kTooManyOfPeer);
  AdmissionTicket second(admission);
  EXPECT_EQ(second.TryTake(0, "other"), Admitted::kTooManyOfPeer);
  AdmissionTicket third(admission);
  EXPECT_EQ(third.TryTake(0, "third"), Admitted::kTooManyCalls) << "the bound is a bound";
  EXPECT_EQ(admission.calls(), 5);
  EXPECT_EQ(admission.bytes(), 1700);
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
        if (ticket.TryTake(10, "peer") != Admitted::kYes) continue;
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
