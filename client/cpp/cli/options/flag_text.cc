#include "client/cpp/cli/options/flag_text.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace shapewright::cli {
namespace {

using Pair = std::pair<absl::string_view, absl::string_view>;

// At the commas that stand in no brackets: elements of inputs are symbols such as k[0].
std::vector<absl::string_view> SplitOutsideBrackets(absl::string_view text) {
  std::vector<absl::string_view> parts;
  size_t start = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']') --depth;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

}  // namespace

absl::Status ParseNumber(absl::string_view text, int64_t& out) {
  if (absl::SimpleAtoi(text, &out)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not a number"));
}

absl::Status ParseNumbers(absl::string_view text, char separator,
                          google::protobuf::RepeatedField<int64_t>* out) {
  if (absl::StripAsciiWhitespace(text).empty()) return absl::OkStatus();
  for (const absl::string_view item : absl::StrSplit(text, separator)) {
    int64_t number = 0;
    absl::Status status = ParseNumber(item, number);
    if (!status.ok()) return status;
    out->Add(number);
  }
  return absl::OkStatus();
}

absl::StatusOr<Pair> SplitAtSymbol(absl::string_view text) {
  const size_t equals = text.rfind('=');
  if (equals == absl::string_view::npos || equals == 0) {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not of the form name=value"));
  }
  return Pair(text.substr(0, equals), text.substr(equals + 1));
}

absl::Status ParseBinding(absl::string_view text, v1::Binding* out) {
  out->set_label(std::string(text));
  for (const absl::string_view part : SplitOutsideBrackets(text)) {
    const absl::StatusOr<Pair> split = SplitAtSymbol(absl::StripAsciiWhitespace(part));
    if (!split.ok()) return split.status();
    auto [name, value] = *split;
    absl::Status status;
    if (absl::ConsumePrefix(&value, "[")) {
      if (!absl::ConsumeSuffix(&value, "]")) {
        return absl::InvalidArgumentError(absl::StrCat("\"", part, "\" has no closing bracket"));
      }
      v1::InputSizes* input = out->add_inputs();
      input->set_name(std::string(name));
      status = ParseNumbers(value, ',', input->mutable_sizes());
      input->set_scalar(input->sizes().empty());
    } else {
      v1::SymbolSize* symbol = out->add_symbols();
      symbol->set_symbol(std::string(name));
      int64_t size = 0;
      status = ParseNumber(value, size);
      symbol->set_size(size);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::cli
