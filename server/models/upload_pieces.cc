#include "server/models/upload_pieces.h"

#include "absl/strings/str_cat.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// The model is collected in pieces, as a single growing string takes up to twice its size.
constexpr size_t kPieceBytes = size_t{1} << 18;

}  // namespace

absl::Status MalformedUploadError(absl::string_view field, absl::string_view message) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, message);
  if (!field.empty()) SetField(error, field);
  return error;
}

absl::Status UploadPieces::Take(const v1::UploadModelRequest& request) {
  if (!has_begun_) {
    if (absl::Status begun = Begin(request); !begun.ok()) return begun;
  } else if (request.has_size_bytes() || !request.model_id().empty()) {
    return MalformedUploadError(request.has_size_bytes() ? "size_bytes" : "model_id",
                                "only the first message of an upload has it");
  }
  return Append(request.chunk());
}

absl::Status UploadPieces::Begin(const v1::UploadModelRequest& request) {
  if (request.size_bytes() < 0) {
    return MalformedUploadError("size_bytes", "a model has no negative size");
  }
  const auto size = static_cast<size_t>(request.size_bytes());
  if (size > limit_) return UploadTooLargeError(limit_);
  if (request.has_size_bytes()) promised_size_ = size;
  promised_id_ = request.model_id();
  has_begun_ = true;
  return absl::OkStatus();
}

absl::Status UploadPieces::Append(absl::string_view chunk) {
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
  if (!has_begun_) return MalformedUploadError("", "an upload has at least one message");
  return ComparePromised(size_, absl::StrCat(size_, " came"));
}

absl::Status UploadPieces::CheckKnownSize(size_t size) const {
  return ComparePromised(size, absl::StrCat("the model has ", size));
}

absl::Status UploadPieces::ComparePromised(size_t size, absl::string_view actual) const {
  if (promised_size_.value_or(size) == size) return absl::OkStatus();
  return MalformedUploadError("size_bytes", absl::StrCat("the first message promises ",
                                                         *promised_size_, " bytes, ", actual));
}

absl::Status UploadPieces::CheckId(const std::string& id) const {
  if (promised_id_.empty() || promised_id_ == id) return absl::OkStatus();
  absl::Status error = CallError(absl::StatusCode::kInvalidArgument, reason::kModelIdMismatch,
                                 absl::StrCat("the bytes that came are the model ", id));
  SetField(error, "model_id");
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
