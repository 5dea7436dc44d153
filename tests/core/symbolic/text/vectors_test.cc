// The texts that all clients run too. Their values are Python's
// (tests/data/vectors/generate_expressions.py), those of other tools' notations sympy's
// (tests/conformance/check_dialects.py).
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
#include "core/symbolic/text/dialect/dialect_text.h"
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

std::vector<std::optional<int64_t>> SizesOf(const ExprArena& arena, const json& at) {
  std::vector<std::optional<int64_t>> sizes;
  for (const Symbol& symbol : arena.symbols()) {
    const auto size = at["sizes"].find(symbol.name);
    sizes.push_back(size != at["sizes"].end() ? std::optional(NumberOf(*size)) : std::nullopt);
  }
  return sizes;
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
      EXPECT_EQ(Outcome(Evaluate(arena, *e, SizesOf(arena, at))), Expected(at)) << at;
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

std::string PathOfDialects() {
  const char* const path = std::getenv("SHAPEWRIGHT_DIALECTS");
  return path != nullptr ? path : DataPath("vectors/dialects.json");
}

class Dialects : public testing::Test {
 protected:
  void SetUp() override {
    const char* const path = std::getenv("SHAPEWRIGHT_WRITE_DIALECTS");
    if (path != nullptr) written_.open(path);
  }

  void Check(const json& test) {
    const std::string text = test["text"].get<std::string>();
    ExprArena arena;
    const absl::StatusOr<Expr> e = ParseExpr(arena, text, Names(arena));
    ASSERT_TRUE(e.ok()) << e.status();
    EXPECT_EQ(NamesOf(text), test["symbols"].get<std::vector<std::string>>());
    CheckValues(test, arena, *e);
    for (const NamedDialect& row : symbolic::Dialects()) {
      if (row.dialect != Dialect::kOurs) CheckWritten(test, arena, *e, row);
    }
  }

 private:
  static void CheckValues(const json& test, const ExprArena& arena, Expr e) {
    for (const json& at : test["at"]) {
      ASSERT_EQ(Outcome(Evaluate(arena, e, SizesOf(arena, at))), Expected(at)) << at;
    }
  }

  // What is written is read again to the same value.
  void CheckWritten(const json& test, ExprArena& arena, Expr e, const NamedDialect& row) {
    SCOPED_TRACE(row.name);
    const std::optional<std::string> written = ToDialectText(arena, e, row.dialect);
    if (written_.is_open()) {
      written_ << test["text"].get<std::string>() << '\x1f' << row.name << '\x1f'
               << written.value_or("") << '\n';
    }
    if (!written) return;
    const absl::StatusOr<Expr> again = ParseExpr(arena, *written, DeclaredOnly(arena));
    ASSERT_TRUE(again.ok()) << *written << ": " << again.status();
    CheckValues(test, arena, *again);
  }

  std::ofstream written_;
};

TEST_F(Dialects, ComeToWhatSympySays) {
  const json file = json::parse(ReadFile(PathOfDialects()));
  ASSERT_GE(file["cases"].size(), 200);
  for (const json& test : file["cases"]) {
    SCOPED_TRACE(test["text"]);
    Check(test);
  }
}

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
