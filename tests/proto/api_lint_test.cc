#include "tests/proto/api_lint.h"

#include <gmock/gmock.h>
#include <google/protobuf/compiler/parser.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace shapewright {
namespace {

using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// The files of the contract with their comments, as protoc wrote them in this build.
FileDescriptorSet ReadProtoset() {
  FileDescriptorSet set;
  std::ifstream file(SHAPEWRIGHT_PROTOSET, std::ios::binary);
  EXPECT_TRUE(set.ParseFromIstream(&file)) << SHAPEWRIGHT_PROTOSET;
  return set;
}

bool BeginsWith(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

TEST(ApiLintTest, TheContractIsClean) {
  const FileDescriptorSet set = ReadProtoset();
  DescriptorPool pool;
  int linted = 0;
  for (const FileDescriptorProto& proto : set.file()) {
    const FileDescriptor* file = pool.BuildFile(proto);
    ASSERT_NE(file, nullptr) << proto.name();
    if (!BeginsWith(proto.name(), "shapewright/v1/")) continue;
    ++linted;
    EXPECT_THAT(LintFile(*file), IsEmpty());
  }
  EXPECT_GE(linted, 11);
}

// Google's names are given: only comments and maps are ours to decide.
TEST(ApiLintTest, TheErrorDetailsHaveCommentsAndNoMaps) {
  const FileDescriptorSet set = ReadProtoset();
  DescriptorPool pool;
  int linted = 0;
  for (const FileDescriptorProto& proto : set.file()) {
    const FileDescriptor* file = pool.BuildFile(proto);
    ASSERT_NE(file, nullptr) << proto.name();
    if (!BeginsWith(proto.name(), "google/rpc/")) continue;
    ++linted;
    EXPECT_THAT(LintFile(*file), UnorderedElementsAre("google.rpc: has no version as last part"));
  }
  EXPECT_EQ(linted, 2);
}

// Lints `text` as the file shapewright/v1/bad.proto; it may import shapewright/v1/other.proto.
std::vector<std::string> LintText(const std::string& text) {
  DescriptorPool pool;
  FileDescriptorProto other;
  other.set_name("shapewright/v1/other.proto");
  other.set_package("shapewright.v1");
  EXPECT_NE(pool.BuildFile(other), nullptr);

  google::protobuf::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
  google::protobuf::io::Tokenizer tokenizer(&input, nullptr);
  google::protobuf::compiler::Parser parser;
  FileDescriptorProto proto;
  EXPECT_TRUE(parser.Parse(&tokenizer, &proto)) << text;
  proto.set_name("shapewright/v1/bad.proto");
  const FileDescriptor* file = pool.BuildFile(proto);
  EXPECT_NE(file, nullptr) << text;
  return file == nullptr ? std::vector<std::string>() : LintFile(*file);
}

constexpr char kHead[] = R"(syntax = "proto3"; package shapewright.v1;
    option csharp_namespace = "Shapewright.V1";
    option go_package = "shapewright/v1;shapewrightv1";
    option java_multiple_files = true;
    option java_outer_classname = "BadProto";
    option java_package = "dev.shapewright.v1";
)";

struct Offence {
  const char* name;
  const char* text;
  const char* finding;
};

void PrintTo(const Offence& offence, std::ostream* out) { *out << offence.name; }

class OffenceTest : public testing::TestWithParam<Offence> {};

TEST_P(OffenceTest, IsFound) {
  EXPECT_THAT(LintText(std::string(kHead) + GetParam().text),
              UnorderedElementsAre(HasSubstr(GetParam().finding)));
}

INSTANTIATE_TEST_SUITE_P(
    ApiLint, OffenceTest,
    testing::Values(
        Offence{"MessageWithoutComment", "message A {}", "A: has no comment"},
        Offence{"MessageInSnakeCase", "// C\nmessage a_b {}", "a_b: is not in PascalCase"},
        Offence{"FieldWithoutComment", "// C\nmessage A {\n  int32 x = 1;\n}",
                "A.x: has no comment"},
        Offence{"FieldWithEmptyComment", "// C\nmessage A {\n  //\n  int32 x = 1;\n}",
                "A.x: has no comment"},
        Offence{"FieldInCamelCase", "// C\nmessage A {\n  // C\n  int32 xY = 1;\n}",
                "A.xY: is not in lower"},
        Offence{"Map", "// C\nmessage A {\n  // C\n  map<int32, int32> x = 1;\n}", "A.x: is a map"},
        Offence{"OneofWithoutComment",
                "// C\nmessage A {\n  oneof o {\n    // C\n    int32 x = 1;\n  }\n}",
                "A.o: has no comment"},
        Offence{"NestedFieldWithoutComment",
                "// C\nmessage A {\n  // C\n  message B {\n    int32 x = 1;\n  }\n}",
                "A.B.x: has no comment"},
        Offence{"ZeroNotUnspecified", "// C\nenum MyKind {\n  // C\n  MY_KIND_NONE = 0;\n}",
                "zero and _UNSPECIFIED"},
        Offence{"ValueWithoutPrefix", "// C\nenum MyKind {\n  // C\n  KIND_UNSPECIFIED = 0;\n}",
                "begin with MY_KIND_"},
        Offence{"ValueWithoutComment", "// C\nenum K {\n  K_UNSPECIFIED = 0;\n}",
                "K_UNSPECIFIED: has no comment"},
        Offence{"ServiceWithoutSuffix", "// C\nservice Shapes {}",
                "Shapes: does not end in Service"},
        Offence{"OddRequest",
                "// C\nmessage A {}\n// C\nmessage GoResponse {}\n"
                "// C\nservice MyService {\n  // C\n  rpc Go(A) returns (GoResponse);\n}",
                "Go: takes A"},
        Offence{"LargeRequest",
                "// C\nmessage GoRequest {\n"
                "  // C\n  int32 a = 1;\n  // C\n  int32 b = 2;\n  // C\n  int32 c = 3;\n"
                "  // C\n  int32 d = 4;\n  // C\n  int32 e = 5;\n  // C\n  int32 f = 6;\n"
                "  // C\n  int32 g = 7;\n}\n// C\nmessage GoResponse {}\n"
                "// C\nservice MyService {\n  // C\n  rpc Go(GoRequest) returns (GoResponse);\n}",
                "Go: takes more than six"},
        Offence{"OddResponse",
                "// C\nmessage GoRequest {}\n// C\nmessage A {}\n"
                "// C\nservice MyService {\n  // C\n  rpc Go(GoRequest) returns (A);\n}",
                "Go: returns A"},
        Offence{"UnusedImport", "import \"shapewright/v1/other.proto\";", "in vain"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(ApiLintTest, FindsAWrongPackage) {
  const std::string text = "syntax = \"proto3\"; package shapewright.v2;";
  EXPECT_THAT(LintText(text), Contains(HasSubstr("not in the directory of its package")));
}

TEST(ApiLintTest, FindsProto2) {
  EXPECT_THAT(LintText("syntax = \"proto2\"; package shapewright.v1;"),
              Contains(HasSubstr("is not proto3")));
}

TEST(ApiLintTest, FindsMissingOptions) {
  EXPECT_THAT(LintText("syntax = \"proto3\"; package shapewright.v1;"),
              UnorderedElementsAre(HasSubstr("csharp_namespace"), HasSubstr("go_package"),
                                   HasSubstr("java_multiple_files"), HasSubstr("BadProto"),
                                   HasSubstr("java_package")));
}

}  // namespace
}  // namespace shapewright
