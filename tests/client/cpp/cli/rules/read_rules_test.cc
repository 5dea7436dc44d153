#include "client/cpp/cli/rules/read_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

TEST(ReadRules, ReadsATextLineByLine) {
  v1::ModelSpec spec;
  const absl::Status status = ReadRules(R"(# Two of ours.
com.example:Half(x: T[N, C]) -> T[N, C//2]

pure com.example:a:Long(a: T[*b, M, K],
  b: T[*b, K, N])
  # the result
  -> T[*b, M, N]
Plain() -> int64[])",
                                        &spec);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(spec.operator_rules_size(), 3);
  EXPECT_EQ(spec.operator_rules(0).key().domain(), "com.example");
  EXPECT_EQ(spec.operator_rules(0).key().op_type(), "Half");
  EXPECT_EQ(spec.operator_rules(0).signature(), "(x: T[N, C]) -> T[N, C//2]");
  EXPECT_FALSE(spec.operator_rules(0).pure());
  EXPECT_EQ(spec.operator_rules(1).key().domain(), "com.example:a");
  EXPECT_EQ(spec.operator_rules(1).key().op_type(), "Long");
  EXPECT_EQ(spec.operator_rules(1).signature(), "(a: T[*b, M, K], b: T[*b, K, N]) -> T[*b, M, N]");
  EXPECT_TRUE(spec.operator_rules(1).pure());
  EXPECT_EQ(spec.operator_rules(2).key().domain(), "");
  EXPECT_EQ(spec.operator_rules(2).key().op_type(), "Plain");
}

TEST(ReadRules, TakesTheFunctionsOfAModel) {
  onnx::ModelProto model;
  model.set_ir_version(10);
  for (const char* name : {"A", "B"}) {
    onnx::FunctionProto* function = model.add_functions();
    function->set_name(name);
    function->set_domain("com.example");
    function->set_overload("o");
  }
  v1::ModelSpec spec;
  ASSERT_TRUE(ReadRules(model.SerializeAsString(), &spec).ok());
  ASSERT_EQ(spec.operator_rules_size(), 2);
  EXPECT_EQ(spec.operator_rules(1).key().domain(), "com.example");
  EXPECT_EQ(spec.operator_rules(1).key().op_type(), "B");
  EXPECT_EQ(spec.operator_rules(1).key().overload(), "o");
  EXPECT_EQ(spec.operator_rules(1).onnx_function(), model.functions(1).SerializeAsString());
}

TEST(ReadRules, SaysWhatIsWrong) {
  v1::ModelSpec spec;
  EXPECT_EQ(ReadRules("\nOp: a\n", &spec).message(),
            "line 2: no rule such as com.example:Op(x: T[N]) -> T[N]");
  EXPECT_EQ(ReadRules("a:(x: T[N]) -> T[N]", &spec).message(),
            "line 1: no rule such as com.example:Op(x: T[N]) -> T[N]");
  EXPECT_EQ(ReadRules(std::string("\x08\x07", 2), &spec).message(), "the model has no functions");
  EXPECT_EQ(ReadRules(std::string("\x08\xff", 2), &spec).message(), "neither a text nor a model");
}

}  // namespace
}  // namespace shapewright::cli
