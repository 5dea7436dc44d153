#include "core/wire/file_error.h"

#include <cerrno>
#include <string>
#include <system_error>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"
#include "core/wire/printable.h"

namespace shapewright {
namespace {

absl::Status FileError(absl::StatusCode code, absl::string_view reason, absl::string_view message) {
  absl::Status status(code, message);
  status.SetPayload(kReasonPayload, absl::Cord(reason));
  return status;
}

std::string ErrorText(int error) { return std::generic_category().message(error); }

}  // namespace

absl::Status CannotReadFile(absl::string_view path, int error) {
  const std::string text = absl::StrCat("cannot read ", Printable(path), ": ");
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return FileError(absl::StatusCode::kNotFound, "FILE_NOT_FOUND",
                       absl::StrCat(text, "there is no such file; correct the path"));
    case EISDIR:
      return FileError(absl::StatusCode::kPermissionDenied, "FILE_NOT_READABLE",
                       absl::StrCat(text, "it is a folder; name a file in it"));
    case EINVAL:
      return FileError(absl::StatusCode::kPermissionDenied, "FILE_NOT_READABLE",
                       absl::StrCat(text, "it is not a regular file; name one"));
    case EACCES:
    case EPERM:
      return FileError(absl::StatusCode::kPermissionDenied, "FILE_NOT_READABLE",
                       absl::StrCat(text, "permission denied; let this user read it"));
    default:
      return FileError(absl::StatusCode::kUnavailable, "FILE_NOT_READABLE",
                       absl::StrCat(text, ErrorText(error), "; look at its disk, or try again"));
  }
}

absl::Status CannotWriteFile(absl::string_view path, int error) {
  const std::string text = absl::StrCat("cannot write ", Printable(path), ": ");
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return FileError(
          absl::StatusCode::kResourceExhausted, "DISK_FULL",
          absl::StrCat(text, ErrorText(error), "; free some space, or name another place"));
    case ENOENT:
    case ENOTDIR:
      return FileError(
          absl::StatusCode::kNotFound, "FILE_NOT_WRITABLE",
          absl::StrCat(text, "there is no such folder; make it, or name another place"));
    case EISDIR:
      return FileError(absl::StatusCode::kPermissionDenied, "FILE_NOT_WRITABLE",
                       absl::StrCat(text, "it is a folder; name a file"));
    case EACCES:
    case EPERM:
    case EROFS:
      return FileError(absl::StatusCode::kPermissionDenied, "FILE_NOT_WRITABLE",
                       absl::StrCat(text, ErrorText(error),
                                    "; let this user write in its folder, or name another place"));
    default:
      return FileError(
          absl::StatusCode::kUnavailable, "FILE_NOT_WRITABLE",
          absl::StrCat(text, ErrorText(error), "; look at its disk, or name another place"));
  }
}

absl::Status FileTooLarge(absl::string_view path, uint64_t bytes, uint64_t limit) {
  return FileError(
      absl::StatusCode::kInvalidArgument, "FILE_TOO_LARGE",
      absl::StrCat(Printable(path), " has ", bytes, " bytes, ", limit,
                   " is the limit; keep its weights in other files, or raise the limit"));
}

absl::Status NotAModelFile(absl::string_view path, absl::string_view what) {
  return FileError(absl::StatusCode::kInvalidArgument, "MALFORMED_MODEL",
                   absl::StrCat(Printable(path), " is not an ONNX model: ", what,
                                "; give the whole file, as its exporter wrote it"));
}

}  // namespace shapewright
