// Expected values by hand.
#include "client/cpp/cli/options/flag_text.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(FlagText, Numbers) {
  google::protobuf::RepeatedField<int64_t> numbers;
  ASSERT_TRUE(ParseNumbers("1, -2,3", ',', &numbers).ok());
  EXPECT_THAT(numbers, ElementsAre(1, -2, 3));
  numbers.Clear();
  ASSERT_TRUE(ParseNumbers("17x128", 'x', &numbers).ok());
  EXPECT_THAT(numbers, ElementsAre(17, 128));
  numbers.Clear();
  ASSERT_TRUE(ParseNumbers("", ',', &numbers).ok());
  EXPECT_THAT(numbers, IsEmpty());
}

TEST(FlagText, WhatIsNoNumberIsNamed) {
  google::protobuf::RepeatedField<int64_t> numbers;
  for (const char* text : {"1,,2", "1,", "1,x", "9223372036854775808"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseNumbers(text, ',', &numbers))) << text;
  }
  EXPECT_THAT(std::string(ParseNumbers("1,x", ',', &numbers).message()), HasSubstr("\"x\""));
}

TEST(FlagText, ASymbolMayHoldAnEqualsSign) {
  const auto split = SplitAtSymbol("a=b=3");
  ASSERT_TRUE(split.ok());
  EXPECT_THAT(*split, Pair("a=b", "3"));
  EXPECT_FALSE(SplitAtSymbol("=3").ok());
  EXPECT_FALSE(SplitAtSymbol("N").ok());
}

TEST(FlagText, ABindingHasSizesElementsAndShapes) {
  v1::Binding binding;
  ASSERT_TRUE(ParseBinding("N=8, k[0]=5,x=[8,3],s=[]", &binding).ok());
  EXPECT_EQ(binding.ShortDebugString(),
            "label: \"N=8, k[0]=5,x=[8,3],s=[]\" "
            "inputs { name: \"x\" sizes: 8 sizes: 3 } inputs { name: \"s\" scalar: true } "
            "symbols { symbol: \"N\" size: 8 } symbols { symbol: \"k[0]\" size: 5 }");
}

TEST(FlagText, AMalformedBindingIsRefused) {
  for (const char* text : {"", "N", "N=", "N=8,", "x=[8", "x=[8,]", "x=[8,M]", "N=M"}) {
    v1::Binding binding;
    EXPECT_TRUE(absl::IsInvalidArgument(ParseBinding(text, &binding))) << text;
  }
}

}  // namespace
}  // namespace shapewright::cli
