// A model means the same in ONNX and in the service's own form.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/graph/message/message_reader.h"
#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/onnx_builder.h"
#include "tests/core/graph/support/onnx_to_message.h"
#include "tests/core/graph/support/same_model.h"
#include "tests/core/graph/support/sample_models.h"
#include "tests/data_path/data_path.h"

namespace shapewright::graph {
namespace {

void ExpectEquivalent(const onnx::ModelProto& proto) {
  const ReadResult from_onnx = Read(proto);
  ASSERT_TRUE(from_onnx.ok()) << from_onnx.status();
  const v1::Model message = ToMessage(proto);
  const auto from_message = ReadModelMessage(message);
  ASSERT_TRUE(from_message.ok()) << from_message.status();
  EXPECT_EQ(FindInconsistency(**from_message), "");
  ExpectSameModel(*from_onnx, **from_message);
}

TEST(Equivalence, OfTheCorpus) {
  const std::filesystem::path models = DataPath("corpus/models");
  for (const auto& entry : std::filesystem::directory_iterator(models)) {
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream file(entry.path(), std::ios::binary);
    onnx::ModelProto proto;
    ASSERT_TRUE(proto.ParseFromIstream(&file));
    ExpectEquivalent(proto);
  }
}

TEST(Equivalence, OfTheSamples) {
  for (onnx::ModelProto (*make)() : {&ModelOfAllTypes, &ModelOfSubgraphs, &ModelOfFunctions}) {
    ExpectEquivalent(make());
  }
}

TEST(Equivalence, OfAllAttributes) {
  onnx::ModelProto proto = ModelOfAllAttributes();
  // The own form has no lists of sparse tensors: no operator has one.
  auto* attributes = proto.mutable_graph()->mutable_node(0)->mutable_attribute();
  for (int i = 0; i < attributes->size(); ++i) {
    if ((*attributes)[i].name() == "sparses") {
      attributes->DeleteSubrange(i, 1);
      break;
    }
  }
  ExpectEquivalent(proto);
}

}  // namespace
}  // namespace shapewright::graph
