#include "server/cache/answer_flight.h"

#include <grpcpp/support/slice.h>

#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {
namespace {

// Up to this size an answer is one slice, which gRPC sends faster.
constexpr size_t kOnePieceBytes = 64 << 10;

grpc::Slice Owning(std::string bytes) {
  // Frees unused capacity, as an answer may be kept for long.
  if (bytes.capacity() - bytes.size() > bytes.size() / 8) bytes.shrink_to_fit();
  auto* const owned = new std::string(std::move(bytes));
  return {owned->data(), owned->size(), [](void* text) { delete static_cast<std::string*>(text); },
          owned};
}

}  // namespace

size_t SerializedAnswer::weight() const {
  // The overhead of the allocator and of gRPC's buffers, besides the eighth of unused capacity that
  // Owning() may leave.
  constexpr size_t kAnswerBytes = 512;
  constexpr size_t kPayloadBytes = 160;
  size_t weight = kAnswerBytes + size + size / 8 + error.message().size();
  error.ForEachPayload([&weight](absl::string_view key, const absl::Cord& value) {
    weight += kPayloadBytes + key.size() + value.size();
  });
  return weight;
}

SerializedAnswer MakeAnswer(const std::string& head, std::string rest) {
  SerializedAnswer answer;
  answer.size = head.size() + rest.size();
  if (answer.size <= kOnePieceBytes) {
    const grpc::Slice slice(absl::StrCat(head, rest));
    answer.body = grpc::ByteBuffer(&slice, 1);
  } else {
    const grpc::Slice slices[] = {grpc::Slice(head), Owning(std::move(rest))};
    answer.body = grpc::ByteBuffer(slices, 2);
  }
  return answer;
}

}  // namespace shapewright::server
