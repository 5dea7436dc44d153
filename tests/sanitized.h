#ifndef SHAPEWRIGHT_TESTS_SANITIZED_H_
#define SHAPEWRIGHT_TESTS_SANITIZED_H_

#include <cstddef>

#include "tests/mebibyte.h"

namespace shapewright {

// With what tests, and the programs that they start, are compiled.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kIsAddressSanitized = true;
#else
inline constexpr bool kIsAddressSanitized = false;
#endif
#ifdef __SANITIZE_THREAD__
inline constexpr bool kIsThreadSanitized = true;
#else
inline constexpr bool kIsThreadSanitized = false;
#endif
inline constexpr bool kIsSanitized = kIsAddressSanitized || kIsThreadSanitized;

// Why a test is skipped in such a build. Only for what no program with a sanitizer can do.
inline constexpr char kNeedsAddresses[] =
    "a sanitizer reserves more addresses than such a limit of the process allows";
inline constexpr char kKeepsFreedMemory[] = "AddressSanitizer keeps what was freed";
inline constexpr char kNeedsDescriptors[] =
    "UndefinedBehaviorSanitizer opens a pipe, and reports an error where it cannot";

// The most that a process may take where the program itself may take so many bytes.
// AddressSanitizer puts zones around each allocation, which make small ones up to three times as
// large, keeps up to 256 MiB of what was freed, and has a byte of shadow for eight. For
// ThreadSanitizer its manual says ten times.
constexpr size_t WithSanitizer(size_t bytes) {
  if (kIsAddressSanitized) return (3 * bytes + 256 * kMiB) / 8 * 9;
  return kIsThreadSanitized ? 10 * bytes : bytes;
}

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_SANITIZED_H_
