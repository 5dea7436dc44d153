#include "client/cpp/cli/guard/guard_question.h"

#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

// Those that shapes may depend on.
constexpr uint32_t kMaxElements = 1024;

v1::InputSizes* InputNamed(absl::string_view name, v1::Binding* request) {
  for (v1::InputSizes& input : *request->mutable_inputs()) {
    if (input.name() == name) return &input;
  }
  v1::InputSizes* const input = request->add_inputs();
  input->set_name(std::string(name));
  return input;
}

}  // namespace

absl::Status TakeElements(v1::Binding* request) {
  for (const v1::SymbolSize& symbol : request->symbols()) {
    const absl::string_view name = symbol.symbol();
    const size_t bracket = name.rfind('[');
    const bool is_element = bracket != absl::string_view::npos && absl::EndsWith(name, "]");
    const absl::string_view index =
        is_element ? name.substr(bracket + 1, name.size() - bracket - 2) : "";
    uint32_t place = 0;
    if (!is_element || (!index.empty() && !absl::SimpleAtoi(index, &place)) ||
        place >= kMaxElements) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a request has inputs such as x=[8,3] and elements such as k[0]=5, not ", name));
    }
    v1::InputSizes* const input = InputNamed(name.substr(0, bracket), request);
    while (input->values_size() <= static_cast<int>(place)) input->add_values(0);
    input->set_values(static_cast<int>(place), symbol.size());
  }
  request->clear_symbols();
  return absl::OkStatus();
}

}  // namespace shapewright::cli
