// Expected shapes are the specification's.
#include "gtest/gtest.h"
#include "tests/core/ops/rule_tester.h"

namespace shapewright::ops {
namespace {

TEST(TextOperators, Shapes) {
  CheckCases({
      {.op = "StringSplit-20",
       .inputs = {"string[N, 2]"},
       .outputs = {"string[N, 2, ?1]", "int64[N, 2]"}},
      {.op = "StringSplit-20", .inputs = {"string?"}, .outputs = {"string rank 1..", "int64?"}},
      {.op = "StringConcat-20",
       .inputs = {"string[N, 1]", "string[3]"},
       .outputs = {"string[N, 3]"}},
      {.op = "StringNormalizer-10", .inputs = {"string[5]"}, .outputs = {"string[5]"}},
      {.op = "StringNormalizer-10",
       .inputs = {"string[1, 5]"},
       .attributes = {{"stopwords", Strings{"the"}}},
       .outputs = {"string[1, ?1]"}},
      {.op = "RegexFullMatch-20", .inputs = {"string[N]"}, .outputs = {"bool[N]"}},
      {.op = "TfIdfVectorizer-9",
       .inputs = {"int64[N, 12]"},
       .attributes = {{"ngram_indexes", Ints{0, 1, 4, 2}}},
       .outputs = {"float32[N, 5]"}},
      {.op = "TfIdfVectorizer-9",
       .inputs = {"int64[12]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE: TfIdfVectorizer needs ngram_indexes"}},
  });
}

}  // namespace
}  // namespace shapewright::ops
