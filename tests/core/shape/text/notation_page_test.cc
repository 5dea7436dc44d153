// The examples of docs/notation.md parse.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "core/shape/text/parse.h"
#include "core/symbolic/text/parse_relation.h"
#include "tests/core/symbolic/symbols.h"
#include "tests/data_path/data_path.h"

namespace shapewright::shape {
namespace {

using symbolic::DeclareUnknown;
using symbolic::ExprArena;

// The first column of each fenced block, by the word behind its fence.
std::map<std::string, std::vector<std::string>> Examples() {
  std::map<std::string, std::vector<std::string>> examples;
  std::ifstream page(SourcePath("docs/notation.md"));
  std::string block;
  for (std::string line; std::getline(page, line);) {
    if (absl::StartsWith(line, "```")) {
      block = block.empty() ? line.substr(3) : "";
    } else if (!block.empty()) {
      const size_t end = line.find("  ");
      examples[block].emplace_back(absl::StripTrailingAsciiWhitespace(line.substr(0, end)));
    }
  }
  return examples;
}

absl::Status ParseOne(const std::string& block, const std::string& text) {
  ExprArena arena;
  TypeTable types;
  const DeclareUnknown resolve(arena);
  if (block == "dims") return ParseDim(arena, text, resolve).status();
  if (block == "shapes") return ParseShape(arena, text, resolve).status();
  if (block == "types") return ParseType(types, arena, text, resolve).status();
  if (block == "alternatives") return ParseTypeByCase(types, arena, text, resolve).status();
  if (block == "relations") return ParseRelations(arena, text, resolve).status();
  return absl::NotFoundError("no such block: " + block);
}

TEST(NotationPage, ItsExamplesParse) {
  const auto examples = Examples();
  ASSERT_EQ(examples.size(), 5);
  for (const auto& [block, texts] : examples) {
    EXPECT_GE(texts.size(), 2) << block;
    for (const std::string& text : texts) {
      EXPECT_TRUE(ParseOne(block, text).ok())
          << block << ": " << text << ": " << ParseOne(block, text);
    }
  }
}

}  // namespace
}  // namespace shapewright::shape
