#include "page/knowledge.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

constexpr char kSymbols[] = R"pb(
  symbols { name: "N" kind: KIND_INPUT_DIM }
  symbols { name: "?1" kind: KIND_ANONYMOUS }
  symbols {
    name: "?2"
    kind: KIND_DATA_DEPENDENT
    range { min: 0 max: 9 }
  }
  symbols { name: "?3" kind: KIND_DATA_DEPENDENT }
  symbols {
    name: "t1"
    kind: KIND_DEFINED
    equals { expr: "?1*N" }
  }
  facts { text: "?3 <= 4*N" }
)pb";

Knowledge KnownIn(const std::string& type) {
  v1::InferShapesResponse response;
  v1::Type parsed;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kSymbols, &response));
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(type, &parsed)) << type;
  return KnowledgeOf(response).Type(parsed);
}

Knowledge KnownOfDim(const std::string& dim) {
  return KnownIn("tensor { shape { dims { size: 2 } dims { " + dim + " } } }");
}

TEST(Knowledge, OfDims) {
  EXPECT_EQ(KnownOfDim("size: 3"), Knowledge::kExact);
  EXPECT_EQ(KnownOfDim("expr: 'N + 1'"), Knowledge::kExact);
  EXPECT_EQ(KnownOfDim("expr: '?1'"), Knowledge::kUnknown);
  EXPECT_EQ(KnownOfDim("expr: 'min(?2, N)'"), Knowledge::kBounded);
  EXPECT_EQ(KnownOfDim("expr: '?3'"), Knowledge::kBounded);
  EXPECT_EQ(KnownOfDim("expr: 't1'"), Knowledge::kUnknown);
  EXPECT_EQ(KnownOfDim("range { min: 0 max: 8 }"), Knowledge::kBounded);
  EXPECT_EQ(KnownOfDim("range { min: 1 }"), Knowledge::kUnknown);
  EXPECT_EQ(KnownOfDim("expr: ')'"), Knowledge::kUnknown);
}

TEST(Knowledge, OfTypes) {
  EXPECT_EQ(KnownIn("tensor { shape {} }"), Knowledge::kExact);
  EXPECT_EQ(KnownIn("tensor {}"), Knowledge::kUnknown);
  EXPECT_EQ(KnownIn(""), Knowledge::kUnknown);
  EXPECT_EQ(KnownIn("sequence { element { tensor {} } }"), Knowledge::kUnknown);
  EXPECT_EQ(KnownIn("optional { element { tensor { shape {} } } }"), Knowledge::kExact);
}

}  // namespace
}  // namespace shapewright
