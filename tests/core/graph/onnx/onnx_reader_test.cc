// What the parts of an ONNX model become.
#include "core/graph/onnx/onnx_reader.h"

#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "core/graph/opset_scope.h"
#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/onnx_builder.h"
#include "tests/core/graph/support/sample_models.h"

namespace shapewright::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OnnxReader, ModelWithoutAGraphIsRefused) {
  EXPECT_THAT(ReadBytes("").status().message(), HasSubstr("empty"));
  onnx::ModelProto proto = NewModel();
  proto.clear_graph();
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ReasonOf(status), "MALFORMED_MODEL");
  EXPECT_TRUE(Read(NewModel()).ok());
}

TEST(OnnxReader, MalformedBytesAreNamedWithTheirPlace) {
  onnx::ModelProto proto = NewModel();
  AddNode(proto.mutable_graph(), "Neg", {"a"}, {"b"});
  std::string bytes = proto.SerializeAsString();
  const size_t at = bytes.find("\x22\x03Neg");
  ASSERT_NE(at, std::string::npos);
  bytes[at + 1] = '\x30';
  const absl::Status status = ReadBytes(bytes).status();
  EXPECT_THAT(status.message(), HasSubstr(absl::StrCat("malformed NodeProto: truncated field at "
                                                       "byte ",
                                                       at)));
}

TEST(OnnxReader, InitializerReplacesAnInputUpToIr3) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "w", {2});
  AddInput(proto.mutable_graph(), "X", {2});
  AddInitializer(proto.mutable_graph(), "w", {1, 2});
  for (const int ir : {3, 4}) {
    proto.set_ir_version(ir);
    const ReadResult model = Read(proto);
    ASSERT_TRUE(model.ok());
    EXPECT_THAT(model->findings, IsEmpty());
    const Value* weight = FindValue(*model, 0, "w");
    ASSERT_NE(weight, nullptr);
    ASSERT_NE(weight->constant, nullptr);
    EXPECT_NE(weight->declared, nullptr);
    EXPECT_EQ(weight->origin, ir == 3 ? ValueOrigin::kInitializer : ValueOrigin::kInput);
    const Value* input = FindValue(*model, 0, "X");
    EXPECT_EQ(input->producer, ir == 3 ? 0u : 1u);
    EXPECT_EQ(model->graphs[0].inputs.size(), ir == 3 ? 1u : 2u);
  }
}

TEST(OnnxReader, OpsetOfEveryOperatorIsFound) {
  onnx::ModelProto proto = NewModel();
  proto.mutable_opset_import(0)->set_domain("ai.onnx");
  AddNode(proto.mutable_graph(), "Neg", {}, {"a"});
  AddNode(proto.mutable_graph(), "Neg", {}, {"b"})->set_domain("ai.onnx");
  AddNode(proto.mutable_graph(), "Neg", {}, {"c"})->set_domain("custom");
  AddNode(proto.mutable_graph(), "Neg", {}, {"d"})->set_domain("custom");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  ASSERT_EQ(model->operators.size(), 2u);
  EXPECT_EQ(model->operators[0], (OperatorName{"", "Neg", "", 17}));
  EXPECT_EQ(model->operators[1], (OperatorName{"custom", "Neg", "", 0}));
  ASSERT_THAT(CodesOf(*model), ElementsAre("UNKNOWN_OPSET"));
  EXPECT_EQ(model->findings[0].site.node, 2);
}

// onnxruntime's optimizer leaves the import out, and onnxruntime runs what it writes.
TEST(OnnxReader, OnnxruntimesOpsetNeedsNoImport) {
  onnx::ModelProto proto = NewModel();
  AddNode(proto.mutable_graph(), "Gelu", {}, {"a"})->set_domain("com.microsoft");
  AddNode(proto.mutable_graph(), "Gelu", {}, {"b"})->set_domain("com.microsoft.other");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model->operators[0], (OperatorName{"com.microsoft", "Gelu", "", kNewestOpset}));
  ASSERT_THAT(CodesOf(*model), ElementsAre("UNKNOWN_OPSET", "UNKNOWN_OPSET"));
  EXPECT_EQ(model->findings[0].severity, Finding::Severity::kWarning);
  EXPECT_EQ(model->findings[1].severity, Finding::Severity::kError);
}

