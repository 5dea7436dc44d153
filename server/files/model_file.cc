#include "server/files/model_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/wire/external_data.h"
#include "core/wire/ir_constants.h"
#include "core/wire/model_format.h"
#include "core/wire/strip_rule.h"
#include "core/wire/wire_cursor.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

constexpr size_t kFileWindowBytes = 128 << 10;

// Random access to a file, through a buffer.
class FileWindow {
 public:
  FileWindow(int fd, uint64_t size) : fd_(fd), size_(size), bytes_(kFileWindowBytes) {}

  // The bytes from `begin` on: at least `wanted`, unless the file ends before.
  absl::string_view Look(uint64_t begin, size_t wanted) {
    wanted = static_cast<size_t>(std::min<uint64_t>(wanted, size_ - begin));
    if (begin < begin_ || begin + wanted > begin_ + filled_) {
      begin_ = begin;
      filled_ = Read(begin, bytes_.data(),
                     static_cast<size_t>(std::min<uint64_t>(bytes_.size(), size_ - begin)));
    }
    const auto skipped = static_cast<size_t>(begin - begin_);
    if (skipped >= filled_) return {};
    return absl::string_view(bytes_.data(), filled_).substr(skipped);
  }

  // False if the file has become shorter, or cannot be read.
  bool Append(uint64_t begin, uint64_t end, std::string& out) {
    const size_t old_size = out.size();
    const auto size = static_cast<size_t>(end - begin);
    out.resize(old_size + size);
    return Read(begin, out.data() + old_size, size) == size;
  }

  // The errno of the first failed read, after which the content is unusable; 0 if none failed.
  int error() const { return error_; }

 private:
  size_t Read(uint64_t begin, char* to, size_t size) {
    size_t done = 0;
    while (done < size) {
      const ssize_t got = pread(fd_, to + done, size - done, static_cast<off_t>(begin + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && error_ == 0) error_ = errno;
      if (got <= 0) break;
      done += static_cast<size_t>(got);
    }
    return done;
  }

  const int fd_;
  const uint64_t size_;
  std::vector<char> bytes_;
  uint64_t begin_ = 0;
  size_t filled_ = 0;
  int error_ = 0;
};

struct Field {
  uint32_t tag = 0;
  uint64_t begin = 0;       // of the tag
  uint64_t size_begin = 0;  // of the length, where it has one
  uint64_t value = 0;       // of its content
  uint64_t end = 0;
  uint64_t number = 0;  // of a varint
};

class WeightlessReader {
 public:
  WeightlessReader(int fd, uint64_t size, size_t max_bytes)
      : window_(fd, size), size_(size), max_bytes_(max_bytes) {}

  absl::StatusOr<std::string> Run() {
    std::string out;
    bool changes = false;
    // Files of other formats stay as they are.
    if (FormatOf(window_.Look(0, kFileWindowBytes)) != ModelFormat::kOnnx) {
      if (!Copy(0, size_, out)) return error_;
      return out;
    }
    if (!ReadMessage(OnnxMessage::kModel, 0, size_, 0, out, changes)) return error_;
    if (!changes && !Copy(0, size_, out)) return error_;
    return out;
  }

  // The errno of the first failed read; if not 0, the result of Run() is meaningless.
  int error() const { return window_.error(); }

 private:
  bool Fail(uint64_t position, const char* what) {
    error_ = graph::ReadError(graph::reason::kMalformedModel,
                              absl::StrCat("not an ONNX model: ", what, " at byte ", position));
    return false;
  }

  // Appends the stripped message to `out`, from its first change on; nothing if it does not change.
  bool ReadMessage(OnnxMessage kind, uint64_t begin, uint64_t end, int depth, std::string& out,
                   bool& changes) {
    if (depth > kStripMaxDepth) return Fail(begin, "messages too deep");
    bool is_large = false;
    if (kind == OnnxMessage::kTensor && !IsLarge(begin, end, is_large)) return false;
    changes = is_large;
    uint64_t copied = begin;  // the input before this is handled, unless nothing has changed yet
    Field field;
    for (uint64_t position = begin; position < end; position = field.end) {
      if (!ReadField(position, end, field)) return false;
      if (is_large && IsTensorData(field.tag)) {
        if (!Copy(copied, field.begin, out)) return false;
        copied = field.end;
        continue;
      }
      const OnnxMessage inner = FieldMessage(kind, field.tag);
      if (inner == OnnxMessage::kOther) continue;
      std::string content;
      bool inner_changes = false;
      if (!ReadMessage(inner, field.value, field.end, depth + 1, content, inner_changes)) {
        return false;
      }
      if (!inner_changes) continue;
      if (!Copy(copied, field.size_begin, out)) return false;
      AppendVarint(content.size(), out);
      out += content;
      copied = field.end;
      changes = true;
    }
    if (!changes) return true;
    if (!Copy(copied, end, out)) return false;
    if (is_large) out.append(StrippedMark().data(), StrippedMark().size());
    return true;
  }

