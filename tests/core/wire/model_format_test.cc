#include "core/wire/model_format.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

TEST(ModelFormat, IsShownByContent) {
  struct {
    std::string content;
    ModelFormat format;
  } const kCases[] = {
      {"", ModelFormat::kOnnx},
      {"\x08\x07module", ModelFormat::kOnnx},
      {"\x3a\x04", ModelFormat::kOnnx},
      {"text", ModelFormat::kOnnx},
      {"module {\n}", ModelFormat::kStablehloText},
      {"// of jax\n\n  module @jit_f attributes {}", ModelFormat::kStablehloText},
      {"#loc = loc(unknown)\nmodule {", ModelFormat::kStablehloText},
      {"#loc1 = loc(\"x\")\n", ModelFormat::kStablehloText},
      {"!t = tensor<2xf32>\nmodule {", ModelFormat::kStablehloText},
      {"# Title\n", ModelFormat::kOnnx},
      {"#!/bin/sh\n", ModelFormat::kOnnx},
      {"\"builtin.module\"() ({", ModelFormat::kStablehloText},
      {"func.func @main() {", ModelFormat::kStablehloText},
      {std::string("ML\xEFR\x06", 5), ModelFormat::kStablehloBytecode},
      {"ML", ModelFormat::kOnnx},
      {"HloModule jit_f, entry_computation_layout={}", ModelFormat::kHloText},
      {"<?xml version=\"1.0\"?>\n<net name=\"m\">", ModelFormat::kOpenvinoIr},
      {"\xEF\xBB\xBF<?xml version=\"1.0\"?>", ModelFormat::kOpenvinoIr},
      {"<net name=\"m\" version=\"11\">", ModelFormat::kOpenvinoIr},
      {"<html>", ModelFormat::kOnnx},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(FormatOf(test.content), test.format) << test.content;
  }
}

TEST(ModelFormat, TableHasTheEnumsOrder) {
  int number = 0;
  for (const ModelFormatRow& row : ModelFormats()) {
    EXPECT_EQ(static_cast<int>(row.format), ++number);
    EXPECT_EQ(FormatName(row.format), row.name);
    EXPECT_EQ(row.begins == nullptr, row.format == ModelFormat::kOnnx);
  }
}

}  // namespace
}  // namespace shapewright