TEST(OnnxReader, OldestModelsMeanTheFirstOpset) {
  onnx::ModelProto proto = NewModel();
  proto.clear_opset_import();
  AddNode(proto.mutable_graph(), "Neg", {}, {"a"});
  for (const int ir : {2, 3}) {
    proto.set_ir_version(ir);
    const ReadResult model = Read(proto);
    ASSERT_TRUE(model.ok());
    EXPECT_EQ(model->operators[0].opset_version, ir == 2 ? 1 : 0);
  }
}

TEST(OnnxReader, TypeOfAnOutputComesBeforeValueInfo) {
  onnx::ModelProto proto = NewModel();
  AddNode(proto.mutable_graph(), "Op", {}, {"a", "b", "c"});
  const auto add_info = [&proto](const std::string& name, int64_t dim) {
    onnx::GraphProto other;
    AddInput(&other, name, {dim});
    *proto.mutable_graph()->add_value_info() = other.input(0);
  };
  add_info("a", 1);
  add_info("b", 2);
  add_info("c", 3);
  add_info("unused", 4);
  AddOutput(proto.mutable_graph(), "b", {7});
  AddOutput(proto.mutable_graph(), "c");
  auto* type = proto.mutable_graph()->mutable_output(1)->mutable_type();
  type->mutable_tensor_type()->clear_shape();
  type->mutable_tensor_type()->set_elem_type(onnx::TensorProto::INT8);
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  const auto size_of = [&model](const char* name) {
    return FindValue(*model, 0, name)->declared->dims[0].size;
  };
  EXPECT_EQ(size_of("a"), 1);
  EXPECT_EQ(size_of("b"), 7);
  EXPECT_EQ(size_of("c"), 3);
  EXPECT_EQ(FindValue(*model, 0, "c")->declared->element, shape::ElementType::kInt8);
  EXPECT_EQ(FindValue(*model, 0, "unused"), nullptr);
}

// S8: what a dim says is kept as it is, also what means nothing.
TEST(OnnxReader, S8DimsAreKeptAsDeclared) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X", {0, -1, 4});
  auto* shape = proto.mutable_graph()
                    ->mutable_input(0)
                    ->mutable_type()
                    ->mutable_tensor_type()
                    ->mutable_shape();
  shape->add_dim()->set_dim_value(-1);
  shape->add_dim()->set_dim_param("past + 1");
  shape->add_dim()->set_dim_param("");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  const auto dims = FindValue(*model, 0, "X")->declared->dims;
  ASSERT_EQ(dims.size(), 6u);
  EXPECT_TRUE(dims[0].has_size && dims[0].size == 0);
  EXPECT_FALSE(dims[1].has_size);
  EXPECT_TRUE(dims[3].has_size && dims[3].size == -1);
  EXPECT_EQ(dims[4].text, "past + 1");
  EXPECT_FALSE(dims[5].has_size);
}

TEST(OnnxReader, FunctionsKeepTheirOwnOpsets) {
  const ReadResult model = Read(ModelOfFunctions());
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(model->findings, IsEmpty());
  ASSERT_EQ(model->functions.size(), 2u);
  EXPECT_EQ(model->functions[0].overload, "");
  EXPECT_EQ(model->functions[1].overload, "wide");
  const Graph& body = model->graphs[model->functions[0].body];
  EXPECT_EQ(body.parent, kNoGraph);
  EXPECT_EQ(model->operators[body.nodes[0].op].opset_version, 13);
  // A call of another function goes by what the model imports.
  EXPECT_EQ(model->operators[body.nodes[1].op], (OperatorName{"local", "Twice", "wide", 2}));
  EXPECT_THAT(model->functions[0].attributes, ElementsAre("axis"));
  EXPECT_EQ(model->functions[0].defaults[0].float_value, 2.0);
  EXPECT_EQ(body.nodes[0].attributes[0].reference, "axis");
  EXPECT_NE(FindValue(*model, model->functions[0].body, "z")->declared, nullptr);
}

