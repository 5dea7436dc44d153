#include "core/wire/strip.h"

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/wire/wire_cursor.h"

namespace shapewright {
namespace {

using graph::BytesTag;
using graph::VarintTag;
using graph::WireCursor;

void AppendVarint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) {
    out.push_back(static_cast<char>(value | 0x80));
  }
  out.push_back(static_cast<char>(value));
}

size_t VarintSize(uint64_t value) {
  size_t size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}

// Works in two passes over the bytes: the first one finds the new size of every
// message that changes, the second one writes.
class Stripper {
 public:
  explicit Stripper(absl::string_view model) : model_(model) {}

  absl::StatusOr<std::string> Run() {
    Plan plan;
    if (!Measure(OnnxMessage::kModel, model_, 0, plan)) return error_;
    if (!plan.changes) return std::string(model_);
    std::string out;
    out.reserve(plan.size);
    Write(OnnxMessage::kModel, model_, out);
    return out;
  }

 private:
  // The size of a message once it is stripped, and whether that changes it.
  struct Plan {
    bool changes = false;
    size_t size = 0;
  };

  static bool IsLarge(absl::string_view tensor) {
    ElementCount count;
    WireCursor cursor(tensor);
    while (cursor.Next()) {
      if (cursor.tag() == VarintTag(1)) count.Multiply(cursor.signed_number());
      if (cursor.tag() != BytesTag(1)) continue;
      const char* position = cursor.bytes().data();
      const char* const end = position + cursor.bytes().size();
      uint64_t dim = 0;
      while (position != end && graph::ReadVarint(&position, end, 10, &dim)) {
        count.Multiply(static_cast<int64_t>(dim));
      }
    }
    return count.IsLarge();
  }

  bool Fail(const char* what, const char* position) {
    error_ = absl::InvalidArgumentError(
        absl::StrCat("not an ONNX model: ", what, " at byte ", position - model_.data()));
    return false;
  }

  bool Measure(OnnxMessage kind, absl::string_view bytes, int depth, Plan& plan) {
    if (depth > kStripMaxDepth) return Fail("messages too deep", bytes.data());
    const bool is_large = kind == OnnxMessage::kTensor && IsLarge(bytes);
    plan = {is_large, is_large ? StrippedMark().size() : 0};
    const char* begin = bytes.data();
    WireCursor cursor(bytes);
    for (; cursor.Next(); begin = cursor.position()) {
      const auto size = static_cast<size_t>(cursor.position() - begin);
      const OnnxMessage field = FieldMessage(kind, cursor.tag());
      if (is_large && IsStripped(cursor.tag())) continue;
      if (field == OnnxMessage::kOther) {
        plan.size += size;
        continue;
      }
      Plan inner;
      if (!MeasureField(field, cursor.bytes(), depth + 1, inner)) return false;
      plan.size += inner.changes ? TagSize(begin) + VarintSize(inner.size) + inner.size : size;
      plan.changes = plan.changes || inner.changes;
    }
    if (cursor.failed()) return Fail(cursor.error(), cursor.error_position());
    return true;
  }

  // Leaves an entry in plans_ for the message, and, if it changes, for those
  // within.
  bool MeasureField(OnnxMessage kind, absl::string_view bytes, int depth, Plan& plan) {
    const size_t place = plans_.size();
    plans_.emplace_back();
    if (!Measure(kind, bytes, depth, plan)) return false;
    if (!plan.changes) plans_.resize(place + 1);
    plans_[place] = plan;
    return true;
  }

  void Write(OnnxMessage kind, absl::string_view bytes, std::string& out) {
    const bool is_large = kind == OnnxMessage::kTensor && IsLarge(bytes);
    const char* begin = bytes.data();
    for (WireCursor cursor(bytes); cursor.Next(); begin = cursor.position()) {
      if (is_large && IsStripped(cursor.tag())) continue;
      const OnnxMessage field = FieldMessage(kind, cursor.tag());
      const Plan inner = field == OnnxMessage::kOther ? Plan() : plans_[next_plan_++];
      if (inner.changes) {
        out.append(begin, TagSize(begin));
        AppendVarint(inner.size, out);
        Write(field, cursor.bytes(), out);
      } else {
        out.append(begin, cursor.position());
      }
    }
    if (is_large) absl::StrAppend(&out, StrippedMark());
  }

  static size_t TagSize(const char* tag) {
    size_t size = 1;
    while (static_cast<unsigned char>(tag[size - 1]) >= 0x80) ++size;
    return size;
  }

  absl::string_view model_;
  absl::Status error_;
  // In the order in which the messages begin.
  std::vector<Plan> plans_;
  size_t next_plan_ = 0;
};

}  // namespace

absl::StatusOr<std::string> StripWeights(absl::string_view model) { return Stripper(model).Run(); }

}  // namespace shapewright
