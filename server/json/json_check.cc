#include "server/json/json_check.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using nlohmann::json;

// Messages may be 100 deep in binary form as well.
constexpr size_t kMaxDepth = 100;

const FieldDescriptor* FindField(const Descriptor& message, const std::string& name) {
  if (const FieldDescriptor* field = message.FindFieldByName(name); field != nullptr) return field;
  for (int i = 0; i < message.field_count(); ++i) {
    if (message.field(i)->json_name() == name) return message.field(i);
  }
  return nullptr;
}

// Told of what the text has, in order; each function says whether to go on.
class Checker final : public json::json_sax_t {
 public:
  explicit Checker(const Descriptor& message) : next_{&message, false} {}

  const std::string& fault() const { return fault_; }

  bool null() override {
    // protobuf's reader would leave it out.
    if (!is_array_.empty() && is_array_.back()) return Fail("a list has a null");
    return Value();
  }
  bool boolean(bool /*value*/) override { return Value(); }
  bool number_integer(int64_t /*value*/) override { return Value(); }
  bool number_unsigned(uint64_t /*value*/) override { return Value(); }
  bool number_float(double /*value*/, const std::string& /*text*/) override { return Value(); }
  bool string(std::string& /*value*/) override { return Value(); }
  bool binary(json::binary_t& /*value*/) override { return false; }

  bool start_object(size_t /*size*/) override {
    if (!Enter(false)) return false;
    objects_.push_back({.kind = objects_.empty() ? next_ : objects_.back().child,
                        .child = {},
                        .fields = {},
                        .keys = {}});
    return true;
  }
  bool end_object() override {
    objects_.pop_back();
    is_array_.pop_back();
    return true;
  }
  bool start_array(size_t /*size*/) override { return Value() && Enter(true); }
  bool end_array() override {
    is_array_.pop_back();
    return true;
  }

  bool key(std::string& name) override {
    Object& object = objects_.back();
    const FieldDescriptor* const field = object.kind.message == nullptr || object.kind.is_map
                                             ? nullptr
                                             : FindField(*object.kind.message, name);
    object.child = object.kind.is_map ? Kind{object.kind.message, false} : KindOf(field);
    const bool is_new = field != nullptr ? object.fields.insert(field->number()).second
                                         : object.keys.insert(name).second;
    return is_new || Fail("a field is given twice");
  }

  bool parse_error(size_t position, const std::string& /*token*/,
                   const json::exception& /*error*/) override {
    return Fail(absl::StrCat("no JSON at byte ", position));
  }

 private:
  // What an object stands for. No message: unknown, which protobuf's reader refuses.
  struct Kind {
    const Descriptor* message = nullptr;
    // Its keys are the caller's, and its values objects for `message`.
    bool is_map = false;
  };
  struct Object {
    Kind kind;
    // Of the value of the key that was read last.
    Kind child;
    std::set<int> fields;
    absl::flat_hash_set<std::string> keys;
  };

  static Kind KindOf(const FieldDescriptor* field) {
    if (field == nullptr || field->message_type() == nullptr) return {};
    if (!field->is_map()) return {field->message_type(), false};
    return {field->message_type()->map_value()->message_type(), true};
  }

  // The whole text has to be an object.
  bool Value() { return !objects_.empty() || Fail("the message is no JSON object"); }
  bool Enter(bool is_array) {
    is_array_.push_back(is_array);
    return is_array_.size() <= kMaxDepth || Fail("the JSON nests too deep");
  }
  bool Fail(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
    return false;
  }

  const Kind next_;
  std::vector<Object> objects_;
  // Of each level.
  std::vector<bool> is_array_;
  std::string fault_;
};

}  // namespace

absl::Status CheckJson(absl::string_view text, const Descriptor& message) {
  Checker checker(message);
  if (json::sax_parse(text.begin(), text.end(), &checker)) return absl::OkStatus();
  return absl::InvalidArgumentError(checker.fault());
}

}  // namespace shapewright::server
