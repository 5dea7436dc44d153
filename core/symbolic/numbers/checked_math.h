#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_NUMBERS_CHECKED_MATH_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_NUMBERS_CHECKED_MATH_H_

#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace shapewright::symbolic {

// 64-bit arithmetic that reports a result beyond 64 bits (S15), and the four divisions of S11 over
// constants. Divisors must not be zero.

__extension__ using Int128 = __int128;

inline std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<int64_t> CheckedSub(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<int64_t> CheckedMul(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// The value as 64 bits, or nothing where it does not fit.
inline std::optional<int64_t> Narrow(Int128 value) {
  const auto narrow = static_cast<int64_t>(value);
  if (static_cast<Int128>(narrow) != value) return std::nullopt;
  return narrow;
}

// Rounds to minus infinity, in any width.
template <typename T>
T FloorDivide(T a, T b) {
  const T quotient = a / b;
  return quotient - static_cast<T>(a % b != 0 && (a < 0) != (b < 0));
}

// Rounds to plus infinity.
template <typename T>
T CeilDivide(T a, T b) {
  const T quotient = a / b;
  return quotient + static_cast<T>(a % b != 0 && (a < 0) == (b < 0));
}

// INT64_MIN / -1 is the one quotient that does not fit.
inline std::optional<int64_t> CheckedFloorDiv(int64_t a, int64_t b) {
  return Narrow(FloorDivide<Int128>(a, b));
}

inline std::optional<int64_t> CheckedCeilDiv(int64_t a, int64_t b) {
  return Narrow(CeilDivide<Int128>(a, b));
}

inline std::optional<int64_t> CheckedTruncDiv(int64_t a, int64_t b) {
  return Narrow(static_cast<Int128>(a) / b);
}

// base^exponent for base >= 2 and exponent >= 0; nothing beyond 126 bits.
inline std::optional<Int128> CheckedPower(int64_t base, Int128 exponent) {
  constexpr Int128 kMost = static_cast<Int128>(1) << 126;
  Int128 power = 1;
  for (; exponent > 0; --exponent) {
    if (power > kMost / base) return std::nullopt;
    power *= base;
  }
  return power;
}

// A positive divisor of both, the greatest unless one of them is INT64_MIN; 0
// for two zeros.
inline int64_t CommonFactor(int64_t a, int64_t b) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  return std::gcd(a == kMin ? kMin / 2 : a, b == kMin ? kMin / 2 : b);
}

// a - b * floordiv(a, b): takes the sign of b.
inline int64_t FloorMod(int64_t a, int64_t b) {
  const Int128 wide = static_cast<Int128>(a) - FloorDivide<Int128>(a, b) * static_cast<Int128>(b);
  return static_cast<int64_t>(wide);
}

// FloorMod with the signature of the divisions above; always has a value.
inline std::optional<int64_t> CheckedMod(int64_t a, int64_t b) { return FloorMod(a, b); }

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_NUMBERS_CHECKED_MATH_H_
