// Damaged bytes: the reader never crashes, and takes nothing for a model that
// protobuf does not, except where it does not look.
#include <gmock/gmock.h>
#include <google/protobuf/stubs/logging.h>

#include <random>
#include <string>
#include <vector>

#include "tests/core/graph/support/reader_verdict.h"
#include "tests/core/graph/support/sample_models.h"

namespace shapewright::graph {
namespace {

class Mutator {
 public:
  explicit Mutator(uint32_t seed) : random_(seed) {}

  std::string Mutate(std::string bytes) {
    const size_t changes = 1 + Below(3);
    for (size_t i = 0; i < changes && !bytes.empty(); ++i) Change(&bytes);
    return bytes;
  }

 private:
  size_t Below(size_t end) { return random_() % end; }

  void Change(std::string* bytes) {
    const size_t at = Below(bytes->size());
    switch (Below(6)) {
      case 0:
        (*bytes)[at] = static_cast<char>(Below(256));
        break;
      case 1:
        (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << Below(8)));
        break;
      case 2:
        bytes->erase(at, 1 + Below(8));
        break;
      case 3:
        bytes->insert(at, 1, static_cast<char>(Below(256)));
        break;
      case 4:
        bytes->insert(Below(bytes->size()), bytes->substr(at, Below(64)));
        break;
      case 5:
        if (Below(4) == 0) bytes->resize(at);
        break;
    }
  }

  std::mt19937 random_;
};

class MutationTest : public testing::TestWithParam<onnx::ModelProto (*)()> {};

TEST_P(MutationTest, ReaderAgreesWithProtobuf) {
  const std::string good = GetParam()().SerializeAsString();
  const LaxParser lax;
  ASSERT_EQ(FindReaderError(good, lax), "");
  // It complains about names that are not UTF-8.
  const google::protobuf::LogSilencer silencer;
  Mutator mutator(1);
  for (int i = 0; i < 10000; ++i) {
    const std::string bytes = mutator.Mutate(good);
    ASSERT_EQ(FindReaderError(bytes, lax), "") << testing::PrintToString(bytes);
  }
}

TEST_P(MutationTest, EveryTruncationIsRead) {
  const std::string good = GetParam()().SerializeAsString();
  const LaxParser lax;
  for (size_t size = 0; size < good.size(); ++size) {
    ASSERT_EQ(FindReaderError(good.substr(0, size), lax), "") << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, MutationTest,
                         testing::Values(&ModelOfAllAttributes, &ModelOfAllTypes, &ModelOfSubgraphs,
                                         &ModelOfFunctions, &EarlyModel));

}  // namespace
}  // namespace shapewright::graph
