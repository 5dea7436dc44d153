#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "core/inference/infer.h"
#include "tests/core/inference/support/corpus_truth.h"

namespace shapewright::questions {
namespace {

using inference::InferOnnxModel;
using inference::InferOptions;

// The default limit leaves real models a wide margin.
TEST(S66Limits, LeaveTheDearestModelOfTheCorpusTwentyTimesWhatItNeeds) {
  double least = 1e9;
  for (const std::string& name : ModelNames()) {
    const std::string model = ReadCorpusModel(name);
    std::atomic<uint64_t> work{0};
    InferOptions options;
    options.progress = &work;
    ASSERT_TRUE(InferOnnxModel(model, options).ok()) << name;
    const double allowed = static_cast<double>(WorkLimit(kDefaultMaxWork, 0, model.size()));
    EXPECT_GE(allowed, 20 * static_cast<double>(work)) << name;
    least = std::min(least, allowed / static_cast<double>(work));
  }
  RecordProperty("least", std::to_string(least));
}

// Wherever the limit is met, the work ends soon: every loop counts.
TEST(S66Limits, EndTheWorkSoonWhereverTheyAreMet) {
  for (const std::string& name : ModelNames()) {
    const std::string model = ReadCorpusModel(name);
    std::atomic<uint64_t> all{0};
    InferOptions options;
    options.progress = &all;
    ASSERT_TRUE(InferOnnxModel(model, options).ok()) << name;
    for (const uint64_t part : {1, 3, 6, 9}) {
      std::atomic<uint64_t> work{0};
      options.progress = &work;
      options.max_work = all * part / 10;
      EXPECT_TRUE(absl::IsResourceExhausted(InferOnnxModel(model, options).status())) << name;
      EXPECT_LE(work, options.max_work + 100'000) << name;
    }
  }
}

}  // namespace
}  // namespace shapewright::questions
