#include "core/wire/wire_writer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "google/protobuf/unknown_field_set.h"

namespace shapewright {
namespace {

using google::protobuf::UnknownFieldSet;

// Fields of a random message, written by protobuf and by the writer. Contents of all sizes around
// those at which a length takes a byte more.
void AddFields(std::mt19937& random, int depth, UnknownFieldSet* fields, WireWriter* out) {
  constexpr size_t kSizes[] = {0, 1, 126, 127, 128, 129, 300, 16381, 16384, 20000};
  for (int left = static_cast<int>(random() % 6); left > 0; --left) {
    const uint32_t field = 1 + random() % 40;
    switch (random() % (depth > 0 ? 3 : 2)) {
      case 0: {
        const uint64_t value = uint64_t{random()} << random() % 33 >> random() % 32;
        fields->AddVarint(static_cast<int>(field), value);
        out->Varint(field, value);
        break;
      }
      case 1: {
        const std::string value(kSizes[random() % std::size(kSizes)], 'x');
        fields->AddLengthDelimited(static_cast<int>(field), value);
        out->Bytes(field, value);
        break;
      }
      default: {
        UnknownFieldSet inner;
        const size_t begin = out->Begin(field);
        AddFields(random, depth - 1, &inner, out);
        out->End(begin);
        std::string content;
        inner.SerializeToString(&content);
        fields->AddLengthDelimited(static_cast<int>(field), content);
      }
    }
  }
}

TEST(WireWriter, WritesWhatProtobufDoes) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    UnknownFieldSet fields;
    AnswerBudget budget;
    WireWriter out = round % 2 == 0 ? WireWriter() : WireWriter(budget);
    if (round % 3 == 0) out.Reserve(1000);
    AddFields(random, 4, &fields, &out);
    std::string expected;
    fields.SerializeToString(&expected);
    EXPECT_EQ(out.size(), expected.size());
    EXPECT_EQ(out.Take(), expected) << round;
  }
}

TEST(WireWriter, BeginsAnewWhenItsContentIsTaken) {
  WireWriter out;
  out.Bytes(1, "first");
  EXPECT_EQ(out.Take(),
            "\x0a\x05"
            "first");
  EXPECT_EQ(out.size(), 0u);
  out.Varint(2, 300);
  EXPECT_EQ(out.Take(), "\x10\xac\x02");
}

TEST(WireWriter, ReplacesWhatIsNoText) {
  WireWriter out;
  out.Text(1, "long enough \xe9 for words");
  EXPECT_EQ(out.Take(), "\x0a\x19long enough \xef\xbf\xbd for words");
}

// Whatever is written after the budget is spent, nothing more is kept than the slack allows.
TEST(WireWriter, DropsWhatIsBeyondTheBudget) {
  constexpr size_t kLimit = 100'000;
  AnswerBudget budget(kLimit);
  WireWriter out(budget);
  const std::string text(100, 'x');
  for (int i = 0; i < 100'000; ++i) {
    const size_t outer = out.Begin(1);
    const size_t inner = out.Begin(2);
    out.Bytes(3, text);
    out.End(inner);
    out.Packed(uint64_t{1} << 63);
    out.End(outer);
  }
  EXPECT_TRUE(budget.is_spent());
  EXPECT_FALSE(out.status().ok());
  EXPECT_GT(out.size(), kLimit);
  EXPECT_LE(out.size(), kLimit + AnswerBudget::kSlack);
}

// Short answers ask for little, or thousands of writers would spend what they do not use.
TEST(WireWriter, AsksTheBudgetForWhatItUses) {
  constexpr size_t kLimit = 100'000;
  AnswerBudget budget(kLimit);
  size_t written = 0;
  while (!budget.is_spent()) {
    WireWriter out(budget);
    out.Bytes(1, std::string(200, 'x'));
    written += out.size();
  }
  EXPECT_GT(written, kLimit);
}

TEST(WireWriter, CountsOnceWhatIsAppended) {
  AnswerBudget budget(1000);
  const std::string counted(size_t{1} << 20, 'x');
  WireWriter out(budget);
  out.Bytes(1, "a");
  out.AppendCounted(counted);
  out.Bytes(1, "b");
  EXPECT_TRUE(out.status().ok());
  EXPECT_EQ(out.size(), counted.size() + 6);
  WireWriter other(budget);
  other.Bytes(1, "c");
  other.Append(out);
  EXPECT_TRUE(other.status().ok());
  EXPECT_EQ(other.Take(),
            "\x0a\x01"
            "c\x0a\x01"
            "a" +
                counted +
                "\x0a\x01"
                "b");
}

}  // namespace
}  // namespace shapewright
