// Compares the answers for real models with what onnxruntime really made of
// them (tests/data/corpus). SHAPEWRIGHT_CORPUS_PRINT=N in the environment
// prints the classes of every model, and of each what is wrong and the first N
// values at which the unknown begins; SHAPEWRIGHT_CORPUS names another folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "core/inference/infer.h"
#include "tests/core/corpus/corpus_score.h"
#include "tests/core/inference/support/corpus_truth.h"

namespace shapewright::questions {
namespace {

using inference::InferOnnxModel;
using testing::IsEmpty;

// Models on which another tool gives more exact values, and why that is right.
const absl::flat_hash_map<std::string, std::string>& MayBeBehind() {
  static const auto* const kReasons = new absl::flat_hash_map<std::string, std::string>{
      {"retinanet_r50_ts17",
       "onnx_shape_inference says that Slice [:300] of an unknown number of detections has 300 "
       "elements, which holds in both runs and not in general; here it is min(n, 300), bounded"},
  };
  return *kReasons;
}

struct ScoredModel {
  ModelScore score;
  double milliseconds = 0;
};

ScoredModel ScoreModel(const std::string& name) {
  const std::string model = ReadCorpusModel(name);
  ScoredModel result;
  const auto start = std::chrono::steady_clock::now();
  const auto bytes = InferOnnxModel(model);
  result.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  onnx::ModelProto parsed;
  parsed.ParseFromString(model);
  v1::InferShapesResponse answer;
  if (!bytes.ok() || !answer.ParseFromString(*bytes)) {
    result.score.defects.push_back(absl::StrCat("no answer: ", bytes.status().ToString()));
    return result;
  }
  result.score = Score(parsed, answer, ReadTruth(name));
  return result;
}

size_t PrintedUnknowns() {
  const char* count = std::getenv("SHAPEWRIGHT_CORPUS_PRINT");
  return count == nullptr ? 0 : std::strtoul(count, nullptr, 10);
}

void PrintLines(const char* what, const std::vector<std::string>& lines, size_t limit) {
  for (size_t i = 0; i < lines.size() && i < limit; ++i) {
    std::printf("    %s %s\n", what, lines[i].c_str());
  }
  if (lines.size() > limit) {
    std::printf("    ... %zu more %s\n", lines.size() - limit, what);
  }
}

void Print(const std::string& name, const ScoredModel& model) {
  const size_t limit = PrintedUnknowns();
  if (limit == 0) return;
  const ModelScore& score = model.score;
  const std::optional<Peer> peer = BestPeer(name);
  std::string note;
  if (peer.has_value() && peer->exact > score.exact) {
    note = absl::StrCat("BEHIND ", peer->tool, " ", peer->exact);
  }
  std::printf("%-30s exact %d bounded %d unknown %d wrong %d  %.2f ms  %s\n", name.c_str(),
              score.exact, score.bounded, score.unknown, score.wrong, model.milliseconds,
              note.c_str());
  if (score.unknown > 0) {
    std::printf("    unknown by operator: %s\n",
                absl::StrJoin(score.unknown_operators, ", ", absl::PairFormatter(" ")).c_str());
  }
  PrintLines("WRONG", score.wrongs, limit);
  PrintLines("DEFECT", score.defects, limit);
  PrintLines("first unknown", score.first_unknowns, limit);
}

std::string Head(const std::vector<std::string>& lines) {
  return absl::StrJoin(absl::MakeConstSpan(lines).subspan(0, 5), "\n");
}

class CorpusTest : public testing::TestWithParam<std::string> {};

TEST_P(CorpusTest, AgreesWithTheRunsAndIsNotBehindOtherTools) {
  const std::string& name = GetParam();
  const ScoredModel model = ScoreModel(name);
  Print(name, model);
  EXPECT_GT(model.score.total(), 0);
  EXPECT_EQ(model.score.wrong, 0) << Head(model.score.wrongs);
  EXPECT_THAT(model.score.defects, IsEmpty());
  const std::optional<Peer> peer = BestPeer(name);
  if (!peer.has_value() || MayBeBehind().contains(name)) return;
  EXPECT_GE(model.score.exact, peer->exact) << "behind " << peer->tool << "; unknown:\n"
                                            << Head(model.score.first_unknowns);
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusTest, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

TEST(CorpusTotalTest, At97PercentTheShapeIsExactOrBounded) {
  ModelScore total;
  double milliseconds = 0;
  for (const std::string& name : ModelNames()) {
    const ScoredModel model = ScoreModel(name);
    total.exact += model.score.exact;
    total.bounded += model.score.bounded;
    total.unknown += model.score.unknown;
    total.wrong += model.score.wrong;
    milliseconds += model.milliseconds;
  }
  const double known = 100.0 * (total.exact + total.bounded) / std::max(total.total(), 1);
  if (PrintedUnknowns() > 0) {
    std::printf(
        "total: %d values, exact %d bounded %d unknown %d wrong %d; exact or "
        "bounded %.2f %%; %.1f ms\n",
        total.total(), total.exact, total.bounded, total.unknown, total.wrong, known, milliseconds);
  }
  EXPECT_GE(known, 97);
  EXPECT_EQ(total.wrong, 0);
}

}  // namespace
}  // namespace shapewright::questions
