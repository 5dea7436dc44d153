// The texts that all clients run too. Their values are Python's
// (tests/data/vectors/generate_expressions.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"
#include "tests/data_path/data_path.h"

namespace shapewright::symbolic {
namespace {

using nlohmann::json;

// Elements may be negative, sizes may not; `?1` is not of an input.
class Names {
 public:
  explicit Names(ExprArena& arena) : arena_(arena) {}

  absl::StatusOr<Expr> operator()(absl::string_view name) const {
    const bool is_element = absl::EndsWith(name, "]");
    const bool is_anonymous = absl::StartsWith(name, "?") && name.size() > 1;
    const absl::StatusOr<Expr> found = DeclaredOnly(arena_)(name);
    if (found.ok() || (!is_element && !is_anonymous)) return DeclareUnknown(arena_)(name);
    return Declare(arena_, std::string{name}, is_element ? Interval::All() : Interval::Size(),
                   is_element ? SymbolKind::kInputValue : SymbolKind::kAnonymous);
  }

 private:
  ExprArena& arena_;
};

int64_t NumberOf(const json& number) {
  if (number.is_number()) return number.get<int64_t>();
  int64_t value = 0;
  EXPECT_TRUE(absl::SimpleAtoi(number.get<std::string>(), &value)) << number;
  return value;
}

std::vector<std::string> NamesOf(const std::string& text) {
  std::vector<std::string> names = *CollectIdentifiers(text);
  names.erase(std::remove(names.begin(), names.end(), "?"), names.end());
  return names;
}

std::string Outcome(const Evaluation& evaluation) {
  switch (evaluation.status) {
    case Evaluation::Status::kOk:
      return std::to_string(evaluation.value);
    case Evaluation::Status::kDivisionByZero:
      return "division_by_zero";
    case Evaluation::Status::kOverflow:
      return "overflow";
    case Evaluation::Status::kUnbound:
    case Evaluation::Status::kUnknown:
      return "unbound";
  }
  return "";
}

std::string Expected(const json& at) {
  return at.contains("error") ? at["error"].get<std::string>()
                              : std::to_string(NumberOf(at["value"]));
}

bool HasAValue(const json& test) {
  for (const json& at : test["at"]) {
    if (at.contains("value")) return true;
  }
  return false;
}

class Vectors : public testing::Test {
 protected:
  void SetUp() override {
    const char* const path = std::getenv("SHAPEWRIGHT_WRITE_PRINTS");
    if (path != nullptr) prints_.open(path);
  }

  void Check(const json& test) {
    const std::string text = test["text"].get<std::string>();
    ExprArena arena;
    const absl::StatusOr<Expr> e = ParseExpr(arena, text, Names(arena));
    if (test.contains("error")) {
      EXPECT_FALSE(ReadProgram(text).ok());
      return;
    }
    ASSERT_TRUE(ReadProgram(text).ok()) << ReadProgram(text).status();
    EXPECT_EQ(NamesOf(text), test["symbols"].get<std::vector<std::string>>());
    if (!e.ok()) {
      EXPECT_FALSE(HasAValue(test)) << e.status();
      return;
    }
    CheckPrint(test, arena, *e);
    for (const json& at : test["at"]) {
      std::vector<std::optional<int64_t>> values(arena.symbols().size());
      for (size_t i = 0; i < values.size(); ++i) {
        const auto size = at["sizes"].find(arena.symbols()[i].name);
        if (size != at["sizes"].end()) values[i] = NumberOf(*size);
      }
      EXPECT_EQ(Outcome(Evaluate(arena, *e, values)), Expected(at)) << at;
    }
  }

 private:
  void CheckPrint(const json& test, const ExprArena& arena, Expr e) {
    const std::string text = ExpandedText(arena, e);
    if (prints_.is_open()) {
      prints_ << test["text"].get<std::string>() << '\x1f' << text << '\n';
    } else {
      EXPECT_EQ(text, test.value("prints", ""));
    }
  }

  std::ofstream prints_;
};

TEST_F(Vectors, ComeToWhatPythonSays) {
  const json file = json::parse(ReadFile(DataPath("vectors/expressions.json")));
  ASSERT_GE(file["cases"].size(), 150);
  for (const json& test : file["cases"]) {
    SCOPED_TRACE(test["text"]);
    Check(test);
  }
}

}  // namespace
}  // namespace shapewright::symbolic
