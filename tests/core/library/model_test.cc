#include "shapewright/model.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/core/inference/support/model_text.h"
#include "tests/data_path/data_path.h"

namespace shapewright {
namespace {

TEST(Model, ReadsAFile) {
  const auto model = Model::FromFile(DataPath("corpus/models/resnet50_ts17.onnx"));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_GT(model->node_count(), 100);
}

TEST(Model, TellsWhyAFileCannotBeRead) {
  EXPECT_EQ(Model::FromFile(DataPath("nowhere.onnx")).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ErrorReason(Model::FromFile(DataPath("nowhere.onnx")).status()), "FILE_NOT_FOUND");
  EXPECT_EQ(ErrorReason(Model::FromFile(DataPath("corpus")).status()), "FILE_NOT_READABLE");
  ReadOptions options;
  options.max_file_bytes = 10;
  EXPECT_EQ(
      ErrorReason(Model::FromFile(DataPath("corpus/models/resnet50_ts17.onnx"), options).status()),
      "FILE_TOO_LARGE");
}

TEST(Model, TellsWhyBytesAreNoModel) {
  const absl::Status status = Model::FromOnnx("no model").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ErrorReason(status), "MALFORMED_MODEL");
  EXPECT_EQ(ErrorReason(absl::OkStatus()), "");
}

TEST(Model, KeepsLimits) {
  const std::string bytes =
      ParseModelText("opset 17\ninput x: float32[N]\ny = Relu(x)\nz = Relu(y)\noutput z")
          .SerializeAsString();
  ReadOptions options;
  options.max_nodes = 1;
  EXPECT_EQ(ErrorReason(Model::FromOnnx(bytes, options).status()), "TOO_MANY_NODES");
}

}  // namespace
}  // namespace shapewright
