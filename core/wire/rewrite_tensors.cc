#include "core/wire/rewrite_tensors.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"
#include "core/wire/strip_rule.h"
#include "core/wire/wire_cursor.h"

namespace shapewright {
namespace {

size_t VarintSize(uint64_t value) {
  size_t size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}

// Works in two passes over the bytes: the first one finds the new size of every
// message that changes, the second one writes.
class Rewriter {
 public:
  Rewriter(absl::string_view model, TensorEdit edit) : model_(model), edit_(edit) {}

  absl::StatusOr<std::string> Run() {
    Plan plan;
    if (!Measure(OnnxMessage::kModel, model_, 0, plan)) return error_;
    if (!plan.changes) return std::string(model_);
    std::string out;
    out.reserve(plan.size);
    Write(OnnxMessage::kModel, model_, nullptr, out);
    return out;
  }

 private:
  // The size of a message once it is rewritten, and whether that changes it.
  struct Plan {
    bool changes = false;
    size_t size = 0;
    // Of a tensor that changes: which of tails_ stands at its end.
    size_t tail = 0;
  };

  bool Fail(const char* what, const char* position) {
    error_ = absl::InvalidArgumentError(
        absl::StrCat(kNotAnOnnxModel, what, " at byte ", position - model_.data()));
    error_.SetPayload(kReasonPayload, absl::Cord("MALFORMED_MODEL"));
    return false;
  }

  bool Measure(OnnxMessage kind, absl::string_view bytes, int depth, Plan& plan) {
    if (depth > kStripMaxDepth) return Fail("messages too deep", bytes.data());
    plan = Plan();
    if (kind == OnnxMessage::kTensor && !Edit(bytes, plan)) return false;
    const bool is_edited = plan.changes;
    const char* begin = bytes.data();
    WireCursor cursor(bytes);
    for (; cursor.Next(); begin = cursor.position()) {
      const auto size = static_cast<size_t>(cursor.position() - begin);
      const OnnxMessage field = FieldMessage(kind, cursor.tag());
      if (is_edited && IsTensorData(cursor.tag())) continue;
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

  bool Edit(absl::string_view tensor, Plan& plan) {
    absl::StatusOr<std::optional<std::string>> tail = edit_(tensor);
    if (!tail.ok()) {
      error_ = tail.status();
      return false;
    }
    if (!tail->has_value()) return true;
    plan = {true, (*tail)->size(), tails_.size()};
    tails_.push_back(**std::move(tail));
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

  // `edited` is the plan of a tensor that changes, null for all other messages.
  void Write(OnnxMessage kind, absl::string_view bytes, const Plan* edited, std::string& out) {
    const char* begin = bytes.data();
    for (WireCursor cursor(bytes); cursor.Next(); begin = cursor.position()) {
      if (edited != nullptr && IsTensorData(cursor.tag())) continue;
      const OnnxMessage field = FieldMessage(kind, cursor.tag());
      const Plan inner = field == OnnxMessage::kOther ? Plan() : plans_[next_plan_++];
      if (inner.changes) {
        out.append(begin, TagSize(begin));
        AppendVarint(inner.size, out);
        Write(field, cursor.bytes(), field == OnnxMessage::kTensor ? &inner : nullptr, out);
      } else {
        out.append(begin, cursor.position());
      }
    }
    if (edited != nullptr) out += tails_[edited->tail];
  }

  static size_t TagSize(const char* tag) {
    size_t size = 1;
    while (static_cast<unsigned char>(tag[size - 1]) >= 0x80) ++size;
    return size;
  }

  absl::string_view model_;
  const TensorEdit edit_;
  absl::Status error_;
  std::vector<std::string> tails_;
  // In the order in which the messages begin.
  std::vector<Plan> plans_;
  size_t next_plan_ = 0;
};

}  // namespace

absl::StatusOr<std::string> RewriteTensors(absl::string_view model, TensorEdit edit) {
  return Rewriter(model, edit).Run();
}

}  // namespace shapewright
