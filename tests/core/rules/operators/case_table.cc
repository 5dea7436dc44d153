#include "tests/core/rules/operators/case_table.h"

#include <fstream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"

namespace shapewright::rules {
namespace {

// At each separator that stands in no parentheses, brackets or braces; the
// pieces without the blanks around them. Nothing has no pieces.
std::vector<std::string> SplitOutside(absl::string_view text, char separator) {
  std::vector<std::string> pieces;
  if (absl::StripAsciiWhitespace(text).empty()) return pieces;
  int depth = 0;
  std::string piece;
  for (const char c : text) {
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
    if (c == separator && depth == 0) {
      pieces.emplace_back(absl::StripAsciiWhitespace(piece));
      piece.clear();
    } else {
      piece.push_back(c);
    }
  }
  pieces.emplace_back(absl::StripAsciiWhitespace(piece));
  return pieces;
}

bool IsInteger(const std::string& text, int64_t* value) { return absl::SimpleAtoi(text, value); }

template <typename Value>
std::vector<Value> ReadAll(const std::vector<std::string>& items,
                           bool (*read)(const std::string&, Value*)) {
  std::vector<Value> values;
  for (const std::string& item : items) {
    Value value;
    if (!read(item, &value)) return {};
    values.push_back(value);
  }
  return values;
}

bool IsNumber(const std::string& text, double* value) { return absl::SimpleAtod(text, value); }

decltype(Attr::value) ReadList(const std::vector<std::string>& items) {
  if (items.empty()) return Ints();
  if (Ints ints = ReadAll<int64_t>(items, IsInteger); !ints.empty()) return ints;
  if (Floats floats = ReadAll<double>(items, IsNumber); !floats.empty()) return floats;
  return Strings(items);
}

Attr ReadAttribute(const std::string& text) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits('=', 1));
  absl::string_view value = parts.second;
  int64_t integer = 0;
  double number = 0;
  if (IsInteger(parts.second, &integer)) return {parts.first, integer};
  if (IsNumber(parts.second, &number)) return {parts.first, number};
  if (absl::ConsumePrefix(&value, "tensor ")) return {parts.first, TensorText{std::string(value)}};
  if (absl::ConsumePrefix(&value, "type ")) return {parts.first, TypeText{std::string(value)}};
  if (absl::ConsumePrefix(&value, "[") && absl::ConsumeSuffix(&value, "]")) {
    return {parts.first, ReadList(SplitOutside(value, ','))};
  }
  return {parts.first, parts.second};
}

std::vector<std::string> ReadOperands(absl::string_view column) {
  std::vector<std::string> operands = SplitOutside(column, ';');
  for (std::string& operand : operands) {
    if (operand == "-") operand.clear();
  }
  return operands;
}

OpCase ReadCase(const std::string& line) {
  std::vector<std::string> columns = absl::StrSplit(line, " |");
  columns.resize(6);
  OpCase c;
  c.op = std::string(absl::StripAsciiWhitespace(columns[0]));
  c.inputs = ReadOperands(columns[1]);
  for (const std::string& text : SplitOutside(columns[2], ';')) {
    c.attributes.push_back(ReadAttribute(text));
  }
  c.outputs = ReadOperands(columns[3]);
  c.facts = SplitOutside(columns[4], ';');
  c.diagnostics = SplitOutside(columns[5], ';');
  return c;
}

}  // namespace

std::vector<TableCase> ReadCaseTable(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::vector<TableCase> cases;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    OpCase op_case = ReadCase(line);
    const std::string ops = std::move(op_case.op);
    const size_t versions = ops.rfind('-') + 1;
    for (const absl::string_view version : absl::StrSplit(ops.substr(versions), ',')) {
      op_case.op = absl::StrCat(ops.substr(0, versions), version);
      cases.push_back({number, op_case});
    }
  }
  return cases;
}

}  // namespace shapewright::rules
