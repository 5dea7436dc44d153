#include "client/cpp/cli/requests/request_log.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "client/cpp/cli/plan/counted_table.h"

namespace shapewright::cli {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

constexpr absl::string_view kCountField = "count";
constexpr absl::string_view kScalar = "scalar";
// Elements that shapes may depend on; those of a larger tensor are left out.
constexpr int kMaxElements = 1024;
// Beyond it a number of JSON is not exact.
constexpr double kMaxNumber = 9007199254740992.0;

// By name, so that requests that are written in another order are alike.
using Inputs = std::map<std::string, v1::InputSizes>;

class Requests {
 public:
  absl::Status Add(size_t line, const Inputs& inputs, uint64_t count) {
    v1::Binding binding;
    for (const auto& [name, input] : inputs) *binding.add_inputs() = input;
    LoggedRequest& request = all_[binding.SerializeAsString()];
    if (request.line == 0) {
      if (all_.size() > kMaxLoggedRequests) {
        return BadLine(line, absl::StrCat("more than ", kMaxLoggedRequests, " different requests"));
      }
      request.line = line;
      request.inputs = std::move(binding);
    }
    if (__builtin_add_overflow(request.count, count, &request.count)) {
      return BadLine(line, "too large a count");
    }
    return absl::OkStatus();
  }

  std::vector<LoggedRequest> Take() && {
    std::vector<LoggedRequest> requests;
    requests.reserve(all_.size());
    for (auto& [bytes, request] : all_) requests.push_back(std::move(request));
    const auto is_before = [](const LoggedRequest& a, const LoggedRequest& b) {
      return a.count != b.count ? a.count > b.count : a.line < b.line;
    };
    std::sort(requests.begin(), requests.end(), is_before);
    return requests;
  }

