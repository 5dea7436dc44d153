#ifndef SHAPEWRIGHT_CORE_WIRE_WIRE_WRITER_H_
#define SHAPEWRIGHT_CORE_WIRE_WIRE_WRITER_H_

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/answer_budget.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"

namespace shapewright {

// Writes protobuf's wire format front to back into one buffer. Fields written in
// ascending order give the bytes that protobuf itself would.
//
// With a budget, bytes beyond it are dropped and the content is unspecified: loops stop, and the
// caller checks status() in the end. That keeps lengths far below protobuf's limit of 2 GiB.
class WireWriter {
 public:
  WireWriter() = default;
  // Counts what is written in `budget`, which outlives the writing.
  explicit WireWriter(AnswerBudget& budget) : budget_(&budget) {}

  void Reserve(size_t bytes) { MakeCapacity(bytes); }
  // What was written, and behind it `rest`, which is counted already. Nothing is left to write to.
  std::string Take(absl::Span<const absl::string_view> rest = {});
  // The bytes written so far; valid until more are written.
  absl::string_view view() const { return absl::string_view(bytes_.get(), used_); }
  // Removes what was written, and keeps the memory.
  void Clear() { used_ = 0; }
  // Appends what another writer wrote within the same budget.
  void Append(const WireWriter& other) { AppendCounted(other.view()); }

  // Unlike the generated code these write zeros too: for fields with presence.
  void Varint(uint32_t field, uint64_t value) {
    if (!HasRoom(2 * kMaxVarintBytes)) return;
    char* const begin = end();
    SetEnd(Put(Put(begin, field << 3), value));
  }
  void Bytes(uint32_t field, absl::string_view value) {
    if (!HasRoom(2 * kMaxVarintBytes + value.size())) return;
    char* const content = Put(Put(end(), field << 3 | 2), value.size());
    SetEnd(Copy(value, content));
  }
  // For a `string`: bytes that are no UTF-8 are replaced, as readers refuse them.
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
  // For text for people, which may hold any name of the model.
  void Prose(uint32_t field, absl::string_view value) {
    if (IsPlain(value)) {
      if (!value.empty()) Bytes(field, value);
    } else {
      Bytes(field, Printable(value));
    }
  }

  // An item of the packed numbers between Begin and End.
  void Packed(uint64_t value) {
    if (HasRoom(kMaxVarintBytes)) SetEnd(Put(end(), value));
  }
  void AppendBytes(absl::string_view bytes) {
    if (HasRoom(bytes.size())) SetEnd(Copy(bytes, end()));
  }

  // Appends bytes that are counted in the same budget already.
  void AppendCounted(absl::string_view bytes) {
    MakeCapacity(granted_ + bytes.size());
    granted_ += bytes.size();
    SetEnd(Copy(bytes, end()));
  }

  size_t size() const { return used_; }
  // The budget's: an error once it is exceeded and writing is of no use.
  absl::Status status() const { return budget_ == nullptr ? absl::OkStatus() : budget_->status(); }

  // Whether the budget is exceeded: loops over what may be long ask.
  bool is_full() const { return budget_ != nullptr && budget_->is_spent(); }

  // What is written between the two is a message in `field`.
  size_t Begin(uint32_t field) {
    if (!HasRoom(kMaxVarintBytes + 1)) return kDropped;
    SetEnd(Put(end(), field << 3 | 2) + 1);
    return used_;
  }
  void End(size_t begin);

 private:
  static constexpr size_t kMaxVarintBytes = 10;
  // What Begin() returns where the budget leaves no room for a message.
  static constexpr size_t kDropped = 0;

  // Ensures room for so many bytes; asks the budget for many at once.
  bool HasRoom(size_t bytes) { return used_ + bytes <= granted_ || Grow(bytes); }
  bool Grow(size_t bytes);
  // Ensures memory for so many bytes in all, without asking the budget.
  void MakeCapacity(size_t bytes) {
    if (bytes > capacity_) Reallocate(bytes);
  }
  void Reallocate(size_t bytes);

  char* end() { return bytes_.get() + used_; }
  void SetEnd(const char* end) { used_ = static_cast<size_t>(end - bytes_.get()); }
  // Both write at `place`, which has room, and return the end of what they wrote.
  static char* Put(char* place, uint64_t value) {
    while (value >= 0x80) {
      *place++ = static_cast<char>(value | 0x80);
      value >>= 7;
    }
    *place++ = static_cast<char>(value);
    return place;
  }
  static char* Copy(absl::string_view bytes, char* place) {
    if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
    return place + bytes.size();
  }

  // used_ <= granted_ <= capacity_. A string would clear what it grows by, only to be written over.
  std::unique_ptr<char[]> bytes_;
  size_t used_ = 0;
  // What the budget has granted.
  size_t granted_ = 0;
  size_t capacity_ = 0;
  AnswerBudget* budget_ = nullptr;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_WIRE_WRITER_H_
