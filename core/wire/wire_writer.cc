#include "core/wire/wire_writer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace shapewright {

std::string WireWriter::Take(absl::Span<const absl::string_view> rest) {
  size_t size = used_;
  for (const absl::string_view part : rest) size += part.size();
  std::string all;
  all.reserve(size);
  absl::StrAppend(&all, view());
  for (const absl::string_view part : rest) absl::StrAppend(&all, part);
  bytes_.reset();
  used_ = granted_ = capacity_ = 0;
  return all;
}

bool WireWriter::Grow(size_t bytes) {
  // Little for a short answer.
  constexpr size_t kLeast = 512;
  const size_t needed = used_ + bytes - granted_;
  const size_t piece = std::max(needed, std::clamp(granted_, kLeast, size_t{AnswerBudget::kPiece}));
  if (budget_ != nullptr && !budget_->Take(piece)) return false;
  MakeCapacity(granted_ + piece);
  granted_ += piece;
  return true;
}

void WireWriter::Reallocate(size_t bytes) {
  const size_t capacity = std::max(bytes, 2 * capacity_);
  std::unique_ptr<char[]> moved(new char[capacity]);
  if (used_ != 0) std::memcpy(moved.get(), bytes_.get(), used_);
  bytes_ = std::move(moved);
  capacity_ = capacity;
}

void WireWriter::End(size_t begin) {
  if (begin == kDropped) return;
  const size_t size = used_ - begin;
  char* const content = bytes_.get() + begin;
  if (size < 0x80) {
    content[-1] = static_cast<char>(size);
    return;
  }
  // Begin left room for one byte; longer lengths move the content, once.
  char length[kMaxVarintBytes];
  const auto count = static_cast<size_t>(Put(length, size) - length);
  if (!HasRoom(count)) return;
  char* const place = bytes_.get() + begin - 1;
  std::memmove(place + count, place + 1, size);
  std::memcpy(place, length, count);
  used_ += count - 1;
}

}  // namespace shapewright