 private:
  std::map<std::string, LoggedRequest> all_;
};

// False: the value is not a list of whole numbers.
bool TakeNumbers(const Value& value, google::protobuf::RepeatedField<int64_t>* out) {
  if (value.kind_case() != Value::kListValue) return false;
  for (const Value& item : value.list_value().values()) {
    const bool is_bool = item.kind_case() == Value::kBoolValue;
    const double number = is_bool ? static_cast<double>(item.bool_value()) : item.number_value();
    if ((item.kind_case() != Value::kNumberValue && !is_bool) || number != std::trunc(number) ||
        std::abs(number) > kMaxNumber) {
      return false;
    }
    out->Add(static_cast<int64_t>(number));
  }
  return true;
}

// `shape` and `data` of a tensor. What is wrong, or nothing.
std::string TakeTensor(const Struct& tensor, v1::InputSizes* input) {
  const auto shape = tensor.fields().find("shape");
  if (shape == tensor.fields().end() || !TakeNumbers(shape->second, input->mutable_sizes())) {
    return "has no shape of whole numbers";
  }
  const auto data = tensor.fields().find("data");
  if (data == tensor.fields().end()) return "";
  google::protobuf::RepeatedField<int64_t> values;
  // Other elements, such as fractions or texts, decide no shape.
  if (TakeNumbers(data->second, &values) && values.size() <= kMaxElements) {
    input->mutable_values()->Swap(&values);
  }
  return "";
}

std::string TakeInput(const std::string& name, const Value& value, Inputs* inputs) {
  v1::InputSizes input;
  input.set_name(name);
  std::string wrong;
  if (value.kind_case() == Value::kStructValue) {
    wrong = TakeTensor(value.struct_value(), &input);
  } else if (!TakeNumbers(value, input.mutable_sizes())) {
    wrong = "is neither a list of sizes nor an object with a shape";
  }
  if (wrong.empty()) {
    for (const int64_t size : input.sizes()) {
      if (size < 0) wrong = absl::StrCat("has the negative size ", size);
    }
  }
  if (!wrong.empty()) return absl::StrCat("input \"", name, "\" ", wrong);
  input.set_scalar(input.sizes().empty());
  if (!inputs->emplace(name, std::move(input)).second) {
    return absl::StrCat("input \"", name, "\" is given twice");
  }
  return "";
}

std::string TakeInputs(const Value& value, Inputs* inputs) {
  if (value.kind_case() == Value::kStructValue) {
    for (const auto& [name, input] : value.struct_value().fields()) {
      std::string wrong = TakeInput(name, input, inputs);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }
  if (value.kind_case() != Value::kListValue) return "`inputs` is neither an object nor a list";
  for (const Value& item : value.list_value().values()) {
    const auto name = item.struct_value().fields().find("name");
    if (name == item.struct_value().fields().end()) return "an input of the list has no name";
    std::string wrong = TakeInput(name->second.string_value(), item, inputs);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

absl::Status AddJsonLine(size_t number, absl::string_view line, Requests* requests) {
  Struct request;
  const auto parsed =
      google::protobuf::util::JsonStringToMessage({line.data(), line.size()}, &request);
  if (!parsed.ok()) {
    return BadLine(number, absl::StrCat("not JSON: ", std::string(parsed.message())));
  }
  const auto found = request.fields().find("inputs");
  if (found == request.fields().end()) return BadLine(number, "it has no `inputs`");
  Inputs inputs;
  const std::string wrong = TakeInputs(found->second, &inputs);
  if (!wrong.empty()) return BadLine(number, wrong);
  uint64_t count = 1;
  const auto counted = request.fields().find(std::string(kCountField));
  if (counted != request.fields().end()) {
    const double given = counted->second.number_value();
    if (!(given >= 0 && given <= kMaxNumber && given == std::trunc(given))) {
      return BadLine(number, "`count` is not a whole number");
    }
    count = static_cast<uint64_t>(given);
  }
  return requests->Add(number, inputs, count);
}

bool TakeSizes(absl::string_view cell, v1::InputSizes* input) {
  for (const absl::string_view text : absl::StrSplit(cell, 'x')) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(text, &size) || size < 0) return false;
    input->add_sizes(size);
  }
  return true;
}

absl::Status AddRow(const CountedRow& row, absl::Span<const std::string> names,
                    Requests* requests) {
  Inputs inputs;
  for (size_t i = 0; i < names.size(); ++i) {
    const absl::string_view cell = row.cells[i];
    if (cell.empty()) continue;
    v1::InputSizes input;
    input.set_name(names[i]);
    input.set_scalar(cell == kScalar);
    if (!input.scalar() && !TakeSizes(cell, &input)) {
      return BadLine(row.line, absl::StrCat("\"", cell, "\" is not a shape such as 8x128"));
    }
    inputs.emplace(names[i], std::move(input));
  }
  return requests->Add(row.line, inputs, row.count);
}

absl::Status ReadTable(absl::string_view text, Requests* requests) {
  std::vector<std::string> names;
  const auto take_names = [&](size_t line, absl::Span<const absl::string_view> columns) {
    for (const absl::string_view name : columns) names.emplace_back(name);
    for (const absl::string_view name : columns) {
      if (std::count(columns.begin(), columns.end(), name) > 1) {
        return BadLine(line, absl::StrCat("the column \"", name, "\" is there twice"));
      }
    }
    return absl::OkStatus();
  };
  return ReadCountedTable(text, take_names,
                          [&](const CountedRow& row) { return AddRow(row, names, requests); });
}

absl::Status ReadJsonLines(absl::string_view text, Requests* requests) {
  size_t number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    if (absl::Status good = AddJsonLine(number, line, requests); !good.ok()) return good;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<LoggedRequest>> ParseRequestLog(absl::string_view text) {
  const bool is_json = absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "{");
  Requests requests;
  absl::Status good = is_json ? ReadJsonLines(text, &requests) : ReadTable(text, &requests);
  if (!good.ok()) return good;
  std::vector<LoggedRequest> all = std::move(requests).Take();
  if (all.empty()) return absl::InvalidArgumentError("the log has no requests");
  return all;
}

}  // namespace shapewright::cli
