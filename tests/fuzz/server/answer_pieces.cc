// Fuzzes the pieces of streamed answers: within the limit, and put together the answer.
#include "client/cpp/answer_pieces.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message.h>
#include <grpcpp/support/slice.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "server/methods/stream_infer_shapes.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/query_target.h"

namespace {

using Answer = shapewright::v1::InferShapesResponse;
using shapewright::fuzz::Defect;

std::string TextOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Dump(&slices).ok()) Defect("a message without bytes");
  std::string text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

// A piece is a level deeper than the answer, which protobuf has read as deep as it does.
bool Parse(const std::string& bytes, google::protobuf::Message* message) {
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  in.SetRecursionLimit(2 * google::protobuf::io::CodedInputStream::GetDefaultRecursionLimit());
  return message->ParseFromCodedStream(&in) && in.ConsumedEntireMessage();
}

void CheckPieces(const std::string& bytes, size_t max_bytes) {
  const grpc::Slice slice(bytes);
  const auto messages = shapewright::server::SplitAnswer(grpc::ByteBuffer(&slice, 1), max_bytes);
  if (!messages.ok()) {
    // Only for an entry that fits into no message.
    if (max_bytes >= bytes.size() + 32) Defect("an answer of one message has none");
    return;
  }
  Answer together;
  for (const grpc::ByteBuffer& message : *messages) {
    if (message.Length() > max_bytes) Defect("a message beyond the limit");
    shapewright::v1::StreamInferShapesResponse piece;
    if (!Parse(TextOf(message), &piece)) Defect("a message that is none");
    if (!shapewright::AddPiece(piece, &together)) Defect("a piece is missing");
  }
  if (together.SerializeAsString() != bytes) Defect("another answer");
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  return shapewright::fuzz::MutateMessage<Answer>(data, size, max_size, seed,
                                                  shapewright::fuzz::QueryWords());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shapewright::fuzz::SilenceProtobuf();
  Answer answer;
  if (!answer.ParseFromArray(data, static_cast<int>(size))) return 0;
  answer.DiscardUnknownFields();
  const std::string bytes = answer.SerializeAsString();
  for (const size_t max_bytes : {size_t{64}, size_t{1024}, bytes.size() + 32}) {
    CheckPieces(bytes, max_bytes);
  }
  return 0;
}
