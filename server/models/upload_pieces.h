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

// Collects the model that a stream of UploadModelRequest brings: chunks in order; the first message
// may promise size and id. Holds at most `limit` bytes. After an error no further message may be
// taken. Used by one thread at a time.
class UploadPieces {
 public:
  explicit UploadPieces(size_t limit) : limit_(limit) {}

  // INVALID_ARGUMENT if a later message promises something, if an promised size is negative, and if
  // more bytes than the limit are promised or sent. Throws bad_alloc if there is no memory for the
  // chunk.
  absl::Status Take(const v1::UploadModelRequest& request);

  // At the end of the stream: an error if there was no message, or not as many bytes as promised.
  absl::Status CheckSize() const;

  // The same for an upload that ends early, as the model of the promised id is known and has `size`
  // bytes.
  absl::Status CheckKnownSize(size_t size) const;

  // An error if an id was promised and is not `id`, the id of the bytes received.
  absl::Status CheckId(const std::string& id) const;

  // Call once: moves the whole model out, freeing each piece as it is copied.
  std::string TakeModel();

  size_t size() const { return size_; }
  // Empty if none was promised.
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

// INVALID_ARGUMENT with the reason MALFORMED_REQUEST, about a message of an upload; `field` may be
// empty.
absl::Status MalformedUploadError(absl::string_view field, absl::string_view message);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_UPLOAD_PIECES_H_
