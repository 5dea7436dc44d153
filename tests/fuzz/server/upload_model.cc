// Fuzzes what an upload gathers from its stream. The input is a sequence of messages, each after
// its length in two bytes; what it makes of them is held against the chunks joined here.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/models/upload_pieces.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/query_target.h"

namespace {

using Request = shapewright::v1::UploadModelRequest;
using shapewright::fuzz::Defect;
using shapewright::server::UploadPieces;

constexpr size_t kLimit = 4096;
constexpr int64_t kNoSize = -1;

// The next message of the stream; false at its end.
bool Next(absl::string_view& stream, absl::string_view& message) {
  if (stream.size() < 2) return false;
  const size_t length =
      static_cast<uint8_t>(stream[0]) | static_cast<size_t>(static_cast<uint8_t>(stream[1])) << 8U;
  message = stream.substr(2, length);
  stream.remove_prefix(2 + message.size());
  return true;
}

void CheckEnd(UploadPieces& pieces, const std::string& joined, int64_t promised_size) {
  const auto size = static_cast<int64_t>(joined.size());
  if (pieces.CheckSize().ok() != (promised_size == kNoSize || promised_size == size)) {
    Defect("the promised size");
  }
  if (pieces.size() != joined.size()) Defect("the size");
  if (pieces.TakeModel() != joined) Defect("other bytes than those that came");
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  absl::string_view stream(reinterpret_cast<const char*>(data), size);
  absl::string_view message;
  UploadPieces pieces(kLimit);
  std::string joined;
  int64_t promised_size = kNoSize;
  bool has_begun = false;
  while (Next(stream, message)) {
    Request request;
    if (!request.ParseFromArray(message.data(), static_cast<int>(message.size()))) return 0;
    const bool is_promised = request.has_size_bytes() || !request.model_id().empty();
    const bool is_good = joined.size() + request.chunk().size() <= kLimit &&
                         (!is_promised || !has_begun) && request.size_bytes() >= 0 &&
                         request.size_bytes() <= static_cast<int64_t>(kLimit);
    if (pieces.Take(request).ok() != is_good) Defect("a message is taken, or refused, wrongly");
    if (!is_good) return 0;
    has_begun = true;
    if (request.has_size_bytes()) promised_size = request.size_bytes();
    joined += request.chunk();
  }
  if (!has_begun) {
    if (pieces.CheckSize().ok()) Defect("an upload without a message");
    return 0;
  }
  CheckEnd(pieces, joined, promised_size);
  return 0;
}
