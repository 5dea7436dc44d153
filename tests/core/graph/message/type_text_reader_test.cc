#include "core/graph/message/type_text_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "core/shape/element_type.h"
#include "core/symbolic/text/interval_text.h"

namespace shapewright::graph {
namespace {

using shape::TypeKind;

absl::Status Read(absl::string_view text, Arena* arena, DeclaredType* type, Work* work = nullptr) {
  return ReadTypeText(text, {}, 0, work, arena, type);
}

std::string DimText(const DeclaredDim& dim) {
  if (dim.has_size) return absl::StrCat(dim.size);
  if (!dim.text.empty()) return absl::StrCat("'", dim.text, "'");
  return symbolic::ToString(dim.bounds);
}

// "float32 'N' 3", with "seq" and the like before what they hold.
std::string TypeText(const DeclaredType& type) {
  switch (type.kind) {
    case TypeKind::kUnknown:
      return "?";
    case TypeKind::kSequence:
      return absl::StrCat("seq ", TypeText(*type.inner));
    case TypeKind::kOptional:
      return absl::StrCat("optional ", TypeText(*type.inner));
    case TypeKind::kMap:
      return absl::StrCat("map ", shape::ElementTypeName(type.element), " ", TypeText(*type.inner));
    case TypeKind::kOpaque:
      return absl::StrCat("opaque ", type.domain, " ", type.name);
    default:
      break;
  }
  std::string text = type.kind == TypeKind::kSparseTensor ? "sparse " : "";
  absl::StrAppend(&text, shape::ElementTypeName(type.element));
  if (!type.has_shape) return absl::StrCat(text, " rank ", symbolic::ToString(type.rank_bounds));
  for (const DeclaredDim& dim : type.dims) absl::StrAppend(&text, " ", DimText(dim));
  return text;
}

std::string Declared(absl::string_view text) {
  Arena arena;
  DeclaredType type;
  const absl::Status status = Read(text, &arena, &type);
  return status.ok() ? TypeText(type) : std::string(status.message());
}

TEST(TypeText, ReadsEveryKind) {
  EXPECT_EQ(Declared("float32[N, 3]"), "float32 'N' 3");
  EXPECT_EQ(Declared("int64[]"), "int64");
  EXPECT_EQ(Declared("seq(float32[N])"), "seq float32 'N'");
  EXPECT_EQ(Declared("optional(seq(int8[2]))"), "optional seq int8 2");
  EXPECT_EQ(Declared("map(int64, float32[2])"), "map int64 float32 2");
  EXPECT_EQ(Declared("sparse(float32[N, M])"), "sparse float32 'N' 'M'");
  EXPECT_EQ(Declared("opaque(`my`, `Handle`)"), "opaque my Handle");
  EXPECT_EQ(Declared("?"), "?");
}

TEST(TypeText, ReadsEveryNotation) {
  EXPECT_EQ(Declared("f32[2,<=8]{1,0}"), absl::StrCat("float32 2 ", symbolic::ToString({0, 8})));
  EXPECT_EQ(Declared("f32[{2,8}]"), absl::StrCat("float32 ", symbolic::ToString({2, 8})));
  EXPECT_EQ(Declared("float32 rank 2..4"),
            absl::StrCat("float32 rank ", symbolic::ToString({2, 4})));
  EXPECT_EQ(Declared("{2,3}"), "undefined 2 3");
}

// A name is what it is in the model; a dim without one is another unknown each time.
TEST(TypeText, KeepsNamesAndNoOthers) {
  EXPECT_EQ(Declared("float32[`batch size`, N + 1, 2*H]"), "float32 'batch size' 'N + 1' '2*H'");
  const std::string size = symbolic::ToString(symbolic::Interval::Size());
  EXPECT_EQ(Declared("float32[?, ?]"), absl::StrCat("float32 ", size, " ", size));
  EXPECT_EQ(Declared("float32[2..8, ? + 1]"),
            absl::StrCat("float32 ", symbolic::ToString({2, 8}), " ",
                         symbolic::ToString(symbolic::Interval::AtLeast(1))));
  EXPECT_EQ(Declared("float32[?1, ?1]"), "float32 '?1' '?1'");
}

TEST(TypeText, RefusesWhatIsNoTypeOfAValue) {
  for (const char* text : {"", "8", "2..8", "flot32[2]", "float32[2", "float32[-1]", "float32[-5]",
                           "(x: f32[1]) -> f32[3]", "seq(8)"}) {
    Arena arena;
    DeclaredType type;
    const absl::Status status = Read(text, &arena, &type);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text << ": " << status;
    EXPECT_EQ(FieldOf(status), "text") << text;
  }
}

TEST(TypeText, HasTheLimitsOfOtherTypes) {
  Arena arena;
  DeclaredType type;
  std::string deep = "float32[2]";
  for (int i = 0; i < 17; ++i) deep = absl::StrCat("seq(", deep, ")");
  EXPECT_EQ(Read(deep, &arena, &type).GetPayload(kReasonPayload), "TYPE_TOO_DEEP");
  const std::string wide =
      absl::StrCat("float32[", absl::StrJoin(std::vector<int>(65, 1), ","), "]");
  EXPECT_EQ(Read(wide, &arena, &type).GetPayload(kReasonPayload), "RANK_TOO_LARGE");
  Work work(10);
  EXPECT_TRUE(absl::IsResourceExhausted(Read("float32[2]", &arena, &type, &work)));
}

}  // namespace
}  // namespace shapewright::graph