  bool IsLarge(uint64_t begin, uint64_t end, bool& is_large) {
    ElementCount count;
    Field field;
    for (uint64_t position = begin; position < end; position = field.end) {
      if (!ReadField(position, end, field)) return false;
      if (field.tag == VarintTag(1)) count.Multiply(static_cast<int64_t>(field.number));
      if (field.tag != BytesTag(1)) continue;
      uint64_t dim = 0;
      for (uint64_t at = field.value; at < field.end;) {
        if (!ReadVarint(at, field.end, dim)) break;
        count.Multiply(static_cast<int64_t>(dim));
      }
    }
    is_large = count.IsLarge();
    return true;
  }

  bool ReadVarint(uint64_t& position, uint64_t end, uint64_t& value) {
    absl::string_view bytes = window_.Look(position, kMaxVarintBytes);
    bytes = bytes.substr(0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), end - position)));
    const char* at = bytes.data();
    if (!shapewright::ReadVarint(&at, bytes.data() + bytes.size(), kMaxVarintBytes, &value))
      return false;
    position += static_cast<uint64_t>(at - bytes.data());
    return true;
  }

  bool ReadField(uint64_t position, uint64_t end, Field& field) {
    field.begin = position;
    uint64_t tag = 0;
    if (!ReadVarint(position, end, tag) || tag < 8 || tag > UINT32_MAX) {
      return Fail(field.begin, "malformed tag");
    }
    field.tag = static_cast<uint32_t>(tag);
    field.size_begin = field.value = position;
    if (!FindEnd(position, end, field)) return Fail(field.begin, "truncated field");
    return true;
  }

  bool FindEnd(uint64_t position, uint64_t end, Field& field) {
    uint64_t size = 0;
    switch (static_cast<WireType>(field.tag & 7)) {
      case WireType::kVarint:
        if (!ReadVarint(position, end, field.number)) return false;
        break;
      case WireType::kBytes:
        if (!ReadVarint(position, end, size)) return false;
        field.value = position;
        break;
      case WireType::kFixed64:
        size = 8;
        break;
      case WireType::kFixed32:
        size = 4;
        break;
      case WireType::kGroup:
        return SkipGroup(position, end, field);
      default:
        return false;
    }
    if (size > end - position) return false;
    field.end = position + size;
    return true;
  }

  // Only counts nested groups, without comparing their numbers: all are skipped anyway.
  bool SkipGroup(uint64_t position, uint64_t end, Field& field) {
    for (int open = 1; open > 0;) {
      uint64_t tag = 0;
      if (!ReadVarint(position, end, tag)) return false;
      const auto type = static_cast<WireType>(tag & 7);
      if (type == WireType::kGroup) {
        ++open;
      } else if (type == WireType::kEndGroup) {
        --open;
      } else {
        Field inner;
        inner.tag = static_cast<uint32_t>(tag);
        if (!FindEnd(position, end, inner)) return false;
        position = inner.end;
      }
    }
    field.end = position;
    return true;
  }

  bool Copy(uint64_t begin, uint64_t end, std::string& out) {
    if (end - begin > max_bytes_ || out.size() > max_bytes_ - static_cast<size_t>(end - begin)) {
      error_ = UploadTooLargeError(max_bytes_);
      return false;
    }
    if (window_.Append(begin, end, out)) return true;
    error_ = FileChangedError();
    return false;
  }

  FileWindow window_;
  const uint64_t size_;
  const size_t max_bytes_;
  absl::Status error_;
};

// For failures that may pass soon.
constexpr std::chrono::milliseconds kRetryReadDelay{500};

absl::Status Passing(absl::Status error) {
  SetRetryDelay(error, kRetryReadDelay);
  return error;
}

