#include "client/cpp/cli/check/triton/triton_config.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

// The text between the n-th pair of quotation marks of a message of the parser.
absl::string_view Quoted(absl::string_view message, int n) {
  for (int i = 0;; ++i) {
    const size_t begin = message.find('"');
    if (begin == absl::string_view::npos) return "";
    message.remove_prefix(begin + 1);
    const size_t end = message.find('"');
    if (end == absl::string_view::npos) return "";
    if (i == n) return message.substr(0, end);
    message.remove_prefix(end + 1);
  }
}

std::string NearestField(absl::string_view type_name, absl::string_view field) {
  const Descriptor* type =
      DescriptorPool::generated_pool()->FindMessageTypeByName(std::string(type_name));
  if (type == nullptr) return "";
  NearestName nearest(field);
  for (int i = 0; i < type->field_count(); ++i) nearest.Consider(type->field(i)->name());
  return nearest.Suggestion();
}

std::string NearestEnumValue(absl::string_view value) {
  NearestName nearest(value);
  const EnumDescriptor* const types = triton::DataType_descriptor();
  const EnumDescriptor* const kinds = triton::ModelInstanceGroup::Kind_descriptor();
  for (const EnumDescriptor* known : {types, kinds}) {
    for (int i = 0; i < known->value_count(); ++i) nearest.Consider(known->value(i)->name());
  }
  return nearest.Suggestion();
}

class Collector : public google::protobuf::io::ErrorCollector {
 public:
  Collector(const TritonConfig& config, Findings& findings)
      : config_(config), findings_(findings) {}

  void AddError(int line, int, const std::string& message) override {
    if (has_error_) return;  // the others follow from the first one
    has_error_ = true;
    const bool is_value = absl::StartsWith(message, "Unknown enumeration value");
    if (is_value) line = LineOfValue(Quoted(message, 0), line);
    findings_.Add(CheckCode::kUnreadableConfig, ConfigPlace{line + 1, 0, 0}, message, "",
                  is_value ? NearestEnumValue(Quoted(message, 0)) : "");
  }

  void AddWarning(int line, int, const std::string& message) override {
    const absl::string_view field = Quoted(message, 1);
    if (!absl::StrContains(message, "has no field named")) return;
    findings_
        .Add(CheckCode::kUnknownField, ConfigPlace{line + 1, 0, 0},
             absl::StrCat("there is a field ", field),
             "Triton's documentation has none here, and Triton refuses a file with one",
             NearestField(Quoted(message, 0), field))
        .level = LintLevel::kError;
  }

  bool has_error() const { return has_error_; }

 private:
  // The parser has read the token behind a value when it tells of it.
  int LineOfValue(absl::string_view value, int line) const {
    const size_t end = config_.lines.OffsetOf(line + 1, 0);
    const size_t found = absl::string_view(config_.file.text).substr(0, end).rfind(value);
    return found == absl::string_view::npos ? line : config_.lines.LineOf(found) - 1;
  }

  const TritonConfig& config_;
  Findings& findings_;
  bool has_error_ = false;
};

}  // namespace

size_t TritonSpot::OffsetOf(google::protobuf::TextFormat::ParseLocation at) const {
  // The parser counts a tab as columns up to the next multiple of 8.
  constexpr int kTab = 8;
  size_t offset = lines_->OffsetOf(at.line, 0);
  for (int column = 0; column < at.column && offset < file_->text.size(); ++offset) {
    column += file_->text[offset] == '\t' ? kTab - column % kTab : 1;
  }
  return offset;
}

TritonSpot TritonSpot::Sub(const char* field, int index) const {
  const FieldDescriptor* const found = type_->FindFieldByName(field);
  const Tree* tree = tree_ == nullptr ? nullptr : tree_->GetTreeForNested(found, index);
  return {*file_, *lines_, tree, found->message_type()};
}

ConfigPlace TritonSpot::At(const char* field, int index) const {
  if (tree_ == nullptr) return {};
  const FieldDescriptor* const found = type_->FindFieldByName(field);
  if (found->message_type() != nullptr && index >= 0) {
    // Of messages in brackets only the first has a location: what is first in it has one.
    const ConfigPlace first = Sub(field, index).First();
    if (first.line > 0) return first;
  }
  const auto range = tree_->GetLocationRange(found, index);
  if (range.start.line < 0) return {};
  return ConfigPlace{range.start.line + 1, OffsetOf(range.start), 0};
}

ConfigPlace TritonSpot::First() const {
  ConfigPlace first;
  for (int i = 0; tree_ != nullptr && i < type_->field_count(); ++i) {
    const FieldDescriptor* const field = type_->field(i);
    const auto at = tree_->GetLocation(field, field->is_repeated() ? 0 : -1);
    if (at.line < 0) continue;
    const size_t offset = OffsetOf(at);
    if (first.line == 0 || offset < first.offset) first = ConfigPlace{at.line + 1, offset, 0};
  }
  return first;
}

ConfigPlace TritonSpot::ValueOf(const char* field, int index) const {
  ConfigPlace place = At(field, index);
  if (place.line == 0) return place;
  const auto range = tree_->GetLocationRange(type_->FindFieldByName(field), index);
  const size_t end = OffsetOf(range.end);
  const absl::string_view text = file_->text;
  size_t begin = text.find(':', place.offset);
  if (begin >= end || absl::StrContains(text.substr(place.offset, end - place.offset), '#')) {
    return place;
  }
  ++begin;
  while (begin < end && absl::ascii_isspace(static_cast<unsigned char>(text[begin]))) ++begin;
  place.offset = begin;
  place.length = end - begin;
  place.line = lines_->LineOf(begin);
  return place;
}

std::vector<ConfigPlace> TritonSpot::ValuesOf(const char* field, int count) const {
  std::vector<ConfigPlace> places;
  const ConfigPlace first = ValueOf(field, 0);
  if (first.length == 0) return places;
  const absl::string_view text = absl::string_view(file_->text).substr(first.offset, first.length);
  if (text[0] != '[') {
    for (int i = 0; i < count; ++i) places.push_back(ValueOf(field, i));
  } else {
    for (size_t i = 1; i < text.size();) {
      const bool is_number =
          text[i] == '-' || absl::ascii_isdigit(static_cast<unsigned char>(text[i]));
      const size_t begin = i++;
      if (!is_number) continue;
      while (i < text.size() && absl::ascii_isalnum(static_cast<unsigned char>(text[i]))) ++i;
      places.push_back(
          ConfigPlace{lines_->LineOf(first.offset + begin), first.offset + begin, i - begin});
    }
  }
  for (const ConfigPlace& place : places) {
    if (place.length == 0) return {};
  }
  if (places.size() != static_cast<size_t>(count)) return {};
  return places;
}

std::unique_ptr<TritonConfig> ReadTritonConfig(const ConfigFile& file, Findings& findings) {
  constexpr int kMostNested = 64;
  auto config = std::make_unique<TritonConfig>(file);
  Collector collector(*config, findings);
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&collector);
  parser.WriteLocationsTo(&config->tree);
  parser.AllowUnknownField(true);
  parser.SetRecursionLimit(kMostNested);
  if (parser.ParseFromString(file.text, &config->config)) return config;
  if (!collector.has_error()) {
    findings.Add(CheckCode::kUnreadableConfig, ConfigPlace(), "it is no configuration of Triton");
  }
  return nullptr;
}

}  // namespace shapewright::cli
