#include "core/wire/wire_writer.h"

#include <algorithm>

namespace shapewright::inference {

bool WireWriter::Grow(size_t bytes) {
  const size_t needed = bytes_.size() + bytes - granted_;
  const size_t piece = std::max(needed, AnswerBudget::kPiece);
  if (!budget_->Take(piece)) return false;
  granted_ += piece;
  return true;
}

void WireWriter::End(size_t begin) {
  uint64_t size = bytes_.size() - begin;
  if (size < 0x80) {
    bytes_[begin - 1] = static_cast<char>(size);
    return;
  }
  // Begin left room for one byte; longer lengths move the content, once.
  char length[10];
  size_t count = 0;
  while (size >= 0x80) {
    length[count++] = static_cast<char>(size | 0x80);
    size >>= 7;
  }
  length[count++] = static_cast<char>(size);
  bytes_.replace(begin - 1, 1, length, count);
}

}  // namespace shapewright::inference
