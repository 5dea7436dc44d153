#include "core/graph/front_end/front_end.h"

#include <gtest/gtest.h>

#include <string>

#include "core/graph/onnx/onnx_reader.h"
#include "core/graph/read_error.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::graph {
namespace {

std::string OnnxBytes() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::NodeProto& node = *model.mutable_graph()->add_node();
  node.set_op_type("Relu");
  node.add_input("x");
  node.add_output("y");
  model.mutable_graph()->add_input()->set_name("x");
  model.mutable_graph()->add_output()->set_name("y");
  return model.SerializeAsString();
}

TEST(FrontEnd, ReadsOnnxByContentAndByName) {
  const std::string bytes = OnnxBytes();
  for (const ModelFormat format : {ModelFormat::kUnspecified, ModelFormat::kOnnx}) {
    const auto model = ReadModelFile({bytes}, format);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_EQ((*model)->format, ModelFormat::kOnnx);
    EXPECT_EQ((*model)->node_count, 1U);
    EXPECT_EQ((*model)->byte_size, bytes.size());
  }
}

// What no format has the mark of is a broken ONNX model, as its own reader says it.
TEST(FrontEnd, UnknownContentIsBrokenOnnx) {
  for (const std::string content : {"", "no model", "\x01\x02", "modul", "# Title", "<html>"}) {
    SCOPED_TRACE(content);
    const auto model = ReadModelFile({content});
    const auto onnx = ReadOnnxModel(content);
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.status(), onnx.status());
  }
}

// Each format of the table has one front end at most, and those without one are refused by name.
TEST(FrontEnd, RefusesFormatsWithoutAReader) {
  for (const ModelFormatRow& row : ModelFormats()) {
    int readers = 0;
    for (const FrontEnd& front_end : FrontEnds()) readers += front_end.format == row.format ? 1 : 0;
    ASSERT_LE(readers, 1);
    if (readers == 1) continue;
    const auto model = ReadModelFile({"content"}, row.format);
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.status().message(),
              "the model is " + std::string(row.name) + ", which is not read");
    EXPECT_EQ(std::string(*model.status().GetPayload(kReasonPayload)), reason::kMalformedModel);
  }
}

}  // namespace
}  // namespace shapewright::graph
