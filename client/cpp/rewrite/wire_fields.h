#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_WIRE_FIELDS_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_WIRE_FIELDS_H_

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright {

// The fields of one serialized message. A field is a view of the bytes that it was read from, until
// it is replaced, so that what does not change is copied once, as the whole is joined.
class WireFields {
 public:
  struct Field {
    uint32_t number;
    // Whether it holds bytes: a message, a string or a packed list.
    bool has_content;
    absl::string_view whole;    // with its tag and length
    absl::string_view content;  // without
  };

  WireFields() = default;
  WireFields(const WireFields&) = delete;
  WireFields& operator=(const WireFields&) = delete;
  WireFields(WireFields&&) = default;

  // INVALID_ARGUMENT for bytes that are no message. They outlive it.
  static absl::StatusOr<WireFields> Read(absl::string_view message);

  const std::vector<Field>& fields() const { return fields_; }
  void Add(const Field& field) { fields_.push_back(field); }
  void Add(uint32_t number, std::string content);
  // Of a field that holds bytes.
  void Replace(size_t index, std::string content);
  // The message.
  std::string Join() const;

 private:
  // A field of bytes that this owns.
  Field Own(uint32_t number, std::string content);

  std::vector<Field> fields_;
  std::deque<std::string> owned_;
};

// The first field of that number that holds bytes; empty if there is none.
absl::StatusOr<absl::string_view> FindContent(absl::string_view message, uint32_t number);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_WIRE_FIELDS_H_
