#ifndef SHAPEWRIGHT_SERVER_MODELS_UPLOAD_PIECES_H_
#define SHAPEWRIGHT_SERVER_MODELS_UPLOAD_PIECES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::server {

// The model that a stream of UploadModelRequest brings: chunks in their order, the first with what
// is promised of the model. It never holds more than `limit` bytes of them. After an error nothing
// more may be taken. For one thread at a time.
class UploadPieces {
 public:
  explicit UploadPieces(size_t limit) : limit_(limit) {}

  // INVALID_ARGUMENT for a promise in a later message, one that makes no sense, and for more bytes
  // than the limit, promised or sent. Throws bad_alloc where there is no memory for the chunk.
  absl::Status Take(const v1::UploadModelRequest& request);

  // At the end of the stream: whether there was a message, and as many bytes as were promised.
  absl::Status CheckSize() const;

  // The same where no more has to come: the model of the promised id is known, and has so many
  // bytes.
  absl::Status CheckKnownSize(size_t size) const;

  // Whether the bytes are those of the promised id; `id` is that of the bytes.
  absl::Status CheckId(const std::string& id) const;

  // The whole model, once: each piece is freed when it is copied.
  std::string TakeModel();

  size_t size() const { return size_; }
  // Empty: none was promised.
  const std::string& promised_id() const { return promised_id_; }

 private:
  absl::Status Begin(const v1::UploadModelRequest& request);
  absl::Status Append(absl::string_view chunk);
  // `actual` ends the message.
  absl::Status ComparePromised(size_t size, absl::string_view actual) const;

  const size_t limit_;
  bool has_begun_ = false;
  std::string promised_id_;
  std::optional<size_t> promised_size_;
  std::vector<std::string> pieces_;
  size_t size_ = 0;
};

// INVALID_ARGUMENT, MALFORMED_REQUEST, for a message of an upload; of this field, unless it is
// empty.
absl::Status MalformedUploadError(absl::string_view field, absl::string_view message);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_UPLOAD_PIECES_H_
