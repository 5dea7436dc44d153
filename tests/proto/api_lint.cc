#include "tests/proto/api_lint.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace shapewright {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;
using google::protobuf::SourceLocation;

bool Matches(const std::string& text, const char* pattern) {
  return std::regex_match(text, std::regex(pattern));
}

bool IsPascalCase(const std::string& name) { return Matches(name, "([A-Z][a-z0-9]*)+"); }

bool IsLowerSnakeCase(const std::string& name) {
  return Matches(name, "[a-z][a-z0-9]*(_[a-z0-9]+)*");
}

bool IsUpperSnakeCase(const std::string& name) {
  return Matches(name, "[A-Z][A-Z0-9]*(_[A-Z0-9]+)*");
}

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string UpperSnakeCase(const std::string& pascal) {
  std::string snake;
  for (const char c : pascal) {
    if (c >= 'A' && c <= 'Z' && !snake.empty()) snake += '_';
    snake += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return snake;
}

// "a/two_words.proto": TwoWordsProto.
std::string OuterClass(const std::string& file) {
  std::string name;
  bool begins_word = true;
  for (const char c : file.substr(file.rfind('/') + 1)) {
    if (c == '.') break;
    if (c != '_')
      name += begins_word && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = c == '_';
  }
  return name + "Proto";
}

constexpr int kMaxRequestFields = 6;
// Asked of each request to a model: what it answers at once saves another call.
constexpr absl::string_view kLongRequest = "EvaluateShapesRequest";

class Linter {
 public:
  explicit Linter(const FileDescriptor& file) : file_(file) {}

  std::vector<std::string> Run() {
    CheckFile();
    for (int i = 0; i < file_.message_type_count(); ++i) CheckMessage(*file_.message_type(i));
    for (int i = 0; i < file_.enum_type_count(); ++i) CheckEnum(*file_.enum_type(i));
    for (int i = 0; i < file_.service_count(); ++i) CheckService(*file_.service(i));
    for (int i = 0; i < file_.dependency_count(); ++i) {
      const std::string& import = file_.dependency(i)->name();
      Expect(used_files_.contains(import), file_.name(), "imports " + import + " in vain");
    }
    return findings_;
  }

 private:
  void Expect(bool holds, const std::string& what, const std::string& complaint) {
    if (!holds) findings_.push_back(what + ": " + complaint);
  }

  template <typename T>
  void CheckComment(const T& element, const std::string& name) {
    SourceLocation location;
    const bool found = element.GetSourceLocation(&location);
    Expect(found && location.leading_comments.find_first_not_of(" \n") != std::string::npos, name,
           "has no comment");
  }

  void CheckFile() {
    const std::string& name = file_.name();
    const std::size_t slash = name.rfind('/');
    std::string directory = slash == std::string::npos ? "" : name.substr(0, slash);
    std::replace(directory.begin(), directory.end(), '/', '.');
    Expect(directory == file_.package(), name, "is not in the directory of its package");
    Expect(IsLowerSnakeCase(name.substr(slash + 1, name.rfind('.') - slash - 1)), name,
           "is not named in lower_snake_case");
    Expect(Matches(file_.package(), "[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*"), file_.package(),
           "is not in lower_snake_case");
    Expect(Matches(file_.package(), ".*\\.v[1-9][0-9]*(alpha|beta)?[0-9]*"), file_.package(),
           "has no version as last part");
    Expect(file_.syntax() == FileDescriptor::SYNTAX_PROTO3, name, "is not proto3");
    Expect(file_.public_dependency_count() == 0, name, "imports publicly");
    Expect(file_.weak_dependency_count() == 0, name, "imports weakly");
    Expect(file_.extension_count() == 0, name, "has extensions");
    if (directory.rfind("shapewright.", 0) == 0) CheckOptions();
  }

  // Where other languages find what they generate: the same for all files, and no host in it.
  void CheckOptions() {
    const google::protobuf::FileOptions& options = file_.options();
    const std::string& name = file_.name();
    Expect(options.csharp_namespace() == "Shapewright.V1", name, "has another csharp_namespace");
    Expect(options.go_package() == "shapewright/v1;shapewrightv1", name, "has another go_package");
    Expect(options.java_multiple_files(), name, "is without java_multiple_files");
    // Its default, the name of the file, may be that of a message of another file.
    Expect(options.java_outer_classname() == OuterClass(name), name,
           "has another java_outer_classname than " + OuterClass(name));
    Expect(options.java_package() == "dev.shapewright.v1", name, "has another java_package");
  }

  void CheckMessage(const Descriptor& message) {
    Expect(IsPascalCase(message.name()), message.full_name(), "is not in PascalCase");
    CheckComment(message, message.full_name());
    for (int i = 0; i < message.field_count(); ++i) CheckField(*message.field(i));
    for (int i = 0; i < message.real_oneof_decl_count(); ++i) {
      const auto& oneof = *message.oneof_decl(i);
      Expect(IsLowerSnakeCase(oneof.name()), oneof.full_name(), "is not in lower_snake_case");
      CheckComment(oneof, oneof.full_name());
    }
    for (int i = 0; i < message.nested_type_count(); ++i) {
      if (!message.nested_type(i)->options().map_entry()) CheckMessage(*message.nested_type(i));
    }
    for (int i = 0; i < message.enum_type_count(); ++i) CheckEnum(*message.enum_type(i));
  }

  void CheckField(const FieldDescriptor& field) {
    Expect(IsLowerSnakeCase(field.name()), field.full_name(), "is not in lower_snake_case");
    Expect(!field.is_map(), field.full_name(), "is a map");
    CheckComment(field, field.full_name());
    if (field.message_type() != nullptr) Use(field.message_type()->file());
    if (field.enum_type() != nullptr) Use(field.enum_type()->file());
  }

  void CheckEnum(const EnumDescriptor& values) {
    Expect(IsPascalCase(values.name()), values.full_name(), "is not in PascalCase");
    Expect(!values.options().allow_alias(), values.full_name(), "has aliases");
    CheckComment(values, values.full_name());
    const std::string prefix = UpperSnakeCase(values.name()) + "_";
    for (int i = 0; i < values.value_count(); ++i) {
      const EnumValueDescriptor& value = *values.value(i);
      Expect(IsUpperSnakeCase(value.name()), value.full_name(), "is not in UPPER_SNAKE_CASE");
      Expect(value.name().rfind(prefix, 0) == 0, value.full_name(),
             "does not begin with " + prefix);
      Expect((value.number() == 0) == EndsWith(value.name(), "_UNSPECIFIED"), value.full_name(),
             "zero and _UNSPECIFIED belong together");
      CheckComment(value, value.full_name());
    }
    Expect(values.value(0)->number() == 0, values.full_name(), "does not begin with zero");
  }

  void CheckService(const ServiceDescriptor& service) {
    Expect(IsPascalCase(service.name()), service.full_name(), "is not in PascalCase");
    Expect(EndsWith(service.name(), "Service"), service.full_name(), "does not end in Service");
    CheckComment(service, service.full_name());
    std::set<std::string> types;
    for (int i = 0; i < service.method_count(); ++i) {
      const MethodDescriptor& method = *service.method(i);
      const std::string& name = method.full_name();
      const std::string& input = method.input_type()->name();
      const std::string& output = method.output_type()->name();
      Expect(IsPascalCase(method.name()), name, "is not in PascalCase");
      Expect(
          input == method.name() + "Request" || input == service.name() + method.name() + "Request",
          name, "takes " + input);
      Expect(output == method.name() + "Response" ||
                 output == service.name() + method.name() + "Response",
             name, "returns " + output);
      const bool has_limits = method.input_type()->FindFieldByName("limits") != nullptr;
      const int more = (has_limits ? 1 : 0) + (input == kLongRequest ? 1 : 0);
      Expect(method.input_type()->field_count() <= kMaxRequestFields + more, name,
             "takes more than six fields");
      Expect(types.insert(method.input_type()->full_name()).second, name, "shares its request");
      Expect(types.insert(method.output_type()->full_name()).second, name, "shares its response");
      CheckComment(method, name);
      Use(method.input_type()->file());
      Use(method.output_type()->file());
    }
  }

  void Use(const FileDescriptor* file) { used_files_.insert(file->name()); }

  const FileDescriptor& file_;
  std::set<std::string> used_files_;
  std::vector<std::string> findings_;
};

}  // namespace

std::vector<std::string> LintFile(const FileDescriptor& file) { return Linter(file).Run(); }

}  // namespace shapewright
