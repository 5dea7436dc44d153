#include "core/base/heap.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "tests/mebibyte.h"

namespace shapewright {
namespace {

// The oracle is the allocator.
TEST(Heap, CountsWhatTheAllocatorGives) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  const int64_t before = ThreadHeapBytes();
  auto text = std::make_unique<std::string>(1000, 'x');
  const auto expected =
      static_cast<int64_t>(malloc_usable_size(text.get()) + malloc_usable_size(text->data()));
  EXPECT_EQ(ThreadHeapBytes() - before, expected);
  text.reset();
  EXPECT_EQ(ThreadHeapBytes(), before);
  struct alignas(256) Aligned {
    char bytes[256];
  };
  auto aligned = std::make_unique<Aligned>();
  EXPECT_GE(ThreadHeapBytes() - before, 256);
  aligned.reset();
  EXPECT_EQ(ThreadHeapBytes(), before);
}

TEST(Heap, WorkMemoryIsSharedAndGivenBack) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  WorkMemory memory(64 * kMiB);
  {
    const HeapGuard guard(memory);
    std::vector<char> mine(40 * kMiB);
    EXPECT_FALSE(HeapGuard::is_exceeded());
    EXPECT_GE(memory.used(), 40 * kMiB);
    bool has_thrown = false;
    bool is_too_large = true;
    std::thread([&] {
      const HeapGuard other(memory);
      try {
        std::vector<char> more(40 * kMiB);
      } catch (const std::bad_alloc&) {
        has_thrown = true;
      }
      is_too_large = HeapGuard::is_too_large();
    }).join();
    EXPECT_TRUE(has_thrown);
    EXPECT_FALSE(is_too_large);  // later there may be room
    EXPECT_FALSE(HeapGuard::is_exceeded());
  }
  EXPECT_EQ(memory.used(), 0U);
}

TEST(Heap, WhatNeverFitsIsToldApart) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  WorkMemory memory(8 * kMiB);
  const HeapGuard guard(memory);
  EXPECT_THROW(std::vector<char>(16 * kMiB), std::bad_alloc);
  EXPECT_TRUE(HeapGuard::is_too_large());
  const HeapGuard::Pause pause;
  EXPECT_EQ(std::vector<char>(16 * kMiB).size(), 16 * kMiB);
}

// Where the limit ends within a step too: nobody else holds the rest of it.
TEST(Heap, WhatIsTooLargeAloneIsToldWhereverTheLimitEnds) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  for (size_t first = kMiB; first < 2 * kMiB; first += kMiB / 8) {
    WorkMemory memory(4 * kMiB);
    const HeapGuard guard(memory);
    const std::vector<char> odd(first);
    std::vector<std::unique_ptr<char[]>> pieces;
    pieces.reserve(4096);
    while (!HeapGuard::is_exceeded()) pieces.push_back(std::make_unique<char[]>(1 << 12));
    EXPECT_TRUE(HeapGuard::is_too_large()) << first;
    EXPECT_GT(first + (pieces.size() << 12), 4 * kMiB - kMiB / 8) << first;
    EXPECT_LE(memory.used(), 4 * kMiB);
  }
}

// Small pieces go on for a while, so that whoever asks now and then comes to ask.
TEST(Heap, SmallPiecesEndTooInTheEnd) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  WorkMemory memory(8 * kMiB);
  const HeapGuard guard(memory);
  std::vector<std::unique_ptr<char[]>> pieces;
  pieces.reserve(100'000);
  size_t asked_at = 0;
  bool is_refused = false;
  try {
    for (size_t i = 0; i < 100'000; ++i) {
      pieces.push_back(std::make_unique<char[]>(1 << 12));
      if (asked_at == 0 && HeapGuard::is_exceeded()) asked_at = pieces.size();
    }
  } catch (const std::bad_alloc&) {
    is_refused = true;
  }
  EXPECT_TRUE(is_refused);
  EXPECT_GT(asked_at, 0U);
  EXPECT_LT(asked_at << 12, 9 * kMiB);
  EXPECT_GT(pieces.size(), asked_at);
  EXPECT_LT(pieces.size() << 12, 8 * kMiB + HeapGuard::kOvershoot + kMiB);
}

}  // namespace
}  // namespace shapewright