// S9: the names of a function are its own.
TEST(OnnxReader, S9FunctionDoesNotSeeTheMainGraph) {
  onnx::ModelProto proto = ModelOfFunctions();
  proto.mutable_functions(0)->mutable_node(0)->set_input(0, "X");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  EXPECT_THAT(CodesOf(*model), ElementsAre("UNDEFINED_VALUE"));
}

TEST(OnnxReader, AttributesWithoutATypeAreUnderstood) {
  onnx::ModelProto proto = ModelOfAllAttributes();
  for (auto& attribute : *proto.mutable_graph()->mutable_node(0)->mutable_attribute()) {
    attribute.clear_type();
  }
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(FirstDifference(DumpModel(*model), DumpProto(proto)), "");
  const auto& attributes = model->graphs[0].nodes[0].attributes;
  EXPECT_EQ(attributes[0].kind, AttributeKind::kFloat);
  EXPECT_EQ(attributes.back().kind, AttributeKind::kUndefined);
}

TEST(OnnxReader, SparseInitializerIsTheDenseTensor) {
  onnx::ModelProto proto = NewModel();
  auto* sparse = proto.mutable_graph()->add_sparse_initializer();
  sparse->mutable_values()->set_name("s");
  sparse->mutable_values()->set_data_type(onnx::TensorProto::FLOAT);
  sparse->mutable_values()->add_dims(1);
  sparse->mutable_values()->add_float_data(1);
  sparse->add_dims(30);
  sparse->add_dims(40);
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  const Tensor* tensor = FindValue(*model, 0, "s")->constant;
  EXPECT_TRUE(tensor->is_sparse);
  EXPECT_EQ(tensor->element, shape::ElementType::kFloat);
  EXPECT_THAT(tensor->dims, ElementsAre(30, 40));
  EXPECT_EQ(DecodeFloats(*tensor, 10'000), std::nullopt);
}

TEST(OnnxReader, BadTensorsAndShapesAreRefused) {
  onnx::ModelProto proto = NewModel();
  AddInitializer(proto.mutable_graph(), "bad", {1})->set_dims(0, -3);
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(ReasonOf(status), "MALFORMED_MODEL");
  EXPECT_THAT(status.message(), HasSubstr("tensor \"bad\" has the negative dimension -3"));
  proto = NewModel();
  AddInput(proto.mutable_graph(), "X", std::vector<int64_t>(65, 1));
  EXPECT_EQ(ReasonOf(Read(proto).status()), "RANK_TOO_LARGE");
  proto = NewModel();
  auto* tensor = AddInitializer(proto.mutable_graph(), "w", {1});
  for (int i = 0; i < 64; ++i) tensor->add_dims(1);
  EXPECT_EQ(ReasonOf(Read(proto).status()), "RANK_TOO_LARGE");
}

TEST(OnnxReader, NestedTypesAreLimited) {
  for (const int depth : {16, 17}) {
    onnx::ModelProto proto = NewModel();
    auto* input = proto.mutable_graph()->add_input();
    input->set_name("X");
    onnx::TypeProto* type = input->mutable_type();
    for (int i = 0; i < depth; ++i) {
      type = type->mutable_sequence_type()->mutable_elem_type();
    }
    type->mutable_tensor_type();
    const ReadResult model = Read(proto);
    EXPECT_EQ(model.ok(), depth == 16);
    EXPECT_EQ(ReasonOf(model.status()), model.ok() ? "" : "TYPE_TOO_DEEP");
  }
}

// S25: what a client strips is external, and its elements are not known.
TEST(OnnxReader, S25StrippedTensorHasNoElements) {
  onnx::ModelProto proto = NewModel();
  auto* tensor = AddInitializer(proto.mutable_graph(), "w", {1, 2});
  tensor->set_data_location(onnx::TensorProto::EXTERNAL);
  auto* entry = tensor->add_external_data();
  entry->set_key("location");
  entry->set_value("stripped");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  const Tensor* read = FindValue(*model, 0, "w")->constant;
  EXPECT_TRUE(read->is_external);
  EXPECT_EQ(read->encoding, TensorEncoding::kNone);
  EXPECT_EQ(DecodeIntegers(*read, 10), std::nullopt);
}

}  // namespace
}  // namespace shapewright::graph