// The identity of a file when it was opened. Equal identities mean equal content, as far as the
// file system tells.
std::string IdentityOf(const struct stat& info) {
  return absl::StrCat(info.st_dev, ":", info.st_ino, ":", info.st_size, ":", info.st_mtim.tv_sec,
                      ".", info.st_mtim.tv_nsec, ":", info.st_ctim.tv_sec, ".",
                      info.st_ctim.tv_nsec, "\n");
}

absl::Status CheckUnchanged(const FileDescriptor& fd, absl::string_view identity) {
  struct stat info = {};
  if (fstat(fd.get(), &info) != 0) return ModelFileError(errno);
  return IdentityOf(info) == identity ? absl::OkStatus() : FileChangedError();
}

// Absent if the file ends before.
absl::StatusOr<std::optional<std::string>> ReadPart(const FileDescriptor& fd,
                                                    const ExternalPart& part) {
  constexpr auto kMaxOffset = static_cast<uint64_t>(std::numeric_limits<off_t>::max());
  if (part.offset > kMaxOffset - part.size) return std::nullopt;
  std::string bytes(part.size, '\0');
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t got = pread(fd.get(), bytes.data() + done, bytes.size() - done,
                              static_cast<off_t>(part.offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ModelFileError(errno);
    if (got == 0) return std::nullopt;
    done += static_cast<size_t>(got);
  }
  return bytes;
}

}  // namespace

absl::Status ModelFileError(int error) {
  switch (error) {
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case ENODEV:
    case ENOENT:
    case ENOTDIR:
    case ENXIO:
    case EXDEV:
      return CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                       "the server's model root has no such file");
    case EACCES:
    case EPERM:
      return CallError(absl::StatusCode::kPermissionDenied, reason::kPathNotReadable,
                       "the server may not read this file");
    case EMFILE:
    case ENFILE:
      return Passing(CallError(absl::StatusCode::kResourceExhausted, reason::kTooManyOpenFiles,
                               "the server has as many files open as it may have"));
    case ENOMEM:
      return Passing(OutOfMemoryError("file"));
    default:
      return Passing(CallError(absl::StatusCode::kUnavailable, reason::kModelRootFailed,
                               "the file cannot be read now"));
  }
}

ModelFile::ModelFile(FileDescriptor fd, const struct stat& info)
    : fd_(std::move(fd)),
      size_(static_cast<uint64_t>(info.st_size)),
      identity_(IdentityOf(info)),
      own_identity_(identity_.size()) {}

absl::StatusOr<std::string> ModelFile::ReadWithoutWeights(size_t max_bytes) const {
  WeightlessReader reader(fd_.get(), size_, max_bytes);
  absl::StatusOr<std::string> model = reader.Run();
  if (reader.error() != 0) return ModelFileError(reader.error());
  // Otherwise even an error could be about a mixture of two versions of the file.
  absl::Status unchanged =
      CheckUnchanged(fd_, absl::string_view(identity_).substr(0, own_identity_));
  if (!unchanged.ok()) return unchanged;
  return model;
}

absl::Status ModelFile::AddData(const std::string& location, FileDescriptor fd) {
  DataFile file{location, std::move(fd), "-\n"};
  struct stat info = {};
  if (file.fd.is_open()) {
    if (fstat(file.fd.get(), &info) != 0) return ModelFileError(errno);
    file.identity = IdentityOf(info);
  }
  identity_ += file.identity;
  data_.push_back(std::move(file));
  return absl::OkStatus();
}

absl::StatusOr<std::string> ModelFile::InlineData(absl::string_view model, size_t max_bytes) const {
  if (data_.empty()) return std::string(model);
  size_t size = model.size();
  const auto read = [&](const ExternalPart& part) -> absl::StatusOr<std::optional<std::string>> {
    size += part.size;
    if (size > max_bytes) return UploadTooLargeError(max_bytes);
    for (const DataFile& file : data_) {
      if (file.location == part.location && file.fd.is_open()) return ReadPart(file.fd, part);
    }
    return std::nullopt;
  };
  const bool is_ir = FormatOf(model) == ModelFormat::kOpenvinoIr;
  const auto read_weights = [&](uint64_t offset, size_t bytes) {
    return read({data_.front().location, offset, bytes});
  };
  absl::StatusOr<std::string> result =
      is_ir ? InlineIrConstants(model, read_weights) : InlineExternalData(model, read);
  for (const DataFile& file : data_) {
    if (!file.fd.is_open()) continue;
    if (absl::Status unchanged = CheckUnchanged(file.fd, file.identity); !unchanged.ok()) {
      return unchanged;
    }
  }
  return result;
}

}  // namespace shapewright::server
