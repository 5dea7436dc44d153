#include "core/graph/mlir_bytecode/byte_cursor.h"

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {

bool BytecodeState::Count(uint64_t operations) {
  if (!work_.Count(operations)) FailWith(work_.status());
  return !failed_;
}

bool BytecodeState::Fail(const char* at, absl::string_view message) {
  if (failed_) return false;
  return FailWith(ReadError(reason::kMalformedModel,
                            absl::StrCat("byte ", at - file_.data(), ": expected ", message)));
}

bool BytecodeState::FailWith(const absl::Status& error) {
  if (!failed_) error_ = error;
  failed_ = true;
  return false;
}

bool BytecodeState::Nested::ok(const char* at) const {
  return state_.depth_ <= kMaxDepth || state_.Fail(at, "fewer levels within each other");
}

bool ByteCursor::ReadByte(uint8_t* byte) {
  if (AtEnd()) return Fail("a byte more");
  *byte = static_cast<uint8_t>(bytes_[at_++]);
  return true;
}

// The number of zeros below the lowest one of the first byte is that of the bytes behind it.
bool ByteCursor::ReadVarint(uint64_t* value) {
  uint8_t first = 0;
  if (!ReadByte(&first)) return false;
  int more = 0;
  while (more < kBitsPerByte && ((first >> more) & 1) == 0) ++more;
  absl::string_view bytes;
  if (!ReadBytes(static_cast<uint64_t>(more), &bytes)) return false;
  uint64_t high = 0;
  for (int i = 0; i < more; ++i) {
    high |= uint64_t{static_cast<uint8_t>(bytes[static_cast<size_t>(i)])} << (kBitsPerByte * i);
  }
  if (more >= kBitsPerByte) {
    *value = high;
  } else {
    const int low_bits = kBitsPerByte - 1 - more;
    *value = (more > 0 ? high << low_bits : 0) | (uint64_t{first} >> (more + 1));
  }
  return true;
}

bool ByteCursor::ReadSigned(int64_t* value) {
  uint64_t bits = 0;
  if (!ReadVarint(&bits)) return false;
  *value = static_cast<int64_t>((bits >> 1) ^ (0 - (bits & 1)));
  return true;
}

bool ByteCursor::ReadFlagged(uint64_t* value, bool* flag) {
  uint64_t both = 0;
  if (!ReadVarint(&both)) return false;
  *value = both >> 1;
  *flag = (both & 1) != 0;
  return true;
}

bool ByteCursor::ReadCode(uint8_t* code) {
  uint64_t number = 0;
  if (!ReadVarint(&number)) return false;
  *code = static_cast<uint8_t>(number);
  return number == *code || Fail(absl::StrCat("a code of an attribute or a type, not ", number));
}

bool ByteCursor::CheckNumber(uint64_t number, size_t size, absl::string_view what) {
  return number < size ||
         Fail(absl::StrCat("the number of ", what, " below ", size, ", not ", number));
}

bool ByteCursor::ReadNumber(size_t size, absl::string_view what, uint64_t* number) {
  return ReadVarint(number) && CheckNumber(*number, size, what);
}

bool ByteCursor::ReadCount(uint64_t* count) {
  if (!ReadVarint(count)) return false;
  if (*count > left()) return Fail(absl::StrCat("a number of items, which ", *count, " is not"));
  return state_->Count(1 + *count);
}

bool ByteCursor::ReadFlaggedCount(uint64_t* count, bool* flag) {
  if (!ReadFlagged(count, flag)) return false;
  if (*count > left()) return Fail(absl::StrCat("a number of items, which ", *count, " is not"));
  return state_->Count(1 + *count);
}

bool ByteCursor::ReadBytes(uint64_t size, absl::string_view* bytes) {
  if (size > left()) return Fail(absl::StrCat(size, " bytes, of which ", left(), " are left"));
  *bytes = bytes_.substr(at_, static_cast<size_t>(size));
  at_ += static_cast<size_t>(size);
  return !state_->failed();
}

bool ByteCursor::ReadBlob(absl::string_view* bytes) {
  uint64_t size = 0;
  return ReadVarint(&size) && ReadBytes(size, bytes);
}

bool ByteCursor::ReadTerminated(absl::string_view* text) {
  const size_t end = bytes_.find('\0', at_);
  if (end == absl::string_view::npos) return Fail("a text that ends with a byte of zero");
  *text = bytes_.substr(at_, end - at_);
  at_ = end + 1;
  return state_->Count(1 + text->size() / kBytesPerCount);
}

bool ByteCursor::ReadSection(uint8_t* id, ByteCursor* content) {
  constexpr uint8_t kAligned = 0x80;
  uint8_t mark = 0;
  uint64_t size = 0;
  if (!ReadByte(&mark) || !ReadVarint(&size)) return false;
  *id = mark & static_cast<uint8_t>(~kAligned);
  if ((mark & kAligned) != 0) {
    uint64_t alignment = 0;
    if (!ReadVarint(&alignment)) return false;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
      return Fail(absl::StrCat("an alignment that is a power of 2, not ", alignment));
    }
    const auto place = static_cast<uint64_t>(here() - state_->file().data());
    absl::string_view padding;
    if (!ReadBytes((0 - place) & (alignment - 1), &padding)) return false;
  }
  absl::string_view bytes;
  if (!ReadBytes(size, &bytes)) return false;
  *content = ByteCursor(bytes, state_);
  return true;
}

bool ByteCursor::ReadSignedList(absl::Span<const int64_t>* values) {
  uint64_t count = 0;
  if (!ReadCount(&count)) return false;
  const absl::Span<int64_t> read = NewArray<int64_t>(state_->arena(), count);
  for (int64_t& value : read) {
    if (!ReadSigned(&value)) return false;
  }
  *values = read;
  return true;
}

}  // namespace shapewright::graph
