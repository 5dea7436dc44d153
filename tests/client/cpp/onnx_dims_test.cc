#include "client/cpp/onnx_dims.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

v1::InferShapesResponse Symbols(const std::string& text) {
  v1::InferShapesResponse response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &response));
  return response;
}

v1::Dim Expr(const std::string& text) {
  v1::Dim dim;
  dim.set_expr(text);
  return dim;
}

// The dim as text; "" for an empty one.
std::string Write(OnnxDims& dims, const v1::Dim& dim) {
  const OnnxDim written = dims.Write(dim);
  if (const auto* size = std::get_if<int64_t>(&written)) {
    return std::to_string(*size);
  }
  const auto* text = std::get_if<std::string>(&written);
  return text != nullptr ? *text : "";
}

TEST(OnnxDims, SizesAndExpressions) {
  OnnxDims dims(Symbols(R"(symbols { name: "N" kind: KIND_INPUT_DIM }
                           symbols { name: "H" kind: KIND_INPUT_DIM })"),
                {});
  v1::Dim size;
  size.set_size(5);
  EXPECT_EQ(Write(dims, size), "5");
  EXPECT_EQ(Write(dims, {}), "");
  EXPECT_EQ(Write(dims, Expr("N")), "N");
  EXPECT_EQ(Write(dims, Expr("2*N*H + 5")), "2*N*H + 5");
  EXPECT_EQ(Write(dims, Expr("H//2 + N")), "N + H//2");
  EXPECT_TRUE(dims.IsKnown(size));
  EXPECT_TRUE(dims.IsKnown(Expr("N + H")));
  EXPECT_FALSE(dims.IsKnown({}));
}

// A run with M = 1 breaks what is assumed, and has a size of 1 there (onnxruntime 1.32: the Slice
// [-1:1] of an axis that a Split divides).
TEST(OnnxDims, S4WhatIsAssumedOfASymbolMakesNoNumber) {
  OnnxDims dims(Symbols(R"(symbols { name: "M" kind: KIND_INPUT_DIM range { min: 2 } }
                           facts { basis: BASIS_ASSUMED relation: RELATION_LESS_OR_EQUAL
                                   left { value: 1 } right { expr: "M//2" } })"),
                {});
  EXPECT_EQ(Write(dims, Expr("max(0, min(M, min(M, 1) - M + 1))")),
            "max(0, min(M, min(M, 1) - M + 1))");
}

TEST(OnnxDims, OtherNotations) {
  const auto response = Symbols(R"(symbols { name: "N" kind: KIND_INPUT_DIM })");
  OnnxDims sympy(response, {}, symbolic::Dialect::kSympy);
  EXPECT_EQ(Write(sympy, Expr("N")), "N");
  EXPECT_EQ(Write(sympy, Expr("ceildiv(N, 2) + max(N, 4)")), "ceiling(N/2) + Max(4, N)");
  // It has no word for floating point.
  EXPECT_EQ(Write(sympy, Expr("int(f32(N)*f32(0.5))")), "int(f32(N)*f32(0.5))");
  OnnxDims jax(response, {}, symbolic::Dialect::kJax);
  EXPECT_EQ(Write(jax, Expr("(N - 1)//2")), "floordiv(N - 1, 2)");
}

TEST(OnnxDims, S8NamesOutsideTheGrammar) {
  OnnxDims dims(Symbols(R"(symbols { name: "past + 1" kind: KIND_INPUT_DIM })"), {});
  EXPECT_EQ(Write(dims, Expr("`past + 1`")), "past + 1");
  EXPECT_EQ(Write(dims, Expr("2*`past + 1`")), "2*(past + 1)");
}

TEST(OnnxDims, S7AnonymousDims) {
  OnnxDims dims(Symbols(R"(symbols { name: "N" kind: KIND_INPUT_DIM }
                           symbols { name: "?1" kind: KIND_ANONYMOUS }
                           symbols { name: "?2" kind: KIND_ANONYMOUS }
                           symbols { name: "?3" kind: KIND_DATA_DEPENDENT }
                           symbols { name: "?4" kind: KIND_ANONYMOUS })"),
                {"unk__1", "unk__1_"});
  dims.Count(Expr("?1"));
  dims.Count(Expr("?1 + N"));
  dims.Count(Expr("?2"));
  dims.Count(Expr("?3"));
  dims.Count(Expr("?3"));
  dims.Count(Expr("?3 + ?4"));
  EXPECT_EQ(Write(dims, Expr("?1")), "unk__1__") << "the model has unk__1";
  EXPECT_EQ(Write(dims, Expr("?1 + N")), "N + unk__1__");
  EXPECT_EQ(Write(dims, Expr("?2")), "");
  EXPECT_EQ(Write(dims, Expr("?3")), "unk__3");
  EXPECT_EQ(Write(dims, Expr("?3 + ?4")), "") << "?4 occurs nowhere else";
  EXPECT_FALSE(dims.IsKnown(Expr("?1")));
  EXPECT_FALSE(dims.IsKnown(Expr("?1 + N")));
}

TEST(OnnxDims, S6AliasesAreWrittenOut) {
  OnnxDims dims(Symbols(R"(symbols { name: "h" kind: KIND_INPUT_DIM }
                 symbols { name: "h4" kind: KIND_ALIAS
                           equals { expr: "h//4" } }
                 symbols { name: "eight" kind: KIND_ALIAS
                           equals { value: 8 } })"),
                {});
  EXPECT_EQ(Write(dims, Expr("h4")), "h//4");
  EXPECT_EQ(Write(dims, Expr("2*h4 + eight")), "2*(h//4) + 8");
  EXPECT_EQ(Write(dims, Expr("eight")), "8");
}

TEST(OnnxDims, S20DefinedSymbolsAreWrittenOut) {
  OnnxDims dims(Symbols(R"(symbols { name: "N" kind: KIND_INPUT_DIM }
                 symbols { name: "t1" kind: KIND_DEFINED
                           equals { expr: "N*N" } }
                 symbols { name: "t2" kind: KIND_DEFINED
                           equals { expr: "t1 + 7" } })"),
                {});
  EXPECT_EQ(Write(dims, Expr("2*t2")), "2*N*N + 14");
}

TEST(OnnxDims, WhatIsNoExpressionIsEmpty) {
  OnnxDims dims(Symbols(R"(symbols { name: "N" kind: KIND_INPUT_DIM })"), {});
  for (const char* text : {"M", "N +", "?", "?9", "1//0"}) {
    EXPECT_EQ(Write(dims, Expr(text)), "") << text;
    EXPECT_FALSE(dims.IsKnown(Expr(text))) << text;
  }
}

}  // namespace
}  // namespace shapewright
