#include "core/shape/plain_shape.h"

#include <cstdint>

#include "absl/strings/ascii.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

// Numbers of so many digits fit into 64 bits.
constexpr int kMaxDigits = 18;

// Reads a text once, from left to right, and stops at what it cannot read.
class PlainReader {
 public:
  explicit PlainReader(absl::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  std::optional<PlainDims> Read();

 private:
  char Peek() const { return at_ < end_ ? *at_ : '\0'; }
  bool Take(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  void SkipSpaces() {
    while (absl::ascii_isspace(static_cast<unsigned char>(Peek()))) ++at_;
  }
  bool ReadNumber(int64_t& number);
  bool ReadDim(Interval& dim);

  const char* at_;
  const char* const end_;
};

bool PlainReader::ReadNumber(int64_t& number) {
  const char* const begin = at_;
  number = 0;
  while (Peek() >= '0' && Peek() <= '9' && at_ - begin < kMaxDigits) {
    number = number * 10 + (*at_++ - '0');
  }
  return at_ > begin;
}

bool PlainReader::ReadDim(Interval& dim) {
  if (Take('?')) {
    dim = Interval::Size();
    return true;
  }
  if (!ReadNumber(dim.min)) return false;
  dim.max = dim.min;
  if (!Take('.')) return true;
  return Take('.') && ReadNumber(dim.max) && dim.min <= dim.max;
}

std::optional<PlainDims> PlainReader::Read() {
  const bool has_braces = Take('{');
  if (!has_braces && !Take('[')) return std::nullopt;
  const char close = has_braces ? '}' : ']';
  PlainDims dims;
  SkipSpaces();
  while (!Take(close)) {
    if (!dims.empty() && !Take(',')) return std::nullopt;
    SkipSpaces();
    Interval dim;
    if (!ReadDim(dim)) return std::nullopt;
    dims.push_back(dim);
    SkipSpaces();
  }
  if (at_ != end_) return std::nullopt;
  return dims;
}

}  // namespace

std::optional<PlainDims> ReadPlainShape(absl::string_view text) { return PlainReader(text).Read(); }

}  // namespace shapewright::shape
