#ifndef SHAPEWRIGHT_CORE_WIRE_FILE_ERROR_H_
#define SHAPEWRIGHT_CORE_WIRE_FILE_ERROR_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

// What is wrong with a file of the caller: each error has its ErrorReason(), and says the name of
// the file and what to do (docs/errors.md). The clients in other languages say the same.
namespace shapewright {

// FILE_NOT_FOUND or FILE_NOT_READABLE; `error` is an errno.
absl::Status CannotReadFile(absl::string_view path, int error);

// DISK_FULL or FILE_NOT_WRITABLE.
absl::Status CannotWriteFile(absl::string_view path, int error);

// FILE_TOO_LARGE.
absl::Status FileTooLarge(absl::string_view path, uint64_t bytes, uint64_t limit);

// MALFORMED_MODEL: `what` is wrong with its bytes.
absl::Status NotAModelFile(absl::string_view path, absl::string_view what);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_FILE_ERROR_H_
