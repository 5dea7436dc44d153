#ifndef SHAPEWRIGHT_CORE_WIRE_WIRE_WRITER_H_
#define SHAPEWRIGHT_CORE_WIRE_WIRE_WRITER_H_

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "core/base/answer_budget.h"
#include "core/wire/utf8.h"

namespace shapewright::inference {

// Writes protobuf's wire format front to back into one buffer. Fields written in
// ascending order give the bytes that protobuf itself would.
//
// With a budget, what is written after it is spent is dropped: the content is of no use then, so
// that whoever writes in a loop ends it, and in the end asks the budget. Lengths stay far below
// 2 GiB that way, which protobuf cannot count beyond.
class WireWriter {
 public:
  WireWriter() = default;
  // Counts what is written in `budget`, which outlives the writing.
  explicit WireWriter(AnswerBudget& budget) : budget_(&budget), granted_(0) {}

  void Reserve(size_t bytes) { bytes_.reserve(bytes); }
  std::string Take() { return std::move(bytes_); }
  // What another writer wrote, within the same budget.
  void Append(const WireWriter& other) { AppendCounted(other.bytes_); }

  // Unlike the generated code these write zeros too: for fields with presence.
  void Varint(uint32_t field, uint64_t value) {
    Raw(field << 3);
    Raw(value);
  }
  void Bytes(uint32_t field, absl::string_view value) {
    Raw(field << 3 | 2);
    Raw(value.size());
    AppendBytes(value);
  }
  // For a `string`: what of it is no UTF-8 is replaced, as readers refuse it.
  void Text(uint32_t field, absl::string_view value) {
    if (IsAscii(value)) {
      Bytes(field, value);
    } else {
      Bytes(field, ToValidUtf8(value));
    }
  }

  // Fields without presence: nothing is written for the default.
  void NonZero(uint32_t field, uint64_t value) {
    if (value != 0) Varint(field, value);
  }
  void NonEmpty(uint32_t field, absl::string_view value) {
    if (!value.empty()) Text(field, value);
  }

  // An item of the packed numbers between Begin and End.
  void Packed(uint64_t value) { Raw(value); }
  void AppendBytes(absl::string_view bytes) {
    if (HasRoom(bytes.size())) bytes_.append(bytes.data(), bytes.size());
  }

  // What is counted in the same budget already.
  void AppendCounted(absl::string_view bytes) {
    if (budget_ != nullptr) granted_ += bytes.size();
    bytes_.append(bytes.data(), bytes.size());
  }

  size_t size() const { return bytes_.size(); }
  // Of the budget: an error once writing is of no use.
  absl::Status status() const { return budget_ == nullptr ? absl::OkStatus() : budget_->status(); }

  // What is written between the two is a message in `field`.
  size_t Begin(uint32_t field) {
    Raw(field << 3 | 2);
    bytes_.push_back('\0');
    return bytes_.size();
  }
  void End(size_t begin);

 private:
  static bool IsAscii(absl::string_view text) {
    unsigned char all = 0;
    for (const char c : text) all |= static_cast<unsigned char>(c);
    return all < 0x80;
  }
  // Asks the budget once for many bytes.
  bool HasRoom(size_t bytes) {
    if (bytes_.size() + bytes <= granted_) return true;
    return Grow(bytes);
  }
  bool Grow(size_t bytes);
  void Raw(uint64_t value) {
    if (!HasRoom(kMaxVarintBytes)) return;
    while (value >= 0x80) {
      bytes_.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    bytes_.push_back(static_cast<char>(value));
  }

  static constexpr size_t kMaxVarintBytes = 10;

  std::string bytes_;
  AnswerBudget* budget_ = nullptr;
  // So many bytes may be there before the budget is asked again.
  size_t granted_ = std::numeric_limits<size_t>::max();
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_WIRE_WIRE_WRITER_H_
