// The wire reader against protobuf, on real models.
#include <gmock/gmock.h>

#include <filesystem>

#include "core/graph/onnx/onnx_reader.h"
#include "tests/core/graph/support/dump.h"
#include "tests/data_path/data_path.h"

namespace shapewright::graph {
namespace {

TEST(OnnxCorpus, ReaderSeesWhatProtobufSees) {
  const std::filesystem::path models = DataPath("corpus/models");
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(models)) {
    SCOPED_TRACE(entry.path().filename().string());
    const std::string bytes = ReadFile(entry.path());
    const auto model = ReadOnnxModel(bytes);
    ASSERT_TRUE(model.ok()) << model.status();
    onnx::ModelProto proto;
    ASSERT_TRUE(proto.ParseFromString(bytes));
    EXPECT_EQ(FirstDifference(DumpModel(**model), DumpProto(proto)), "");
    EXPECT_EQ(FindInconsistency(**model), "");
    EXPECT_THAT((*model)->findings, testing::IsEmpty());
    ++count;
  }
  EXPECT_EQ(count, 59);
}

}  // namespace
}  // namespace shapewright::graph
