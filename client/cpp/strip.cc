#include "client/cpp/strip.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/graph/wire_cursor.h"

namespace shapewright {
namespace {

using graph::BytesTag;
using graph::VarintTag;
using graph::WireCursor;

constexpr int kMaxDepth = 1000;

// The messages of ONNX through which tensors are reached.
enum class Kind : uint8_t {
  kOther,
  kModel,
  kGraph,
  kTraining,
  kFunction,
  kNode,
  kAttribute,
  kSparseTensor,
  kTensor,
};

// The kind of message that a field of a message holds.
Kind FieldKind(Kind kind, uint32_t tag) {
  switch (kind) {
    case Kind::kModel:
      if (tag == BytesTag(7)) return Kind::kGraph;
      if (tag == BytesTag(20)) return Kind::kTraining;
      if (tag == BytesTag(25)) return Kind::kFunction;
      break;
    case Kind::kTraining:  // initialization, algorithm
      if (tag == BytesTag(1) || tag == BytesTag(2)) return Kind::kGraph;
      break;
    case Kind::kGraph:
      if (tag == BytesTag(1)) return Kind::kNode;
      if (tag == BytesTag(5)) return Kind::kTensor;
      if (tag == BytesTag(15)) return Kind::kSparseTensor;
      break;
    case Kind::kFunction:
      if (tag == BytesTag(7)) return Kind::kNode;
      if (tag == BytesTag(11)) return Kind::kAttribute;
      break;
    case Kind::kNode:
      if (tag == BytesTag(5)) return Kind::kAttribute;
      break;
    case Kind::kAttribute:  // t, tensors; g, graphs; sparse ones
      if (tag == BytesTag(5) || tag == BytesTag(10)) return Kind::kTensor;
      if (tag == BytesTag(6) || tag == BytesTag(11)) return Kind::kGraph;
      if (tag == BytesTag(22) || tag == BytesTag(23)) {
        return Kind::kSparseTensor;
      }
      break;
    case Kind::kSparseTensor:  // values, indices
      if (tag == BytesTag(1) || tag == BytesTag(2)) return Kind::kTensor;
      break;
    case Kind::kTensor:
    case Kind::kOther:
      break;
  }
  return Kind::kOther;
}

// Fields of a large tensor that are left out.
bool IsDropped(uint32_t tag) {
  const uint32_t field = tag >> 3;
  return (field >= 4 && field <= 7) || (field >= 9 && field <= 11) || field == 13 || field == 14;
}

constexpr absl::string_view kStrippedFields("\x6a\x14\x0a\x08location\x12\x08stripped\x70\x01", 24);

// A product of dims that stops at the first that decides.
class ElementCount {
 public:
  void Multiply(int64_t dim) {
    negative_ = negative_ || dim < 0;
    zero_ = zero_ || dim == 0;
    if (dim <= 0) return;
    const bool fits = product_ <= std::numeric_limits<int64_t>::max() / dim;
    product_ = fits ? product_ * dim : std::numeric_limits<int64_t>::max();
  }
  bool IsLarge() const { return !negative_ && !zero_ && product_ > kStripKeepElements; }

 private:
  int64_t product_ = 1;
  bool negative_ = false;
  bool zero_ = false;
};

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
    if (!Measure(Kind::kModel, model_, 0, plan)) return error_;
    if (!plan.changes) return std::string(model_);
    std::string out;
    out.reserve(plan.size);
    Write(Kind::kModel, model_, out);
    return out;
  }

 private:
  // What becomes of a message.
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

  bool Measure(Kind kind, absl::string_view bytes, int depth, Plan& plan) {
    if (depth > kMaxDepth) return Fail("messages too deep", bytes.data());
    const bool is_large = kind == Kind::kTensor && IsLarge(bytes);
    plan = {is_large, is_large ? kStrippedFields.size() : 0};
    const char* begin = bytes.data();
    WireCursor cursor(bytes);
    for (; cursor.Next(); begin = cursor.position()) {
      const auto size = static_cast<size_t>(cursor.position() - begin);
      const Kind field = FieldKind(kind, cursor.tag());
      if (is_large && IsDropped(cursor.tag())) continue;
      if (field == Kind::kOther) {
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
  bool MeasureField(Kind kind, absl::string_view bytes, int depth, Plan& plan) {
    const size_t place = plans_.size();
    plans_.emplace_back();
    if (!Measure(kind, bytes, depth, plan)) return false;
    if (!plan.changes) plans_.resize(place + 1);
    plans_[place] = plan;
    return true;
  }

  void Write(Kind kind, absl::string_view bytes, std::string& out) {
    const bool is_large = kind == Kind::kTensor && IsLarge(bytes);
    const char* begin = bytes.data();
    for (WireCursor cursor(bytes); cursor.Next(); begin = cursor.position()) {
      if (is_large && IsDropped(cursor.tag())) continue;
      const Kind field = FieldKind(kind, cursor.tag());
      const Plan inner = field == Kind::kOther ? Plan() : plans_[next_plan_++];
      if (inner.changes) {
        out.append(begin, TagSize(begin));
        AppendVarint(inner.size, out);
        Write(field, cursor.bytes(), out);
      } else {
        out.append(begin, cursor.position());
      }
    }
    if (is_large) absl::StrAppend(&out, kStrippedFields);
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
