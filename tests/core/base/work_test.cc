#include "core/base/work.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/error_payload.h"

namespace shapewright {
namespace {

std::string PayloadOf(const absl::Status& status, const std::string& key) {
  const auto payload = status.GetPayload(key);
  return payload ? std::string(*payload) : "";
}

TEST(S65Work, CountsWhatItIsTold) {
  Work work;
  EXPECT_TRUE(work.Count());
  EXPECT_TRUE(work.Count(41));
  EXPECT_EQ(work.count(), 42u);
  EXPECT_TRUE(work.status().ok());
}

TEST(S66Work, EndsBeyondItsLimitAndStaysSo) {
  Work work(100);
  EXPECT_TRUE(work.Count(100));
  EXPECT_FALSE(work.Count(1));
  EXPECT_TRUE(work.is_stopped());
  EXPECT_FALSE(work.Count(0));
}

TEST(S66Work, SaysWhichLimitAndWhere) {
  Work work(100);
  work.set_phase("infer");
  work.Count(101);
  work.SetSite("node 3 Relu");
  work.SetSite("node 4 Relu");
  const absl::Status status = work.status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(PayloadOf(status, kReasonPayload), "WORK_LIMIT");
  EXPECT_EQ(PayloadOf(status, "shapewright/fact/limit"), "100");
  EXPECT_EQ(PayloadOf(status, "shapewright/fact/phase"), "infer");
  EXPECT_EQ(PayloadOf(status, "shapewright/fact/site"), "node 3 Relu");
}

TEST(S66Work, CountsNeverOverflow) {
  Work limited(1000);
  Work endless;
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(limited.Count(~uint64_t{0}));
    EXPECT_TRUE(endless.Count(~uint64_t{0}));
  }
  EXPECT_GE(endless.count(), limited.limit());
}

TEST(S66Work, FindsItsLimitWhereItComesToTheFirst) {
  int asked = 0;
  Work work(100);
  work.RaiseLimitLater([&] {
    ++asked;
    return uint64_t{200};
  });
  EXPECT_TRUE(work.Count(100));
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(work.Count(100));
  EXPECT_FALSE(work.Count(1));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(PayloadOf(work.status(), "shapewright/fact/limit"), "200");
}

// Never below what was allowed before, whatever is found.
TEST(S66Work, ALimitThatIsFoundIsNoLower) {
  Work work(100);
  work.RaiseLimitLater([] { return uint64_t{10}; });
  EXPECT_FALSE(work.Count(101));
  EXPECT_EQ(work.limit(), 100u);
}

TEST(S66Work, AShareIsOfTheLimitThatIsFound) {
  Work work(100);
  work.RaiseLimitLater([] { return uint64_t{200}; });
  {
    const Work::Share share(work, 150);
    EXPECT_TRUE(work.Count(150));
    EXPECT_FALSE(work.Count(1));
  }
  EXPECT_TRUE(work.Count(49));
  EXPECT_FALSE(work.Count(1));
}

TEST(S66Work, HasAllThatTheRequestAllowsAndNoMore) {
  EXPECT_EQ(WorkLimit(1'000'000'000, 0, 0), 50'000'000u);
  EXPECT_EQ(WorkLimit(1'000'000'000, 0, 1000), 50'500'000u);
  EXPECT_EQ(WorkLimit(1'000'000'000, 0, ~uint64_t{0}), 1'000'000'000u);
  EXPECT_EQ(WorkLimit(1'000'000'000, 7, 1000), 7u);
  EXPECT_EQ(WorkLimit(1'000'000, 2'000'000, 1000), 1'000'000u);
}

TEST(S65Work, AsksOncePerInterval) {
  int asked = 0;
  Work work(Work::kNoLimit, [&asked] {
    ++asked;
    return absl::OkStatus();
  });
  for (uint64_t i = 0; i < 10 * Work::kPollInterval; ++i) work.Count();
  EXPECT_EQ(asked, 10);
  work.Count(100 * Work::kPollInterval);
  EXPECT_EQ(asked, 11);
}

TEST(S65Work, EndsWhereNobodyWants) {
  Work work(Work::kNoLimit, [] { return absl::CancelledError("gone"); });
  EXPECT_TRUE(work.Count(Work::kPollInterval - 1));
  EXPECT_FALSE(work.Count());
  EXPECT_EQ(work.status(), absl::CancelledError("gone"));
  Work other(Work::kNoLimit, [] { return absl::CancelledError("gone"); });
  EXPECT_EQ(other.Poll(), absl::CancelledError("gone"));
  EXPECT_FALSE(other.Count());
}

TEST(S65Work, TellsWhatIsDoneButNotWhatWasKept) {
  std::atomic<uint64_t> progress{1000};
  {
    Work work(Work::kNoLimit, nullptr, &progress);
    work.CountKept(1'000'000);
    EXPECT_EQ(progress, 1000u);
    work.Count(Work::kPollInterval);
    EXPECT_EQ(progress, 1000 + Work::kPollInterval);
    work.Count(5);
  }
  EXPECT_EQ(progress, 1005 + Work::kPollInterval);
}

TEST(S66Work, ShareEndsAloneAndTheWorkGoesOn) {
  Work work(1000);
  work.Count(100);
  {
    const Work::Share share(work, 50);
    EXPECT_TRUE(work.Count(50));
    EXPECT_FALSE(share.is_exhausted());
    EXPECT_FALSE(work.Count(1));
    EXPECT_TRUE(share.is_exhausted());
  }
  EXPECT_TRUE(work.Count(1));
  EXPECT_EQ(work.count(), 152u);
  EXPECT_TRUE(work.status().ok());
}

TEST(S66Work, ShareIsNoLargerThanWhatIsLeft) {
  Work work(100);
  {
    const Work::Share share(work, 1000);
    EXPECT_FALSE(work.Count(101));
  }
  EXPECT_TRUE(work.is_stopped());
}

TEST(S65Work, AShareDoesNotOutliveItsCaller) {
  Work work(Work::kNoLimit, [] { return absl::CancelledError("gone"); });
  {
    const Work::Share share(work, Work::kNoLimit);
    EXPECT_FALSE(work.Count(Work::kPollInterval));
  }
  EXPECT_FALSE(work.Count());
}

TEST(S67Work, WhatIsReleasedNeverEnds) {
  std::atomic<uint64_t> progress{0};
  Work work(
      10, [] { return absl::CancelledError("gone"); }, &progress);
  work.Count(7);
  work.Release();
  EXPECT_EQ(progress, 7u);
  EXPECT_TRUE(work.Count(10 * Work::kPollInterval));
  EXPECT_EQ(progress, 7u);
}

}  // namespace
}  // namespace shapewright
