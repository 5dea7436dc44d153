#include "tests/proto/descriptor_text.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shapewright {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::MethodOptions;
using google::protobuf::ServiceDescriptor;

class Printer {
 public:
  explicit Printer(const std::string& package) : prefix_(package + ".") {}

  void AddFile(const FileDescriptor& file) {
    for (int i = 0; i < file.message_type_count(); ++i) AddMessage(*file.message_type(i));
    for (int i = 0; i < file.enum_type_count(); ++i) AddEnum(*file.enum_type(i));
    for (int i = 0; i < file.service_count(); ++i) AddService(*file.service(i));
  }

  std::vector<std::string> Lines() const {
    std::vector<std::string> all;
    for (const auto& [name, lines] : blocks_) all.insert(all.end(), lines.begin(), lines.end());
    return all;
  }

 private:
  std::string Name(const std::string& full_name) const {
    return full_name.rfind(prefix_, 0) == 0 ? full_name.substr(prefix_.size()) : full_name;
  }

  std::string Type(const FieldDescriptor& field) const {
    if (const Descriptor* message = field.message_type()) return Name(message->full_name());
    if (const EnumDescriptor* values = field.enum_type()) return Name(values->full_name());
    return field.type_name();
  }

  static std::string Label(const FieldDescriptor& field) {
    if (const auto* oneof = field.real_containing_oneof()) return "oneof " + oneof->name();
    if (field.is_repeated()) return field.is_packed() ? "repeated packed" : "repeated";
    if (field.is_required()) return "required";
    return field.has_optional_keyword() ? "optional" : "singular";
  }

  void AddMessage(const Descriptor& message) {
    const std::string name = Name(message.full_name());
    std::vector<std::string>& lines = blocks_[name];
    lines.push_back("message " + name);
    std::vector<const FieldDescriptor*> fields;
    for (int i = 0; i < message.field_count(); ++i) fields.push_back(message.field(i));
    std::sort(fields.begin(), fields.end(),
              [](const auto* a, const auto* b) { return a->number() < b->number(); });
    for (const FieldDescriptor* field : fields) {
      lines.push_back("field " + name + "." + field->name() + " = " +
                      std::to_string(field->number()) + " " + Label(*field) + " " + Type(*field));
    }
    std::vector<int> numbers;
    for (int i = 0; i < message.reserved_range_count(); ++i) {
      const auto& range = *message.reserved_range(i);
      for (int number = range.start; number < range.end; ++number) numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    for (int number : numbers) {
      lines.push_back("reserved " + name + " " + std::to_string(number));
    }
    std::vector<std::string> names;
    for (int i = 0; i < message.reserved_name_count(); ++i) {
      names.push_back(message.reserved_name(i));
    }
    std::sort(names.begin(), names.end());
    for (const std::string& reserved : names) {
      lines.push_back("reserved " + name + " " + reserved);
    }
    for (int i = 0; i < message.nested_type_count(); ++i) AddMessage(*message.nested_type(i));
    for (int i = 0; i < message.enum_type_count(); ++i) AddEnum(*message.enum_type(i));
  }

  void AddEnum(const EnumDescriptor& values) {
    const std::string name = Name(values.full_name());
    std::vector<std::pair<int, std::string>> sorted;
    for (int i = 0; i < values.value_count(); ++i) {
      sorted.emplace_back(values.value(i)->number(), values.value(i)->name());
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::string>& lines = blocks_[name];
    lines.push_back("enum " + name);
    for (const auto& [number, value] : sorted) {
      lines.push_back("value " + name + "." + value + " = " + std::to_string(number));
    }
  }

  void AddService(const ServiceDescriptor& service) {
    const std::string name = Name(service.full_name());
    std::vector<std::string>& lines = blocks_[name];
    lines.push_back("service " + name);
    for (int i = 0; i < service.method_count(); ++i) {
      const MethodDescriptor& method = *service.method(i);
      lines.push_back("rpc " + name + "." + method.name() + " (" +
                      (method.client_streaming() ? "stream " : "") +
                      Name(method.input_type()->full_name()) + ") returns (" +
                      (method.server_streaming() ? "stream " : "") +
                      Name(method.output_type()->full_name()) + ") " +
                      MethodOptions::IdempotencyLevel_Name(method.options().idempotency_level()));
    }
    std::sort(lines.begin() + 1, lines.end());
  }

  const std::string prefix_;
  std::map<std::string, std::vector<std::string>> blocks_;
};

}  // namespace

std::vector<std::string> DescriptorLines(const std::vector<const FileDescriptor*>& files,
                                         const std::string& package) {
  Printer printer(package);
  for (const FileDescriptor* file : files) printer.AddFile(*file);
  return printer.Lines();
}

}  // namespace shapewright
