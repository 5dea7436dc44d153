#include "client/cpp/cli/rules/read_rules.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::cli {
namespace {

// Fields of ModelProto and FunctionProto.
constexpr uint32_t kFunctions = 25;
constexpr uint32_t kName = 1;
constexpr uint32_t kDomain = 10;
constexpr uint32_t kOverload = 13;

// Texts have no control characters; the first byte of a model is one.
bool IsText(absl::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(),
                      [](char c) { return absl::ascii_iscntrl(c) && !absl::ascii_isspace(c); });
}

absl::Status ReadFunction(absl::string_view bytes, v1::ModelSpec* spec) {
  v1::OperatorRule* rule = spec->add_operator_rules();
  rule->set_onnx_function(std::string(bytes));
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(kName):
        rule->mutable_key()->set_op_type(std::string(cursor.bytes()));
        break;
      case BytesTag(kDomain):
        rule->mutable_key()->set_domain(std::string(cursor.bytes()));
        break;
      case BytesTag(kOverload):
        rule->mutable_key()->set_overload(std::string(cursor.bytes()));
        break;
    }
  }
  return cursor.failed() ? absl::InvalidArgumentError("the model has a malformed function")
                         : absl::OkStatus();
}

absl::Status ReadModel(absl::string_view bytes, v1::ModelSpec* spec) {
  const int before = spec->operator_rules_size();
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    if (cursor.tag() != BytesTag(kFunctions)) continue;
    absl::Status status = ReadFunction(cursor.bytes(), spec);
    if (!status.ok()) return status;
  }
  if (cursor.failed()) return absl::InvalidArgumentError("neither a text nor a model");
  if (spec->operator_rules_size() > before) return absl::OkStatus();
  return absl::InvalidArgumentError("the model has no functions");
}

absl::Status AddRule(absl::string_view text, size_t line, v1::ModelSpec* spec) {
  const size_t open = text.find('(');
  absl::string_view name = absl::StripAsciiWhitespace(text.substr(0, open));
  const bool is_pure = absl::ConsumePrefix(&name, "pure ");
  name = absl::StripAsciiWhitespace(name);
  // A domain may hold colons, a name does not.
  const size_t colon = name.rfind(':');
  const absl::string_view type = name.substr(colon == absl::string_view::npos ? 0 : colon + 1);
  if (open == absl::string_view::npos || type.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("line ", line, ": no rule such as com.example:Op(x: T[N]) -> T[N]"));
  }
  v1::OperatorRule* rule = spec->add_operator_rules();
  if (colon != absl::string_view::npos) {
    rule->mutable_key()->set_domain(std::string(name.substr(0, colon)));
  }
  rule->mutable_key()->set_op_type(std::string(type));
  rule->set_signature(std::string(text.substr(open)));
  rule->set_pure(is_pure);
  return absl::OkStatus();
}

absl::Status ReadText(absl::string_view bytes, v1::ModelSpec* spec) {
  std::string rule;
  size_t first = 0;
  size_t line = 0;
  const auto finish = [&] {
    absl::Status status = rule.empty() ? absl::OkStatus() : AddRule(rule, first, spec);
    rule.clear();
    return status;
  };
  for (absl::string_view text : absl::StrSplit(bytes, '\n')) {
    ++line;
    const bool goes_on = !text.empty() && absl::ascii_isspace(text[0]);
    const absl::string_view stripped = absl::StripAsciiWhitespace(text);
    if (stripped.empty() || stripped[0] == '#') continue;
    if (goes_on && !rule.empty()) {
      absl::StrAppend(&rule, " ", stripped);
      continue;
    }
    absl::Status status = finish();
    if (!status.ok()) return status;
    rule = std::string(stripped);
    first = line;
  }
  return finish();
}

}  // namespace

absl::Status ReadRules(absl::string_view bytes, v1::ModelSpec* spec) {
  return IsText(bytes) ? ReadText(bytes, spec) : ReadModel(bytes, spec);
}

}  // namespace shapewright::cli
