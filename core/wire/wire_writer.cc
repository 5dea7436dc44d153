#include "core/wire/wire_writer.h"

#include <algorithm>

namespace shapewright {

bool WireWriter::Grow(size_t bytes) {
  // resize() clears what it adds: little of it for a short answer.
  constexpr size_t kLeast = 512;
  const size_t needed = used_ + bytes - bytes_.size();
  const size_t piece =
      std::max(needed, std::clamp(bytes_.size(), kLeast, size_t{AnswerBudget::kPiece}));
  if (budget_ != nullptr && !budget_->Take(piece)) return false;
  bytes_.resize(bytes_.size() + piece);
  return true;
}

void WireWriter::End(size_t begin) {
  if (begin == kDropped) return;
  const size_t size = used_ - begin;
  char* const content = bytes_.data() + begin;
  if (size < 0x80) {
    content[-1] = static_cast<char>(size);
    return;
  }
  // Begin left room for one byte; longer lengths move the content, once.
  char length[kMaxVarintBytes];
  const auto count = static_cast<size_t>(Put(length, size) - length);
  if (!HasRoom(count)) return;
  char* const place = bytes_.data() + begin - 1;
  std::memmove(place + count, place + 1, size);
  std::memcpy(place, length, count);
  used_ += count - 1;
}

}  // namespace shapewright
