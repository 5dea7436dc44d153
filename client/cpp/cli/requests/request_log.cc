#include "client/cpp/cli/requests/request_log.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

constexpr absl::string_view kCountColumn = "count";
constexpr absl::string_view kScalar = "scalar";
// Elements that shapes may depend on; those of a larger tensor are left out.
constexpr int kMaxElements = 1024;
// Beyond it a number of JSON is not exact.
constexpr double kMaxNumber = 9007199254740992.0;

// By name, so that requests that are written in another order are alike.
using Inputs = std::map<std::string, v1::InputSizes>;

absl::Status BadRequestLine(size_t number, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", what));
}

class Requests {
 public:
  absl::Status Add(size_t line, const Inputs& inputs, uint64_t count) {
    v1::Binding binding;
    for (const auto& [name, input] : inputs) *binding.add_inputs() = input;
    LoggedRequest& request = all_[binding.SerializeAsString()];
    if (request.line == 0) {
      if (all_.size() > kMaxLoggedRequests) {
        return BadRequestLine(
            line, absl::StrCat("more than ", kMaxLoggedRequests, " different requests"));
      }
      request.line = line;
      request.inputs = std::move(binding);
    }
    if (__builtin_add_overflow(request.count, count, &request.count)) {
      return BadRequestLine(line, "too large a count");
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
    return BadRequestLine(number, absl::StrCat("not JSON: ", std::string(parsed.message())));
  }
  const auto found = request.fields().find("inputs");
  if (found == request.fields().end()) return BadRequestLine(number, "it has no `inputs`");
  Inputs inputs;
  const std::string wrong = TakeInputs(found->second, &inputs);
  if (!wrong.empty()) return BadRequestLine(number, wrong);
  uint64_t count = 1;
  const auto counted = request.fields().find(std::string(kCountColumn));
  if (counted != request.fields().end()) {
    const double given = counted->second.number_value();
    if (!(given >= 0 && given <= kMaxNumber && given == std::trunc(given))) {
      return BadRequestLine(number, "`count` is not a whole number");
    }
    count = static_cast<uint64_t>(given);
  }
  return requests->Add(number, inputs, count);
}

std::vector<absl::string_view> CellsOf(absl::string_view line) {
  std::vector<absl::string_view> cells = absl::StrSplit(line, ',');
  for (absl::string_view& cell : cells) cell = absl::StripAsciiWhitespace(cell);
  return cells;
}

// The lines below the first one of comma-separated values.
class RequestTable {
 public:
  explicit RequestTable(std::vector<absl::string_view> names) : names_(std::move(names)) {
    has_count_ = names_.size() > 1 && names_.back() == kCountColumn;
    if (has_count_) names_.pop_back();
  }

  absl::Status Add(size_t number, absl::string_view line, Requests* requests) const {
    const std::vector<absl::string_view> cells = CellsOf(line);
    const size_t columns = names_.size() + (has_count_ ? 1 : 0);
    if (cells.size() != columns) {
      return BadRequestLine(number,
                            absl::StrCat(cells.size(), " columns, the first line has ", columns));
    }
    Inputs inputs;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (cells[i].empty()) continue;
      v1::InputSizes input;
      input.set_name(std::string(names_[i]));
      input.set_scalar(cells[i] == kScalar);
      if (!input.scalar() && !TakeSizes(cells[i], &input)) {
        return BadRequestLine(number,
                              absl::StrCat("\"", cells[i], "\" is not a shape such as 8x128"));
      }
      if (!inputs.emplace(input.name(), std::move(input)).second) {
        return BadRequestLine(1, absl::StrCat("the column \"", names_[i], "\" is there twice"));
      }
    }
    uint64_t count = 1;
    if (has_count_ && !absl::SimpleAtoi(cells.back(), &count)) {
      return BadRequestLine(number, absl::StrCat("\"", cells.back(), "\" is not a count"));
    }
    return requests->Add(number, inputs, count);
  }

 private:
  static bool TakeSizes(absl::string_view cell, v1::InputSizes* input) {
    for (const absl::string_view text : absl::StrSplit(cell, 'x')) {
      int64_t size = 0;
      if (!absl::SimpleAtoi(text, &size) || size < 0) return false;
      input->add_sizes(size);
    }
    return true;
  }

  std::vector<absl::string_view> names_;
  bool has_count_ = false;
};

}  // namespace

absl::StatusOr<std::vector<LoggedRequest>> ParseRequestLog(absl::string_view text) {
  const bool is_json = absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "{");
  Requests requests;
  std::optional<RequestTable> table;
  size_t number = 0;
  for (const absl::string_view untrimmed : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view line = absl::StripAsciiWhitespace(untrimmed);
    if (line.empty()) continue;
    if (!is_json && !table.has_value()) {
      table.emplace(CellsOf(line));
      continue;
    }
    absl::Status added =
        is_json ? AddJsonLine(number, line, &requests) : table->Add(number, line, &requests);
    if (!added.ok()) return added;
  }
  std::vector<LoggedRequest> all = std::move(requests).Take();
  if (all.empty()) return absl::InvalidArgumentError("the log has no requests");
  return all;
}

}  // namespace shapewright::cli
