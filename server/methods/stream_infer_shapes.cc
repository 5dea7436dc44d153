#include "server/methods/stream_infer_shapes.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/wire/wire_cursor.h"
#include "server/cache/byte_view.h"
#include "server/errors/status.h"
#include "server/methods/parse_request.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {
namespace {

using google::protobuf::io::CodedInputStream;

constexpr uint32_t kRequestTag = BytesTag(v1::StreamInferShapesRequest::kRequestFieldNumber);
constexpr uint32_t kPartTag = BytesTag(v1::StreamInferShapesResponse::kPartFieldNumber);
constexpr uint32_t kGraphTag = VarintTag(v1::StreamInferShapesResponse::kGraphFieldNumber);
constexpr uint32_t kGraphsTag = BytesTag(v1::InferShapesResponse::kGraphsFieldNumber);
static_assert(std::max({kPartTag, kGraphTag, kGraphsTag}) < 0x80, "a tag has a byte");
// Beside its fields a message has the tag and length of the part and of a graph in it, and the
// number of that graph.
constexpr size_t kMaxOtherBytes = size_t{3} * (1 + 5);

// A tag, and the length or value behind it.
std::string Head(uint32_t tag, uint64_t value) {
  std::string head(1, static_cast<char>(tag));
  for (; value >= 0x80; value >>= 7) head.push_back(static_cast<char>(value | 0x80));
  head.push_back(static_cast<char>(value));
  return head;
}

// All but the first bytes.
grpc::ByteBuffer Behind(const grpc::ByteBuffer& bytes, size_t skipped) {
  std::vector<grpc::Slice> slices;
  if (!bytes.Dump(&slices).ok()) return {};
  std::vector<grpc::Slice> rest;
  for (const grpc::Slice& slice : slices) {
    const size_t left_out = std::min(skipped, slice.size());
    skipped -= left_out;
    if (left_out < slice.size()) rest.push_back(slice.sub(left_out, slice.size()));
  }
  return {rest.data(), rest.size()};
}

absl::StatusOr<grpc::ByteBuffer> UnwrapRequest(const grpc::ByteBuffer& request) {
  {
    // As protobuf writes it: nothing is copied.
    grpc::ByteBuffer slices(request);
    grpc::ProtoBufferReader reader(&slices);
    CodedInputStream in(&reader);
    uint32_t size = 0;
    const bool is_plain = in.ReadTag() == kRequestTag && in.ReadVarint32(&size);
    const auto begin = static_cast<size_t>(in.CurrentPosition());
    if (is_plain && begin + size == request.Length()) return Behind(request, begin);
  }
  v1::StreamInferShapesRequest message;
  absl::Status parsed = ParseBuffer(request, &message);
  if (!parsed.ok()) return parsed;
  const grpc::Slice inner(message.request().SerializeAsString());
  return grpc::ByteBuffer(&inner, 1);
}

absl::Status EntryTooLargeError(size_t bytes, size_t limit) {
  absl::Status error = CallError(absl::StatusCode::kResourceExhausted, reason::kAnswerTooLarge,
                                 absl::StrCat("an entry of the answer has ", bytes,
                                              " bytes, more than a message of a stream may have"));
  SetFact(error, "limit", absl::StrCat(limit));
  return error;
}

// Cuts serialized fields into runs of at most `room` bytes, but for a field that has more.
template <typename TakeRun, typename TakeLarge>
absl::Status CutFields(absl::string_view fields, size_t room, const TakeRun& take_run,
                       const TakeLarge& take_large) {
  WireCursor cursor(fields);
  const char* begin = fields.data();
  const auto size_from_begin = [&] { return static_cast<size_t>(cursor.position() - begin); };
  while (cursor.Next()) {
    if (size_from_begin() <= room) continue;
    take_run(absl::string_view(begin, static_cast<size_t>(cursor.field_begin() - begin)));
    begin = cursor.field_begin();
    if (size_from_begin() <= room) continue;
    absl::Status taken = take_large(cursor);
    if (!taken.ok()) return taken;
    begin = cursor.position();
  }
  if (cursor.failed()) return absl::InternalError(cursor.error());
  take_run(absl::string_view(begin, size_from_begin()));
  return absl::OkStatus();
}

class AnswerSplitter {
 public:
  explicit AnswerSplitter(size_t max_bytes)
      : max_bytes_(max_bytes), room_(max_bytes - kMaxOtherBytes) {}

  // Whole fields of an answer.
  absl::Status Add(const grpc::Slice& slice) {
    return CutFields(
        View(slice), room_, [&](absl::string_view run) { TakeFields(slice, run); },
        [&](const WireCursor& field) { return TakeLargeField(slice, field); });
  }

  std::vector<grpc::ByteBuffer> Take() { return std::move(messages_); }

 private:
  void TakeFields(const grpc::Slice& slice, absl::string_view run) {
    if (run.empty()) return;
    const uint32_t first = graphs_;
    for (WireCursor cursor(run); cursor.Next();) graphs_ += cursor.tag() == kGraphsTag ? 1 : 0;
    AddMessage(slice, run, false, graphs_ == first ? 0 : first);
  }

  absl::Status TakeLargeField(const grpc::Slice& slice, const WireCursor& field) {
    if (field.tag() != kGraphsTag) return TooLarge(field);
    absl::Status cut = CutFields(
        field.bytes(), room_,
        [&](absl::string_view run) {
          if (!run.empty()) AddMessage(slice, run, true, graphs_);
        },
        [&](const WireCursor& entry) { return TooLarge(entry); });
    ++graphs_;
    return cut;
  }

  // A message with fields of an answer, or of a graph of it; `graph` is the number of the first
  // one.
  void AddMessage(const grpc::Slice& slice, absl::string_view run, bool is_of_graph,
                  uint32_t graph) {
    const std::string graph_head = is_of_graph ? Head(kGraphsTag, run.size()) : "";
    const std::string head = Head(kPartTag, graph_head.size() + run.size()) + graph_head;
    const auto begin = static_cast<size_t>(run.data() - View(slice).data());
    const grpc::Slice slices[] = {grpc::Slice(head), slice.sub(begin, begin + run.size()),
                                  grpc::Slice(Head(kGraphTag, graph))};
    messages_.emplace_back(slices, graph == 0 ? 2 : 3);
  }

  absl::Status TooLarge(const WireCursor& field) const {
    return EntryTooLargeError(static_cast<size_t>(field.position() - field.field_begin()),
                              max_bytes_);
  }

  const size_t max_bytes_;
  const size_t room_;
  std::vector<grpc::ByteBuffer> messages_;
  // That have begun.
  uint32_t graphs_ = 0;
};

}  // namespace

const StreamRpc& StreamInferShapesRpc() {
  static constexpr StreamRpc kRpc = {UnwrapRequest, SplitAnswer};
  return kRpc;
}

absl::StatusOr<std::vector<grpc::ByteBuffer>> SplitAnswer(const grpc::ByteBuffer& answer,
                                                          size_t max_bytes) {
  std::vector<grpc::Slice> slices;
  if (answer.Valid() && !answer.Dump(&slices).ok()) {
    return absl::InternalError("the answer cannot be read");
  }
  AnswerSplitter splitter(max_bytes);
  for (const grpc::Slice& slice : slices) {
    absl::Status added = splitter.Add(slice);
    if (!added.ok()) return added;
  }
  return splitter.Take();
}

}  // namespace shapewright::server
