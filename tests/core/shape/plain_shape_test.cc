// Shapes of numbers, unknowns and ranges, by the short way. The oracle is the long way
// of the same reader, which a space in front asks for.
#include "core/shape/plain_shape.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/shape/notation/notation.h"
#include "core/shape/text/print.h"
#include "core/symbolic/text/interval_text.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

struct Reading {
  TypeTable types;
  symbolic::ExprArena arena;

  // The shape with its unknowns as `?1`, the error, or "a dim".
  std::string Read(const std::string& text, Notation notation) {
    const auto resolve = [this](absl::string_view name) -> absl::StatusOr<Dim> {
      if (name != "?") return absl::InvalidArgumentError("a name");
      return arena.AddAnonymous(Interval::Size(), "", symbolic::Site());
    };
    const auto operand = ParseOperand(types, arena, text, resolve, notation);
    if (!operand.ok()) return "error";
    if (operand->kind != ParsedOperand::Kind::kType) return "a dim";
    std::string written = FormatType(types, operand->type, arena);
    for (const symbolic::Symbol& symbol : arena.symbols()) {
      absl::StrAppend(&written, " ", symbol.name, ":", symbolic::ToString(symbol.bounds));
    }
    return written;
  }
};

std::string RandomText(std::mt19937& random) {
  constexpr absl::string_view kPieces[] = {
      "?",    "0",   "7",   "12",  "2..8", "8..2",
      "3..3", "2..", "..8", "-1",  "N",    "999999999999999999",
      "{2",   ",",   " ,",  " , ", "}",    "]",
      "[",    "",    " ",   "..",  "?3",   "9223372036854775807"};
  constexpr int kUsual = 5;
  const auto upto = [&](size_t limit) { return random() % (limit + 1); };
  const bool is_wild = upto(3) == 0;
  const bool has_braces = upto(1) == 0;
  std::string text = has_braces ? "{" : "[";
  for (size_t count = upto(4), i = 0; i < count; ++i) {
    if (i > 0) text += upto(1) == 0 ? "," : ", ";
    absl::StrAppend(&text, kPieces[upto(is_wild ? std::size(kPieces) - 1 : kUsual - 1)]);
  }
  return text + (has_braces ? "}" : "]");
}

TEST(PlainShape, IsWhatTheLongWayReads) {
  std::mt19937 random(3);
  int plain = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = RandomText(random);
    plain += ReadPlainShape(text).has_value() ? 1 : 0;
    for (const Notation notation :
         {Notation::kShapewright, Notation::kNgraph, Notation::kOpenvino, Notation::kXla}) {
      Reading brief;
      Reading full;
      EXPECT_EQ(brief.Read(text, notation), full.Read(absl::StrCat(" ", text), notation)) << text;
    }
  }
  EXPECT_GT(plain, 5'000);
}

TEST(PlainShape, LeavesTheRestToOthers) {
  for (const char* text :
       {"",       "[",     "[1",       "[1,]",   "[,1]", "[1 2]", "[N]",  "[-1]",
        "[1]{0}", "[2..]", "[..2]",    "[3..2]", "[1}",  "{1]",   "[1] ", "[1000000000000000000]",
        "2,3",    "[?1]",  "[1 .. 2]", "[1...2]"}) {
    EXPECT_FALSE(ReadPlainShape(text).has_value()) << text;
  }
  EXPECT_EQ(ReadPlainShape("[ 2 , ?,3..8 ]"),
            (PlainDims{Interval::Point(2), Interval::Size(), {3, 8}}));
  EXPECT_EQ(ReadPlainShape("{}"), PlainDims());
}

}  // namespace
}  // namespace shapewright::shape
