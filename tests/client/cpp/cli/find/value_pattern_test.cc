#include "client/cpp/cli/find/value_pattern.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/numbers.h"

namespace shapewright::cli {
namespace {

v1::ValueInfo Value(const std::string& name, v1::ElementType element,
                    const std::vector<std::string>& dims) {
  v1::ValueInfo value;
  value.set_name(name);
  v1::TensorType* tensor = value.mutable_type()->mutable_tensor();
  tensor->set_element_type(element);
  tensor->mutable_shape();
  for (const std::string& text : dims) {
    v1::Dim* dim = tensor->mutable_shape()->add_dims();
    int64_t size = 0;
    if (absl::SimpleAtoi(text, &size)) {
      dim->set_size(size);
    } else if (!text.empty()) {
      dim->set_expr(text);
    }
  }
  return value;
}

bool Fits(const std::string& pattern, const v1::ValueInfo& value) {
  absl::StatusOr<ValuePattern> parsed = ValuePattern::Parse(pattern);
  EXPECT_TRUE(parsed.ok()) << pattern << ": " << parsed.status();
  return parsed.ok() && parsed->Fits(value);
}

bool FitsShape(const std::string& pattern, const std::vector<std::string>& dims) {
  return Fits(pattern, Value("x", v1::ELEMENT_TYPE_FLOAT, dims));
}

TEST(ValuePattern, APartOfTheName) {
  const v1::ValueInfo value = Value("/encoder/MatMul_3", v1::ELEMENT_TYPE_INT64, {"2"});
  EXPECT_TRUE(Fits("MatMul", value));
  EXPECT_TRUE(Fits("/encoder/", value));
  EXPECT_FALSE(Fits("matmul", value));
  EXPECT_TRUE(Fits("x[0", Value("x[0]", v1::ELEMENT_TYPE_INT64, {"2"})));
  EXPECT_TRUE(Fits("int64", value));
  EXPECT_FALSE(Fits("int32", value));
}

TEST(ValuePattern, WildcardsOfDims) {
  EXPECT_TRUE(FitsShape("[*, 768]", {"N", "S", "768"}));
  EXPECT_TRUE(FitsShape("[*, 768]", {"768"}));
  EXPECT_FALSE(FitsShape("[*, 768]", {"N", "769"}));
  EXPECT_FALSE(FitsShape("[*, 768]", {}));
  EXPECT_TRUE(FitsShape("[?, 768]", {"N", "768"}));
  EXPECT_FALSE(FitsShape("[?, 768]", {"768"}));
  EXPECT_TRUE(FitsShape("[?]", {""}));
  EXPECT_FALSE(FitsShape("[768]", {""}));
  EXPECT_TRUE(FitsShape("[]", {}));
  EXPECT_FALSE(FitsShape("[]", {"1"}));
  EXPECT_TRUE(FitsShape("[*]", {}));
  EXPECT_TRUE(FitsShape("[*, 2, *, 3, *]", {"2", "1", "2", "3"}));
  EXPECT_FALSE(FitsShape("[*, 3, *, 2, *]", {"2", "1", "2", "3"}));
  // Each `*` may stand for any part: without a table of what fits this would not end.
  EXPECT_FALSE(FitsShape("[*, 1, *, 1, *, 1, *, 1, *, 1, *, 1, *, 1, *, 1, *, 1, *, 2]",
                         std::vector<std::string>(64, "1")));
}

// Equal as integers, however they are written.
TEST(ValuePattern, ExpressionsOfDims) {
  EXPECT_TRUE(FitsShape("[N + 1]", {"1 + N"}));
  EXPECT_TRUE(FitsShape("[ 2*(N+1) ]", {"2*N + 2"}));
  EXPECT_FALSE(FitsShape("[N]", {"M"}));
  EXPECT_FALSE(FitsShape("[N]", {"3"}));
  EXPECT_TRUE(FitsShape("[max(N, 2), k[0]]", {"max(2, N)", "k[0]"}));
  EXPECT_TRUE(FitsShape("[`a, b`]", {"`a, b`"}));
  EXPECT_TRUE(FitsShape("[?1]", {"?1"}));
  EXPECT_FALSE(FitsShape("[?1]", {"?2"}));
}

TEST(ValuePattern, ElementTypes) {
  const v1::ValueInfo value = Value("x", v1::ELEMENT_TYPE_FLOAT, {"N", "3"});
  EXPECT_TRUE(Fits("float32[*, 3]", value));
  EXPECT_TRUE(Fits("float [?, 3]", value));
  EXPECT_TRUE(Fits("f32[N, 3]", value));
  EXPECT_FALSE(Fits("int64[*, 3]", value));
  EXPECT_FALSE(Fits("float32[*, 4]", value));
}

TEST(ValuePattern, OtherTypes) {
  v1::ValueInfo value;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        name: "s"
        type {
          sequence {
            element {
              tensor {
                element_type: ELEMENT_TYPE_INT64
                shape { dims { size: 4 } }
              }
            }
          }
        }
      )pb",
      &value));
  EXPECT_TRUE(Fits("[4]", value));
  EXPECT_FALSE(Fits("[5]", value));
  value.mutable_type()->mutable_sequence()->mutable_element()->mutable_tensor()->clear_shape();
  EXPECT_FALSE(Fits("[*]", value));
  value.clear_type();
  EXPECT_FALSE(Fits("[*]", value));
  EXPECT_TRUE(Fits("s", value));
}

TEST(ValuePattern, Mistakes) {
  for (const char* const pattern : {"", "[", "[2", "[N +]", "[2,]", "int64[1//0]"}) {
    EXPECT_FALSE(ValuePattern::Parse(pattern).ok()) << pattern;
  }
}

TEST(ValuePattern, LeavesWhatFits) {
  v1::InferShapesResponse response;
  for (int i = 0; i < 2; ++i) {
    v1::GraphInfo* graph = response.add_graphs();
    *graph->add_values() = Value("a", v1::ELEMENT_TYPE_FLOAT, {"2"});
    *graph->add_values() = Value("b", v1::ELEMENT_TYPE_FLOAT, {"3"});
    *graph->add_values() = Value("c", v1::ELEMENT_TYPE_FLOAT, {"2"});
  }
  absl::StatusOr<ValuePattern> pattern = ValuePattern::Parse("[2]");
  ASSERT_TRUE(pattern.ok()) << pattern.status();
  EXPECT_EQ(KeepFittingValues(*pattern, response), 4u);
  for (const v1::GraphInfo& graph : response.graphs()) {
    ASSERT_EQ(graph.values_size(), 2);
    EXPECT_EQ(graph.values(0).name(), "a");
    EXPECT_EQ(graph.values(1).name(), "c");
  }
}

}  // namespace
}  // namespace shapewright::cli
