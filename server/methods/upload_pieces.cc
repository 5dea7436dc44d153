#include "server/methods/upload_pieces.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// One string that grows takes up to twice as much as it holds.
constexpr size_t kPieceBytes = size_t{1} << 18;

absl::Status NoHeaderError() {
  return MalformedUploadError("header", "an upload begins with its header");
}

}  // namespace

absl::Status MalformedUploadError(absl::string_view field, absl::string_view message) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, message);
  if (!field.empty()) SetField(error, field);
  return error;
}

absl::Status UploadPieces::Take(const v1::UploadModelRequest& request) {
  if (request.has_chunk()) return Append(request.chunk());
  if (request.has_header() && !has_header_) return Begin(request.header());
  return MalformedUploadError("part", "an upload is one header, then chunks");
}

absl::Status UploadPieces::Begin(const v1::UploadHeader& header) {
  if (header.size_bytes() > limit_) return UploadTooLargeError(limit_);
  header_ = header;
  has_header_ = true;
  return absl::OkStatus();
}

absl::Status UploadPieces::Append(absl::string_view chunk) {
  if (!has_header_) return NoHeaderError();
  if (chunk.size() > limit_ - size_) return UploadTooLargeError(limit_);
  size_ += chunk.size();
  while (!chunk.empty()) {
    if (pieces_.empty() || pieces_.back().size() == kPieceBytes) pieces_.emplace_back();
    const absl::string_view part = chunk.substr(0, kPieceBytes - pieces_.back().size());
    pieces_.back().append(part.data(), part.size());
    chunk.remove_prefix(part.size());
  }
  return absl::OkStatus();
}

absl::Status UploadPieces::CheckSize() const {
  if (!has_header_) return NoHeaderError();
  return ComparePromised(size_, absl::StrCat(size_, " came"));
}

absl::Status UploadPieces::CheckKnownSize(size_t size) const {
  return ComparePromised(size, absl::StrCat("the model has ", size));
}

absl::Status UploadPieces::ComparePromised(size_t size, absl::string_view actual) const {
  const uint64_t promised = header_.size_bytes();
  if (promised == 0 || promised == size) return absl::OkStatus();
  return MalformedUploadError("header.size_bytes",
                              absl::StrCat("the header promises ", promised, " bytes, ", actual));
}

absl::Status UploadPieces::CheckId(const std::string& id) const {
  if (header_.model_id().empty() || header_.model_id() == id) return absl::OkStatus();
  absl::Status error = CallError(absl::StatusCode::kInvalidArgument, reason::kModelIdMismatch,
                                 absl::StrCat("the bytes that came are the model ", id));
  SetField(error, "header.model_id");
  return error;
}

std::string UploadPieces::TakeModel() {
  std::string model;
  model.reserve(size_);
  for (std::string& piece : pieces_) {
    model += piece;
    piece = std::string();
  }
  pieces_.clear();
  return model;
}

}  // namespace shapewright::server
