#include "core/wire/wire_cursor.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace shapewright::graph {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing::IsEmpty;

// The tags of all fields; -1 at the end if the bytes are malformed.
std::vector<int64_t> TagsOf(const std::string& bytes) {
  WireCursor cursor(bytes);
  std::vector<int64_t> tags;
  while (cursor.Next()) tags.push_back(cursor.tag());
  if (cursor.failed()) tags.push_back(-1);
  return tags;
}

TEST(WireCursor, ReadsEveryWireType) {
  const std::string bytes =
      "\x08\x96\x01"          // 1: varint 150
      "\x11\1\0\0\0\0\0\0\0"  // 2: fixed64 1
      "\x1a\x02hi"            // 3: "hi"
      "\x25\0\0\x80\x3f"      // 4: fixed32 1.0f
      "\x82\x7d\x01x"s;       // 2000: "x"
  WireCursor cursor(bytes);
  ASSERT_TRUE(cursor.Next());
  EXPECT_EQ(cursor.tag(), VarintTag(1));
  EXPECT_EQ(cursor.number(), 150u);
  EXPECT_EQ(cursor.bytes(), "\x96\x01");
  ASSERT_TRUE(cursor.Next());
  EXPECT_EQ(cursor.tag(), Tag(2, WireType::kFixed64));
  EXPECT_EQ(cursor.number(), 1u);
  ASSERT_TRUE(cursor.Next());
  EXPECT_EQ(cursor.tag(), BytesTag(3));
  EXPECT_EQ(cursor.bytes(), "hi");
  ASSERT_TRUE(cursor.Next());
  EXPECT_EQ(cursor.tag(), Fixed32Tag(4));
  EXPECT_EQ(cursor.float_number(), 1.0f);
  ASSERT_TRUE(cursor.Next());
  EXPECT_EQ(cursor.tag(), BytesTag(2000));
  EXPECT_FALSE(cursor.Next());
  EXPECT_FALSE(cursor.failed());
}

TEST(WireCursor, ReadsNegativeNumbersOfTenBytes) {
  const std::string bytes = "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
  WireCursor cursor(bytes);
  ASSERT_TRUE(cursor.Next());
  EXPECT_EQ(cursor.signed_number(), -1);
  EXPECT_EQ(cursor.int32_number(), -1);
}

TEST(WireCursor, StepsOverGroups) {
  // 1 { 2: 5, 3 { } } 4: 1
  EXPECT_THAT(TagsOf("\x0b\x10\x05\x1b\x1c\x0c\x20\x01"),
              ElementsAre(Tag(1, WireType::kGroup), VarintTag(4)));
  // Not closed, closed by another number, not opened, closed twice.
  EXPECT_THAT(TagsOf("\x0b\x10\x05"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0b\x14"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0c"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0b\x0c\x0c"), ElementsAre(11, -1));
  // A hundred thousand of them do not overflow anything.
  EXPECT_THAT(TagsOf(std::string(100'000, '\x0b')), ElementsAre(-1));
}

TEST(WireCursor, RefusesMalformedBytes) {
  EXPECT_THAT(TagsOf(""), IsEmpty());
  // Truncated: tag, varint, length, content, fixed32, fixed64.
  EXPECT_THAT(TagsOf("\x88"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x08"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x08\x80"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0a"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0a\x02x"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0d\1\1\1"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x09\1\1\1\1\1\1\1"), ElementsAre(-1));
  // Field number 0, unknown wire types, a varint of eleven bytes.
  EXPECT_THAT(TagsOf("\x02\x01x"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\0\1"s), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0e\1"), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x08" + std::string(10, '\x80') + "\1"), ElementsAre(-1));
  // Tags and lengths of six bytes; a length beyond any memory.
  EXPECT_THAT(TagsOf("\x88\x80\x80\x80\x80\x00\x01"s), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0a\x81\x80\x80\x80\x80\x00x"s), ElementsAre(-1));
  EXPECT_THAT(TagsOf("\x0a\xff\xff\xff\xff\x07x"), ElementsAre(-1));
}

TEST(WireCursor, TellsWhereItFailed) {
  const std::string bytes = "\x08\x01\x12\x05no";
  WireCursor cursor(bytes);
  while (cursor.Next()) continue;
  ASSERT_TRUE(cursor.failed());
  EXPECT_EQ(cursor.error_position() - bytes.data(), 2);
  EXPECT_STREQ(cursor.error(), "truncated field");
}

}  // namespace
}  // namespace shapewright::graph
